/** Accounts that have lived under one plan are decided again under another one. */
import type { Plan } from '../../src/core/model/plan/plan.js'
import { decimal, rate, usd } from '../../src/core/values/decimal.js'
import { formatTimestamp } from '../../src/core/values/time.js'
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
  await dip(actor)
  return actor
}

async function dip(actor: Actor): Promise<void> {
  stage.set(around(60_000))
  await actor.placed(BUY)
  stage.set(around(58_250))
  await actor.placed(SMALL)
  stage.set(around(60_600))
  await actor.placed({ ...BUY, side: 'SELL' })
}

test('a plan that would have decided the same has the same life', async () => {
  const { own, shadow, ...result } = await replays.shadowOf(await dipAndRecover(), ordersMax(20))
  expect(result).toMatchObject({ status: 'SAME', difference: null, reason: null, supposed: 0 })
  expect(shadow).toEqual(own)
  expect(own).toMatchObject({ state: 'ACTIVE', refused: 0 })
  // An order takes several levels of some books.
  expect(own.fills).toBeGreaterThanOrEqual(3)
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
  expect([own.refused, shadow.refused > 0, shadow.fills < own.fills]).toEqual([0, true, true])
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

describe('in a part of its life', () => {
  /** Dips and recovers twice; between the two is the moment that is returned. */
  async function dipTwice(): Promise<{ readonly actor: Actor; readonly between: number }> {
    const actor = await dipAndRecover()
    const between = stage.script.clock.now() + 30_000_000
    stage.set(around(60_000), formatTimestamp(between + 30_000_000))
    await dip(actor)
    return { actor, between }
  }

  test('it is of the other plan from a moment on, as it then stands, and up to another one', async () => {
    const { actor, between } = await dipTwice()
    const narrow = withDailyLoss('2')
    const whole = await replays.shadowOf(actor, narrow)
    const later = await replays.shadowOf(actor, narrow, { from: between })
    expect([whole.status, later.status]).toEqual(['DIFFERENT', 'DIFFERENT'])
    expect(whole.difference!.command.at < formatTimestamp(between)).toBe(true)
    expect(later.difference!.command.at > formatTimestamp(between)).toBe(true)
    expect(later.commands).toBe(3)
    expect(later.own.fills).toBeLessThan(whole.own.fills)
    const earlier = await replays.shadowOf(actor, ordersMax(20), { to: between })
    expect(earlier).toMatchObject({ status: 'SAME', reason: null, shadow: earlier.own })
    expect(earlier.own.fills + later.own.fills).toBe(whole.own.fills)
    const before = await replays.shadowOf(actor, narrow, { from: between, to: between })
    expect(before).toMatchObject({ status: 'UNKNOWN', commands: 0, reason: 'it has no commands in that time' })
  })

  test('the same plan from a moment on is the same life', async () => {
    const { actor, between } = await dipTwice()
    const { own, shadow, status } = await replays.shadowOf(actor, (plan) => plan, { from: between })
    expect([status, shadow]).toEqual(['SAME', own])
  })

  test('a peak that was not kept is not made up', async () => {
    const { actor, between } = await dipTwice()
    const trailing = (plan: Plan) =>
      withRisk({ maxDrawdown: { ...plan.risk.maxDrawdown, mode: 'TRAILING_INTRADAY' } })(plan)
    expect((await replays.shadowOf(actor, trailing)).status).not.toBe('UNKNOWN')
    expect(await replays.shadowOf(actor, trailing, { from: between })).toMatchObject({
      ...{ status: 'UNKNOWN', reason: 'the peak that the plan trails was not kept before that time' },
    })
  })
})

test('plans with another balance are not compared', async () => {
  const larger = (plan: Plan): Plan => ({ ...plan, initialBalance: usd(plan.initialBalance * 2n) })
  const result = await replays.shadowOf(await stage.actor('sold'), larger)
  expect(result).toMatchObject({ status: 'UNKNOWN', commands: 0, reason: 'the plans begin with different balances' })
})
