/** Accounts that have lived under one plan are decided again under another one. */
import type { Plan } from '../../src/core/model/plan/plan.js'
import { decimal, rate, usd } from '../../src/core/values/decimal.js'
import { planFile } from '../support/plans/plan-file.js'
import { openReplays, type Replays } from '../support/replay.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage
let replays: Replays
beforeAll(async () => {
  stage = await startStage('2026-03-03T12:00:00Z', around(60_000))
  replays = openReplays(stage.databaseUrl)
  const plans = [planFile('sold', { risk_config: { objective: null } })]
  const imported = await stage.engine.operator.put('/operator/v1/plans', { body: { plans } })
  if (imported.status !== 200) throw new Error(imported.text)
})
afterAll(async () => {
  await replays.close()
  await stage.close()
})

const percent = (value: string) => rate(decimal(value))
const withRisk = (changes: Partial<Plan['risk']>) => (plan: Plan) => ({ ...plan, risk: { ...plan.risk, ...changes } })
const withDailyLoss = (value: string) => (plan: Plan) => {
  const { dailyLoss } = plan.risk
  return withRisk({ dailyLoss: dailyLoss && { ...dailyLoss, pct: percent(value) } })(plan)
}

const ordersMax = (openOrdersMax: number) => (plan: Plan) =>
  withRisk({ exposure: { ...plan.risk.exposure, openOrdersMax } })(plan)

const BUY = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 2 } as const
const SMALL = { ...BUY, quantity: 0.01 }

/** Buys for 120,000 dollars, sees them lose some 3,500, buys a little more, and gets out above where it came in. */
async function dipAndRecover(): Promise<Actor> {
  const actor = await stage.actor('sold')
  stage.set(around(60_000))
  await actor.placed(BUY)
  stage.set(around(58_250))
  await actor.placed(SMALL)
  stage.set(around(60_600))
  await actor.placed({ ...BUY, side: 'SELL' })
  return actor
}

test('a plan that would have decided the same has the same life', async () => {
  const { own, shadow, ...result } = await replays.shadowOf(await dipAndRecover(), ordersMax(20))
  expect(result).toMatchObject({ status: 'SAME', difference: null, reason: null, supposed: 0 })
  expect(shadow).toEqual(own)
  expect(own).toMatchObject({ state: 'ACTIVE', fills: 3, refused: 0 })
})

test('a narrower daily loss ends the account at the command at whose prices it is crossed, and refuses the rest', async () => {
  const actor = await dipAndRecover()
  const { difference, own, shadow, ...result } = await replays.shadowOf(actor, withDailyLoss('3'))
  expect(result).toMatchObject({ status: 'DIFFERENT', reason: null })
  expect(result.supposed).toBeGreaterThan(0)
  expect(difference?.command.kind).toBe('place_order')
  expect(own).toMatchObject({ state: 'ACTIVE', breaches: [], refused: 0 })
  expect(shadow).toMatchObject({
    state: 'TERMINATED',
    breaches: [{ rule: 'daily_loss_limit', action: 'TERMINATED', limit: usd(decimal('97000')) }],
  })
  expect(shadow.balance).toBeLessThan(usd(decimal('97000')))
  expect((await replays.of(actor)).status).toBe('EQUAL')
})

test('a lower limit of exposure refuses the order, which is the difference', async () => {
  const smaller = (plan: Plan) =>
    withRisk({ exposure: { ...plan.risk.exposure, symbolNotionalMax: usd(decimal('100000')) } })(plan)
  const { difference, own, shadow, status } = await replays.shadowOf(await dipAndRecover(), smaller)
  expect([status, difference]).toMatchObject(['DIFFERENT', { field: 'refused_by.0', command: { kind: 'place_order' } }])
  expect([own.refused, own.fills, shadow.refused > 0, shadow.fills < 3]).toEqual([0, 3, true, true])
})

test('a wider daily loss lets an account live that its own has ended, as far as it is known what came then', async () => {
  const actor = await stage.actor('sold')
  stage.set(around(60_000))
  await actor.placed(BUY)
  await stage.step([actor], around(57_000))
  const { difference, own, shadow } = await replays.shadowOf(actor, withDailyLoss('8'))
  expect(own).toMatchObject({ state: 'TERMINATED', breaches: [{ rule: 'daily_loss_limit' }] })
  expect(shadow).toMatchObject({ state: 'ACTIVE', breaches: [] })
  expect(difference).toMatchObject({ command: { kind: 'market' } })
})

test('a plan with a freeze for news is not compared with a life whose news was not kept', async () => {
  const actor = await stage.actor('sold')
  const frozen = await replays.shadowOf(actor, (plan) => plan)
  expect(frozen.status).toBe('SAME')
  const plans = [planFile('no-news', { risk_config: { news_freeze: null } })]
  await stage.engine.operator.put('/operator/v1/plans', { body: { plans } })
  const newsFreeze = { beforeMinutes: 2, afterMinutes: 2, impacts: ['HIGH'], scope: 'OPENING' } as never
  const result = await replays.shadowOf(await stage.actor('no-news'), withRisk({ newsFreeze }))
  expect(result).toMatchObject({ status: 'UNKNOWN', reason: 'no news was kept: its own plan has no freeze for it' })
})

test('plans with another balance are not compared', async () => {
  const larger = (plan: Plan): Plan => ({ ...plan, initialBalance: usd(plan.initialBalance * 2n) })
  const result = await replays.shadowOf(await stage.actor('sold'), larger)
  expect(result).toMatchObject({ status: 'UNKNOWN', commands: 0, reason: 'the plans begin with different balances' })
})
