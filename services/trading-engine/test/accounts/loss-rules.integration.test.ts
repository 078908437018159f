/** Loss rules over HTTP: a stored plan version responds as it did, and files say what contradicts itself. */
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { planFile } from '../support/plans/plan-file.js'
import { versionOf } from '../support/payout-version.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface RiskBody {
  readonly rules: readonly { readonly rule: string; readonly limit: string; readonly allowance: string }[]
  readonly daily_loss: { readonly base: string } | null
}
const riskOf = async ({ api, accountId }: Trader): Promise<RiskBody> =>
  (await api.get<RiskBody>(`/v1/account/${accountId}/risk?decimals=string`)).body
const floorsOf = async (trader: Trader) => {
  const { rules } = await riskOf(trader)
  return ['max_drawdown', 'daily_loss_limit'].map((name) => rules.find(({ rule }) => rule === name)?.limit ?? null)
}
const credit = async ({ accountId }: Trader, amount: string) => {
  const body = { direction: 'IN', amount, reason: 'correction', reference: `credit-${amount}` }
  expect((await engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body })).status).toBe(200)
}

async function payOut({ api, accountId }: Trader, amount: string): Promise<void> {
  const body = { amount, client_id: `payout-${amount}` }
  const asked = await untilAnswered(() => api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body }))
  expect([asked.status, asked.text]).toEqual([201, expect.any(String)])
  const path = `/operator/v1/payouts/${asked.body.id}`
  const split = { body: { trader_share_pct: 80 } }
  expect((await untilAnswered(() => engine.operatorAs('olga').post(`${path}/propose`, split))).status).toBe(200)
  const version = await versionOf(engine.pool, asked.body.id)
  const approve = () => engine.operatorAs('otto').post<{ status: string }>(`${path}/approve`, { body: { version } })
  expect((await untilAnswered(approve)).body.status).toBe('PAID')
}

test('a stored version with base: its response is the same text, its floors fall by a payout', async () => {
  await engine.pool.query(
    `insert into plans (id, version, definition) select 'stored', 1, definition from plans
      where id = 'standard-100k' and version = 1`,
  )
  const trader = await engine.trader('stored')
  const { text } = await trader.api.get(`/v1/account/${trader.accountId}?decimals=string`)
  expect(/"risk_config":(.*),"venue_costs"/.exec(text)?.[1]).toBe(
    '{"currency":"USD","initial_balance":"100000",' +
      '"max_drawdown":{"mode":"STATIC","pct":"10","lock_at_initial":false},' +
      '"daily_loss":{"pct":"5","base":"INITIAL","reset_time":"00:00","reset_tz":"UTC","warn_at_pct":"80","action":"TERMINATE"},' +
      '"news_freeze":null,"exposure":{"max_symbol_notional":"500000","max_total_notional":"1000000","max_leverage":"20",' +
      '"max_open_orders":200,"max_positions":50,"margin_mode":"ISOLATED"},"objective":null}',
  )
  expect(await floorsOf(trader)).toEqual(['90000', '95000'])
  await credit(trader, '5000')
  expect(await floorsOf(trader)).toEqual(['95000', '100000'])
  await payOut(trader, '2000')
  expect(await floorsOf(trader)).toEqual(['93000', '98000'])
})

test('a plan without a daily loss has no floor of the day, and no such rule', async () => {
  const none = planFile('floors-none', { risk_config: { daily_loss: null } })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [none] } })).status).toBe(200)
  const trader = await engine.trader('floors-none')
  expect(await floorsOf(trader)).toEqual(['90000', null])
  expect((await riskOf(trader)).daily_loss).toBeNull()
})

test('a file whose rules contradict themselves is refused at their paths, by a dry run as well', async () => {
  const body = { plans: [planFile('refused', { risk_config: { max_drawdown: { amount: 4_000 } } })] }
  for (const query of ['', '?dry_run=true']) {
    const { status, text } = await engine.operator.put(`/operator/v1/plans${query}`, { body })
    expect(status).toBe(400)
    expect(text).toContain('plans[0].risk_config.max_drawdown must have one of pct and amount')
  }
})
