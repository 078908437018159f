/** Loss rules over HTTP: a stored plan version responds as it did, and payouts leave the floors of the others. */
import { draw } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { pollUntil } from '../support/poll-until.js'
import { planFile } from '../support/plans/plan-file.js'
import { versionOf } from '../support/payout-version.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  await engine.moveMarket('BTC-USD', 100_000)
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

/** As much profit as one BTC-USD brings that is bought at 100,000 and sold at the price. */
async function earn({ api, accountId }: Trader, price: number): Promise<void> {
  await engine.moveMarket('BTC-USD', 100_000)
  const order = { account_id: accountId, symbol: 'BTC-USD', platform_id: 'GMX', kind: 'MARKET', quantity: 1 }
  for (const side of ['BUY', 'SELL']) {
    const { status, text } = await untilAnswered(() =>
      api.post('/v1/order', { body: { ...order, side, client_id: `${side}-${price}` } }),
    )
    expect([status, text]).toEqual([200, expect.stringContaining('FILLED')])
    await engine.moveMarket('BTC-USD', price)
  }
}

async function earnedOn(plan: string): Promise<Trader> {
  const trader = await engine.trader(plan)
  await earn(trader, 108_000)
  return trader
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

test('a payout leaves a drawdown floor that is kept, or makes it the initial balance; that of the day falls', async () => {
  const plans = ['KEEP', 'INITIAL'].map((on_first_payout) =>
    planFile(`floors-${on_first_payout}`, { risk_config: { max_drawdown: { on_first_payout }, objective: null } }),
  )
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans } })).status).toBe(200)
  for (const [plan, afterPayout, afterCredit] of [
    ['floors-KEEP', '90000', '90500'],
    ['floors-INITIAL', '100000', '100500'],
  ] as const) {
    const trader = await engine.trader(plan)
    await earn(trader, 104_000)
    // The day began with 100,000; 5 % of the initial balance may be lost.
    expect(await floorsOf(trader)).toEqual(['90000', '95000'])
    await payOut(trader, '2000')
    expect(await floorsOf(trader)).toEqual([afterPayout, '93000'])
    await credit(trader, '500')
    expect(await floorsOf(trader)).toEqual([afterCredit, '93500'])
    const { body } = await trader.api.get<{ state: string }>(`/v1/account/${trader.accountId}`)
    expect(body.state).toBe('ACTIVE')
  }
})

test('no more is paid out than leaves the account at its floor', async () => {
  const trailing = planFile('floors-peak', {
    risk_config: { max_drawdown: { mode: 'TRAILING_CLOSED', pct: 6 }, objective: null },
  })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [trailing] } })).status).toBe(200)
  const trader = await engine.trader('floors-peak')
  await earn(trader, 108_000)
  const [floor] = await floorsOf(trader)
  const { body: account } = await trader.api.get<{ balance: string }>(`/v1/account/${trader.accountId}?decimals=string`)
  // 6,000 less than the balance after the fill that has closed
  expect(Number(account.balance) - Number(floor)).toBeCloseTo(6_000, 6)
  const { body } = await trader.api.get<{ available: number; profit: number }>(
    `/v1/account/${trader.accountId}/payouts/available`,
  )
  expect(body.profit).toBeGreaterThan(7_000)
  expect(body.available).toBeCloseTo(6_000, 6)
})

test('a payout that the account can no longer pay is rejected by the mark, and stored with it', async () => {
  const payouts = {
    ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', split: [{ pct: '80' }], flat: false },
  }
  const file = planFile('floors-reserved', {
    risk_config: {
      ...{ max_drawdown: { mode: 'TRAILING_CLOSED', pct: 6 }, objective: null, daily_loss: null, payouts },
      exposure: { margin_mode: 'CROSS' },
    },
  })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [file] } })).status).toBe(200)
  const { api, accountId } = await earnedOn('floors-reserved')
  const asked = await untilAnswered(() =>
    api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body: { amount: 5_000, client_id: 'reserved' } }),
  )
  expect(asked.status).toBe(201)
  await engine.moveMarket('BTC-USD', 100_000)
  const order = { account_id: accountId, symbol: 'BTC-USD', platform_id: 'GMX', kind: 'MARKET', quantity: 1 }
  await untilAnswered(() => api.post('/v1/order', { body: { ...order, side: 'BUY', client_id: 'open' } }))
  await engine.moveMarket('BTC-USD', 98_000)
  const [payout] = await pollUntil(
    async () => (await api.get<{ status: string; code?: string }[]>(`/v1/account/${accountId}/payouts`)).body,
    (rows) => rows[0]?.status === 'REJECTED',
  )
  expect(payout).toMatchObject({ id: asked.body.id, code: 'insufficient_profit' })
  const { body } = await api.get<{ state: string }>(`/v1/account/${accountId}`)
  expect(body.state).toBe('ACTIVE')
})

test('a plan without a daily loss has no floor of the day, and no such rule', async () => {
  const none = planFile('floors-none', { risk_config: { daily_loss: null } })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [none] } })).status).toBe(200)
  const trader = await engine.trader('floors-none')
  expect(await floorsOf(trader)).toEqual(['90000', null])
  expect((await riskOf(trader)).daily_loss).toBeNull()
})

const REFUSED: [object, string][] = [
  [{ max_drawdown: { mode: 'TRAILING_EOD' } }, 'max_drawdown.peak_of is required with TRAILING_EOD: BALANCE or EQUITY'],
  [
    { max_drawdown: { peak_of: 'EQUITY' } },
    'max_drawdown.peak_of is not for STATIC, only for TRAILING_EOD and PCT_OF_PEAK',
  ],
  [{ max_drawdown: { lock_at: 'TARGET' } }, 'max_drawdown.lock_at is not for STATIC: that floor never rises'],
  [{ max_drawdown: { amount: 4_000 } }, 'max_drawdown must have one of pct and amount'],
  [
    { max_drawdown: { mode: 'PCT_OF_PEAK', pct: undefined, amount: 1, peak_of: 'EQUITY' } },
    'max_drawdown.amount is not for PCT_OF_PEAK: use pct',
  ],
  [{ daily_loss: { amount_base: undefined } }, 'daily_loss.amount_base is required with pct: INITIAL or REFERENCE'],
  [
    { daily_loss: { evaluation: 'END_OF_DAY', action: 'LOCK' } },
    'daily_loss.evaluation END_OF_DAY is judged when the day is over',
  ],
  [{ trading_day: undefined }, 'trading_day is required'],
  [
    { max_drawdown: { mode: 'TRAILING_CLOSED', pct: 5 } },
    'daily_loss never binds: its floor, BALANCE − 5 % of INITIAL, is never above that of max_drawdown',
  ],
]
test.each(draw(REFUSED, 3, ([, message]) => message))(
  '%j is refused, by a dry run as well',
  async (risk_config, message) => {
    const body = { plans: [planFile('refused', { risk_config })] }
    for (const query of ['', '?dry_run=true']) {
      const { status, body: problem } = await engine.operator.put<{ issues: { message: string }[] }>(
        `/operator/v1/plans${query}`,
        { body },
      )
      expect([status, problem.issues.map((issue) => issue.message)]).toEqual([
        400,
        [expect.stringContaining(`plans[0].risk_config.${message}`)],
      ])
    }
  },
)
