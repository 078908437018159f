/** The client against the real engine, over real HTTP. */
import {
  AuthenticationError,
  BadSymbol,
  DuplicateOrderId,
  InsufficientFunds,
  InvalidOrder,
  newClientId,
  NotFound,
  OperationRejected,
  OrderNotFound,
  orThrow,
  PermissionDenied,
  TradingClient,
  type Account,
} from '@ats/sdk'
import { startEngine, type TestEngine } from '../../../services/trading-engine/test/support/engine/engine.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

async function openAccount(): Promise<{ trading: TradingClient; account: Account }> {
  const { key } = engine.as()
  const trading = new TradingClient({ url: engine.baseUrl, key: key.key, secret: key.secret })
  const { id } = await trading.createAccount({ plan_id: 'standard-100k' })
  return { trading, account: trading.account(id) }
}

const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.01' } as const
const RESTING = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: '0.01', price: '1000' } as const

test('an order is placed, filled and closed, with decimals as text', async () => {
  const { trading, account } = await openAccount()
  const placed = await trading.orders.place({ account_id: account.id, ...MARKET })
  if (!placed.placed) throw new Error('refused')
  expect(placed.order).toMatchObject({ status: 'FILLED', quantity: '0.01', client_id: placed.clientId })
  expect(placed.trades[0]?.price).toMatch(/^\d+(\.\d+)?$/)
  expect(placed.order.version).toEqual(expect.any(Number))
  expect(await account.positions()).toMatchObject([{ symbol: 'BTC-USD', quantity: '0.01' }])
  const closed = orThrow(await account.close({ symbol: 'BTC-USD' }))
  expect(closed).toMatchObject({ placed: true, position: null, order: { side: 'SELL' } })
})

test('an order that rules refuse is a value, and stays refused under its client_id', async () => {
  const { account } = await openAccount()
  const huge = { ...MARKET, quantity: '1000', client_id: newClientId() }
  const refused = await account.place(huge)
  if (refused.placed) throw new Error('placed')
  expect(refused.violations.map(({ rule }) => rule)).toContain('insufficient_margin')
  expect(refused.violations[0].limit).toMatch(/^\d+(\.\d+)?$/)
  expect(await account.place(huge)).toEqual(refused)
  expect(() => orThrow(refused)).toThrow(InsufficientFunds)
})

test('the same client_id is the same order, with a different request an error', async () => {
  const { account } = await openAccount()
  const intent = { ...RESTING, client_id: newClientId() }
  const first = await account.place(intent)
  expect(await account.place(intent)).toEqual(first)
  expect(await account.workingOrders()).toHaveLength(1)
  expect(await account.findOrder(intent.client_id)).toMatchObject({ status: 'OPEN', price: '1000' })
  expect(await account.findOrder(newClientId())).toBeNull()
  await expect(account.place({ ...intent, quantity: '0.02' })).rejects.toThrow(DuplicateOrderId)
})

test('errors have classes, and say what the service said', async () => {
  const { trading, account } = await openAccount()
  await expect(account.place({ ...MARKET, symbol: 'NOPE-USD' })).rejects.toThrow(BadSymbol)
  await expect(trading.market.price('NOPE-USD')).rejects.toThrow(BadSymbol)
  const malformed = await account.place({ ...RESTING, price: undefined }).catch((error: unknown) => error)
  expect(malformed).toBeInstanceOf(InvalidOrder)
  expect(malformed).toMatchObject({
    status: 400,
    code: 'invalid_payload',
    requestId: expect.any(String) as string,
    issues: [{ path: ['price'], message: expect.any(String) as string }],
  })
  await expect(account.order(account.id)).rejects.toThrow(OrderNotFound)
  await expect(trading.account(newClientId()).get()).rejects.toThrow(NotFound)
  await expect(trading.createAccount({ plan_id: 'standard-100k' })).rejects.toThrow(OperationRejected)
  const { order } = orThrow(await account.place(MARKET))
  await expect(account.cancel(order.id)).rejects.toMatchObject({
    name: 'InvalidOrder',
    reason: 'order_not_working',
    body: { order: { quantity: '0.01', version: order.version } },
  })
})

test('a key without the scope, and one that is wrong, are told apart', async () => {
  const { key } = engine.as({ permissions: ['READ_ONLY'] })
  const reader = new TradingClient({ url: engine.baseUrl, key: key.key, secret: key.secret })
  await expect(reader.orders.place({ account_id: newClientId(), ...MARKET })).rejects.toThrow(PermissionDenied)
  const nobody = new TradingClient({ url: engine.baseUrl, key: key.key, secret: `${key.secret.slice(0, -1)}z` })
  const refused = await nobody.accounts().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AuthenticationError)
  expect(refused).not.toBeInstanceOf(PermissionDenied)
})

test('orders are changed and cancelled, one by one and all together', async () => {
  const { account } = await openAccount()
  const { order } = orThrow(await account.place(RESTING))
  expect(await account.modify(order.id, { price: '1100' })).toMatchObject({ price: '1100', version: order.version + 1 })
  expect(await account.cancel(order.id)).toMatchObject({ status: 'CANCELLED' })
  expect(await account.cancel(order.id)).toMatchObject({ status: 'CANCELLED' })
  await account.place(RESTING)
  await account.place(RESTING)
  expect((await account.cancelAll()).cancelled).toHaveLength(2)
})

test('public calls need no key', async () => {
  const { market } = new TradingClient({ url: engine.baseUrl })
  const { tick_size, lot_size } = await market.metadata('btc')
  expect([tick_size, lot_size].every((step) => /^\d+(\.\d+)?$/.test(step))).toBe(true)
  const { bids, sequence } = await market.orderbook('BTC-USD', { depth: 5 })
  expect(bids).toHaveLength(5)
  expect(bids[0]).toEqual([expect.any(String), expect.any(String)])
  expect(sequence).toEqual(expect.any(Number))
  expect((await market.config()).orderbook.default_depth).toBe(24)
  expect(await market.prices(['BTC-USD', 'ETH-USD'])).toHaveLength(2)
  expect((await market.tickers()).crypto.length).toBeGreaterThan(1)
  expect(await market.candles('BTC-USD', { pageSize: 2 }).take(3)).not.toHaveLength(0)
})

test('the key tells its budget in numbers', async () => {
  const { trading } = await openAccount()
  expect((await trading.key()).rate_limit.limit).toBe(100_000)
})

test('many orders go in batches, each with the result it would have had alone', async () => {
  const { account } = await openAccount()
  const orders = Array.from({ length: 60 }, (_, index) => ({ ...RESTING, price: String(1000 + index) }))
  const [wouldTake, offLot] = [
    { ...RESTING, price: '9000000', tif: 'GTX' } as const,
    { ...MARKET, quantity: '0.0000000001' },
  ]
  const results = await account.placeAll([...orders, wouldTake, offLot])
  expect(results).toHaveLength(62)
  expect(results.slice(0, 60).every(({ placed }) => placed === true)).toBe(true)
  expect(results.slice(60)).toMatchObject([
    { placed: false, violations: [{ rule: 'post_only' }] },
    { placed: null, error: { name: 'InvalidOrder', status: 400 } },
  ])
  expect(await account.workingOrders()).toHaveLength(60)
})

test('the kill switch cancels and closes, and holds the account until it is lifted', async () => {
  const { account } = await openAccount()
  await account.place(MARKET)
  const { order } = orThrow(await account.place(RESTING))
  const stopped = await account.useKillSwitch({ flatten: true })
  expect(stopped).toMatchObject({ cancelled: [order.id], account: { state: 'HALTED' } })
  expect(await account.positions()).toEqual([])
  expect(await account.place(MARKET)).toMatchObject({ placed: false, violations: [{ rule: 'account_state' }] })
  expect((await account.liftKillSwitch()).state).toBe('ACTIVE')
})

test("the dead-man's switch is armed, beats, and is disarmed", async () => {
  const { account } = await openAccount()
  // It beats three times in it: none of them comes between the two looks below.
  const timeout_ms = 3_600_000
  const guard = await account.armDeadManSwitch({ timeout_ms, action: 'CANCEL_ALL' })
  expect(guard.latest).toMatchObject({ armed: true, timeout_ms })
  expect(await account.deadManSwitch()).toEqual({ ...guard.latest, last_ran_out_at: null })
  await guard.disarm()
  expect(await account.deadManSwitch()).toMatchObject({ armed: false, expires_at: null })
})

test('a challenge is begun once a client_id, listed, and reset with a grant once it has ended', async () => {
  const phases = [{ id: 'funded', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED' }]
  const program = { id: 'instant', name: 'Instant', currency: 'USD', phases, reset: { allowed: true } }
  await engine.operator.put('/operator/v1/programs', { body: { programs: [program] } })
  const { key } = engine.as()
  const { challenges } = new TradingClient({ url: engine.baseUrl, key: key.key, secret: key.secret })
  expect(await challenges.programs()).toMatchObject([{ id: 'instant', version: 1 }])
  expect(await challenges.program('instant')).toMatchObject({ phases: [{ plan: { initial_balance: '100000' } }] })
  const intent = { program_id: 'instant', client_id: newClientId() }
  const begun = await challenges.begin(intent)
  expect(await challenges.begin(intent)).toEqual(begun)
  expect(await challenges.list({ status: 'FUNDED', pageSize: 1 }).take(5)).toEqual([begun])
  await expect(challenges.reset(begun.id)).rejects.toThrow(OperationRejected)
  const close = { body: { reason: 'left' } }
  await engine.operator.post(`/operator/v1/accounts/${begun.account_id}/close`, close)
  const grant = { reference: newClientId(), user_id: key.record.userId, challenge_id: begun.id }
  await engine.operator.post('/operator/v1/challenge-grants', { body: grant })
  const again = await challenges.reset(begun.id)
  expect(await challenges.get(begun.id)).toEqual(again)
  expect(again.accounts.map(({ attempt, state }) => [attempt, state])).toEqual([
    [1, 'CLOSED'],
    [2, 'ACTIVE'],
  ])
  expect(await challenges.grants().take(5)).toMatchObject([{ kind: 'RESET', account_id: again.account_id }])
})
