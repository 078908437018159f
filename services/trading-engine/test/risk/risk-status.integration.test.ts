/** GET /v1/account/:id/risk, a freeze from the calendar in the database, and the objective: as a trader sees them. */
import { accountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { planFile } from '../support/plans/plan-file.js'
import { pollUntil } from '../support/poll-until.js'

interface RiskBody {
  readonly state: string
  readonly stale: boolean
  readonly equity: number
  readonly floor: { readonly rule: string; readonly equity: number; readonly headroom: number }
  readonly rules: readonly {
    readonly rule: string
    readonly symbol: string | null
    readonly limit: number
    readonly value: number
    readonly headroom: number
    readonly headroom_pct: number
  }[]
  readonly next_reset_at: string
  readonly floors_after_reset: { readonly max_drawdown: number; readonly daily_loss_limit: number }
  readonly news_freezes: readonly { readonly symbol: string; readonly in_force: boolean; readonly ends_at: string }[]
  readonly objective: Readonly<Record<string, number>> | null
}

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(() => engine.close())

async function open(plan = 'standard-100k') {
  const trader = await engine.trader(plan)
  const risk = async (query = ''): Promise<RiskBody> =>
    (await trader.api.get<RiskBody>(`/v1/account/${trader.accountId}/risk${query}`)).body
  return { ...accountCalls(trader), risk, trader }
}
const buy = (quantity: number) => ({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity })

test('an untouched account has all its room', async () => {
  const account = await open()
  const body = await account.risk()
  expect(body).toMatchObject({
    state: 'ACTIVE',
    stale: false,
    equity: 100_000,
    floor: { rule: 'daily_loss_limit', equity: 95_000, headroom: 5_000 },
    floors_after_reset: { max_drawdown: 90_000, daily_loss_limit: 95_000 },
    news_freezes: [],
    objective: null,
  })
  expect(body.rules.map(({ rule, headroom_pct }) => `${rule} ${headroom_pct}`)).toEqual([
    'max_drawdown 100',
    'daily_loss_limit 100',
    'total_exposure_cap 100',
    'insufficient_margin 100',
    'max_leverage 100',
    'max_open_orders 100',
    'max_positions 100',
  ])
  expect(new Date(body.next_reset_at).toISOString()).toMatch(/T00:00:00\.000Z$/)
})

test('what is used is used, of the symbol as well; decimals come as text where they are asked for', async () => {
  const account = await open()
  await account.placed(buy(1))
  const ofSymbol = (await account.risk()).rules.find(({ symbol }) => symbol === 'BTC-USD')
  expect(ofSymbol).toMatchObject({ rule: 'symbol_exposure_cap', limit: 500_000 })
  expect(ofSymbol!.value + ofSymbol!.headroom).toBeCloseTo(500_000, 6)
  expect((await account.risk('?decimals=string')).rules.every(({ limit }) => typeof limit === 'string')).toBe(true)
})

interface ObjectivesBody {
  readonly state: string
  readonly met: boolean | null
  readonly objectives: readonly { readonly objective: string; readonly met: boolean; readonly sentence: string }[]
}

test('the objective of a plan: its parts, what an order does to them, and the event of passing', async () => {
  const consistency = {
    ...{ pct: 100, numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE' },
    ...{ applies: ['PASS', 'PAYOUT'], window: 'LAST_PAYOUT' },
  }
  const objective = {
    ...{ profit_target_amount: 500, profit_target_pct: undefined, min_trading_days: undefined, require_flat: false },
    ...{ trading_days: { min: 1, counts: 'CLOSED' }, max_days: 30, consistency },
  }
  const plan = planFile('closing-500', { risk_config: { objective, news_freeze: null } })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [plan] } })).status).toBe(200)
  const account = await open('closing-500')
  const { api, accountId } = account.trader
  const objectives = async () => (await api.get<ObjectivesBody>(`/v1/account/${accountId}/objectives`)).body
  await account.placed(buy(1))
  const before = await objectives()
  expect(before).toMatchObject({ state: 'ACTIVE', met: false })
  expect(before.objectives.map(({ objective: name, met }) => [name, met])).toEqual([
    ...[
      ['profit_target', false],
      ['trading_days', false],
      ['consistency', false],
      ['time_limit', true],
    ],
  ])
  expect((await account.risk()).objective).toMatchObject({
    ...{ profit_target: 500, min_trading_days: 1, objectives: before.objectives },
  })
  await engine.moveMarket('BTC-USD', 101_000)
  const body = { account_id: accountId, ...buy(0.5), side: 'SELL' }
  const preview = await api.post<{ objectives: object[]; raised_profit: { sentence: string } }>('/v1/order/preview', {
    body,
  })
  expect(preview.body.objectives[1]).toMatchObject({ objective: 'trading_days', met: true, value: 1, still_needed: 0 })
  expect(preview.body.raised_profit.sentence).toMatch(/^this fill raises the profit you need to [\d.]+ USD/)
  await account.placed({ ...buy(1), side: 'SELL' })
  expect(await objectives()).toMatchObject({ state: 'PASSED', met: true })
  const events = await api.get<{ type: string; data: object }[]>(`/v1/account/${accountId}/events`)
  expect(events.body.find(({ type }) => type === 'account.passed')?.data).toMatchObject({
    objective: { trading_days: 1 },
  })
  const { rows } = await engine.pool.query('select progress from accounts where id = $1', [accountId])
  expect(rows).toMatchObject([{ progress: { day: { opened: true, closed: true }, since_payout: null } }])
})

test('time limits of an account that nobody reads end by themselves', async () => {
  const objective = { profit_target_pct: 8, min_trading_days: 0, max_days: 60 }
  const inactivity = { warn_after_days: 15, close_after_days_from_warning: 30 }
  const plan = planFile('idle', { risk_config: { objective, inactivity } })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [plan] } })).status).toBe(200)
  const { trader } = await open('idle')
  const { api, accountId } = trader
  const idleSince = (days: number) =>
    engine.pool.query(
      `update accounts set version = version + 1, time_due_at = now(), progress = jsonb_set(jsonb_set(progress,
        '{active_at}', to_jsonb(now() - make_interval(days => $2))), '{warned_at}',
        case when progress->>'warned_at' is null then 'null' else to_jsonb(now() - make_interval(days => $2)) end)
        where id = $1`,
      [accountId, days],
    )
  const stored = async (): Promise<string> => {
    const sql = `select concat_ws(' ', state, state_reason,
      case when progress->>'warned_at' is not null then 'warned' end) as words from accounts where id = $1`
    return (await engine.pool.query<{ words: string }>(sql, [accountId])).rows[0]!.words
  }
  await idleSince(16)
  await pollUntil(stored, (words) => words === 'ACTIVE warned')
  await idleSince(31)
  await pollUntil(stored, (words) => words === 'CLOSED inactivity warned')
  const events = await api.get<{ type: string }[]>(`/v1/account/${accountId}/events`)
  expect(events.body.map(({ type }) => type)).toEqual(['account.inactivity_warning', 'account.closed'])
})
