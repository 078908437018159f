/** Orders that wait for a trigger, over HTTP, and the market loop that fires them. */
import { accountCalls, type AccountCalls, type OrderRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
beforeEach(() => engine.moveMarket('BTC-USD', 100_000))
afterAll(() => engine.close())

const open = async (): Promise<AccountCalls> => accountCalls(await engine.trader())

const order = (kind: string, side: 'BUY' | 'SELL', trigger: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind,
  quantity: 0.5,
  trigger_price: trigger,
  ...more,
})
const market = (side: 'BUY' | 'SELL') => ({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.5 })

/** Waits until the market loop has fired the order. */
const fired = (account: AccountCalls, id: string): Promise<OrderRow> =>
  pollUntil(
    () => account.order(id),
    ({ trigger_state: state }) => state === 'TRIGGERED',
  )

test('what it is while it waits', async () => {
  const account = await open()
  const { order: placed } = await account.placed(
    order('STOP', 'BUY', 101_000, { client_id: 'breakout', flags: { trigger_on_mark: true } }),
  )
  expect(placed).toMatchObject({
    status: 'OPEN',
    kind: 'STOP',
    price: 101_000,
    trigger_price: 101_000,
    trigger_by: 'MARK',
    trigger_state: 'ARMED',
    average_price: null,
    filled_quantity: 0,
    tif: 'GTC',
    version: 1,
  })
  expect(await account.orders()).toEqual([placed])
  const replay = await account.placed(
    order('STOP', 'BUY', 101_000, { client_id: 'breakout', flags: { trigger_on_mark: true } }),
  )
  expect(replay.order).toEqual(placed)
})

test('another trigger is another request', async () => {
  const account = await open()
  await account.placed(order('STOP', 'BUY', 101_000, { client_id: 'once' }))
  const { status, body } = await account.misplaced(order('STOP', 'BUY', 102_000, { client_id: 'once' }))
  expect([status, body]).toMatchObject([409, { reason: 'client_id_reuse' }])
})

test.each([
  ['STOP', 'BUY', 101_000, 102_000, 98_000],
  ['STOP', 'SELL', 99_000, 98_000, 102_000],
  ['TAKE_PROFIT', 'BUY', 99_000, 98_000, 102_000],
  ['TAKE_PROFIT', 'SELL', 101_000, 102_000, 98_000],
] as const)(
  '%s %s at %i waits for its side of the market, and takes the gap',
  async (kind, side, trigger, to, away) => {
    const account = await open()
    const { order: placed } = await account.placed(order(kind, side, trigger))
    await engine.moveMarket('BTC-USD', away)
    expect((await account.order(placed.id)).trigger_state).toBe('ARMED')
    await engine.moveMarket('BTC-USD', to)
    const done = await fired(account, placed.id)
    expect(done).toMatchObject({ status: 'FILLED', filled_quantity: 0.5, reason: null })
    // The price of the moment, half a spread from the middle, and not the trigger.
    expect(Math.abs((done.average_price ?? 0) - to)).toBeLessThan(5)
    expect(done.price).toBe(done.average_price)
    expect(await account.trades()).toMatchObject([{ order_id: placed.id, liquidity: 'TAKER' }])
  },
)

test('a trigger that has been reached is refused, and says where it belongs', async () => {
  const account = await open()
  const { body } = await account.place(order('STOP', 'SELL', 101_000))
  const { order: none, violations } = body
  expect(none).toBeNull()
  expect(violations).toMatchObject([{ rule: 'trigger_would_fire', severity: 'SOFT', value: 101_000 }])
  expect(violations[0]?.message).toContain('the trigger of a STOP SELL must be below the last price of')
})

test('a stop-limit rests where the gap has left it behind, at its own price', async () => {
  const account = await open()
  const { order: placed } = await account.placed(order('STOP', 'BUY', 101_000, { price: 101_500 }))
  expect(placed.price).toBe(101_500)
  await engine.moveMarket('BTC-USD', 103_000)
  expect(await fired(account, placed.id)).toMatchObject({ status: 'OPEN', filled_quantity: 0, version: 2 })
  await engine.moveMarket('BTC-USD', 101_000)
  const done = await pollUntil(
    () => account.order(placed.id),
    ({ status }) => status === 'FILLED',
  )
  expect(done.average_price).toBe(101_500)
})

test('stop and take-profit of a position: one closes it, the other ends with it', async () => {
  const account = await open()
  await account.placed(market('BUY'))
  const reduce = { flags: { reduce_only: true } }
  const { order: stop } = await account.placed(order('STOP', 'SELL', 98_000, reduce))
  const { order: profit } = await account.placed(order('TAKE_PROFIT', 'SELL', 103_000, reduce))
  await engine.moveMarket('BTC-USD', 97_000)
  await fired(account, stop.id)
  expect(await account.order(profit.id)).toMatchObject({ status: 'CANCELLED', reason: 'reduce_only' })
  expect(await account.closedPositions()).toMatchObject([{ close_reason: 'STOP_LOSS' }])
  expect(await account.orders()).toEqual([])
})
