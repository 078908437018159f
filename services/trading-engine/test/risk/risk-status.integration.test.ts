/** GET /v1/account/:id/risk, a freeze from the calendar in the database, and the objective: as a trader sees them. */
import { accountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

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
