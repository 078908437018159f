/** POST /v1/order/preview: what an order would do, without its being done. */
import { accountCalls, type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

interface PreviewBody {
  readonly order: Readonly<Record<string, unknown>> | null
  readonly fills: readonly { readonly quantity: number; readonly price: number; readonly fee: number }[]
  readonly violations: readonly { readonly rule: string }[]
  readonly position: { readonly margin: number; readonly liquidation_price: number; readonly quantity: number } | null
  readonly before: Readonly<Record<string, number>>
  readonly after: Readonly<Record<string, number>>
}

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(() => engine.close())

async function open() {
  const trader = await engine.trader()
  const preview = <T = PreviewBody>(order: object) =>
    trader.api.post<T>('/v1/order/preview', { body: { account_id: trader.accountId, ...order } })
  return { ...accountCalls(trader), preview, trader }
}
const market = (side: 'BUY' | 'SELL', quantity: number) => ({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity })

test('it says what placing it then does', async () => {
  const account = await open()
  const { status, body } = await account.preview(market('BUY', 1))
  expect(status).toBe(200)
  expect(body.violations).toEqual([])
  const { order, trades } = await account.placed(market('BUY', 1))
  expect(body.order).toMatchObject({ status: order.status, average_price: order.average_price, fees: order.fees })
  expect(body.fills.map(({ quantity, price, fee }) => [quantity, price, fee])).toEqual(
    trades.map(({ quantity, price, fee }) => [quantity, price, fee]),
  )
  const [position] = await account.positions()
  expect(position).toMatchObject({ quantity: 1 })
  expect(body.position).toMatchObject({ margin: expect.any(Number) as number, quantity: 1 })
  const summary = await account.summary()
  expect(body.before).toMatchObject({ balance: 100_000, used_margin: 0, free_margin: 100_000 })
  expect(body.after).toMatchObject({ balance: summary.balance, used_margin: summary.used_margin })
})

test('the liquidation price is where equity meets maintenance', async () => {
  const account = await open()
  const { body } = await account.preview(market('BUY', 2))
  const [{ price } = { price: 0 }] = body.fills
  // (cost − balance) ÷ (quantity × (1 − maintenance rate))
  const { body: metadata } = await engine.api.get<{ maintenance_margin_rate: number }>(
    '/v1/ticker/metadata?ticker=BTC-USD',
  )
  const spent = body.fills.reduce((sum, fill) => sum + fill.price * fill.quantity, 0)
  expect(price).toBeGreaterThan(0)
  const expected = (spent - (body.after['balance'] ?? 0)) / (2 * (1 - metadata.maintenance_margin_rate))
  expect(body.position?.liquidation_price).toBeCloseTo(expected, 4)
})

test('nothing is kept: no order, no trade, no client_id', async () => {
  const account = await open()
  await account.preview({ ...market('BUY', 1), client_id: 'dry' })
  expect(await account.orders('?status=all')).toEqual([])
  expect(await account.trades()).toEqual([])
  expect((await account.placed({ ...market('SELL', 0.5), client_id: 'dry' })).order.side).toBe('SELL')
})

test('a refusal shows every rule it broke, and the account as it is', async () => {
  const account = await open()
  const { body } = await account.preview(market('BUY', 100))
  expect(body).toMatchObject({ order: null, fills: [], position: null })
  expect(body.violations.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['symbol_exposure_cap', 'insufficient_margin', 'max_leverage']),
  )
  expect(body.after).toEqual(body.before)
})

test('a resting order binds margin and moves nothing else', async () => {
  const account = await open()
  const { body } = await account.preview({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 1, price: 90_000 })
  expect(body.order).toMatchObject({ status: 'OPEN', price: 90_000, filled_quantity: 0 })
  expect(body.after['reserved_margin']).toBe(4_500)
  expect(body.after['equity']).toBe(body.before['equity'])
})

test('what could not be placed cannot be previewed either', async () => {
  const account = await open()
  expect((await account.preview<ProblemBody>(market('BUY', 0.00000001))).body.issues?.[0]?.path).toEqual(['quantity'])
  const stranger = await open()
  const { status } = await account.preview<ProblemBody>({ ...market('BUY', 1), account_id: stranger.trader.accountId })
  expect(status).toBe(404)
})
