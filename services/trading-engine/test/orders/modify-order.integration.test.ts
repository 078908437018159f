/** Changing a working order over HTTP. */
import { uuidv7 } from 'uuidv7'
import type { ApiResponse } from '@ats/test-kit'
import { accountCalls, type OrderRow, type ProblemBody, type ViolationRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
beforeEach(() => engine.moveMarket('BTC-USD', 100_000))
afterAll(() => engine.close())

async function open() {
  const trader = await engine.trader()
  const modify = <T = OrderRow>(orderId: string, body: object): Promise<ApiResponse<T>> =>
    trader.api.post<T>(`/v1/account/${trader.accountId}/orders/${orderId}/modify`, { body })
  return { ...accountCalls(trader), modify }
}

const limit = (price: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'LIMIT',
  quantity: 0.5,
  price,
  ...more,
})

test('the order is answered as it now is, and is so wherever it is read', async () => {
  const account = await open()
  const { order } = await account.placed(limit(90_000, { client_id: 'grid-1', tif: 'GTD', expires_at: '2099-01-01' }))
  const { status, body } = await account.modify(order.id, {
    price: '91000',
    quantity: 0.7,
    expires_at: '2098-01-01T00:00:00Z',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: order.id,
    client_id: 'grid-1',
    price: 91_000,
    quantity: 0.7,
    remaining_quantity: 0.7,
    expires_at: '2098-01-01T00:00:00.000Z',
    status: 'OPEN',
    version: 2,
  })
  expect({ ...(await account.order(order.id)), warnings: [] }).toEqual(body)
  const { rows } = await engine.pool.query(
    'select limit_price::float8 as price, quantity::float8, version from orders where id = $1',
    [order.id],
  )
  expect(rows).toEqual([{ price: 91_000, quantity: 0.7, version: 2 }])
})

test('the answer to its placing stays what it was', async () => {
  const account = await open()
  const first = await account.place(limit(90_000, { client_id: 'once' }))
  await account.modify(first.body.order!.id, { price: 91_000 })
  const replay = await account.place(limit(90_000, { client_id: 'once' }))
  expect(replay.text).toBe(first.text)
})

test('a limit moved into the market fills there', async () => {
  const account = await open()
  const { order } = await account.placed(limit(90_000))
  expect((await account.modify(order.id, { price: 101_000 })).body).toMatchObject({ status: 'FILLED', price: 101_000 })
  expect(await account.trades()).toMatchObject([{ order_id: order.id, liquidity: 'TAKER' }])
})

test('a trigger is moved, and fires where it now is', async () => {
  const account = await open()
  const { order } = await account.placed({ ...limit(0), kind: 'STOP', price: undefined, trigger_price: 105_000 })
  expect((await account.modify(order.id, { trigger_price: 110_000 })).body).toMatchObject({
    trigger_price: 110_000,
    trigger_state: 'ARMED',
  })
  await engine.moveMarket('BTC-USD', 107_000)
  expect((await account.order(order.id)).trigger_state).toBe('ARMED')
})

test('what the rules refuse is 422 with every violation, and the order stays', async () => {
  const account = await open()
  const { order } = await account.placed(limit(90_000))
  const { status, body } = await account.modify<ProblemBody & { violations: ViolationRow[] }>(order.id, {
    quantity: 40,
  })
  expect([status, body.error, body.violations.map(({ rule }) => rule)]).toEqual([
    422,
    'risk_rejected',
    expect.arrayContaining(['symbol_exposure_cap', 'insufficient_margin']),
  ])
  expect(await account.order(order.id)).toEqual(order)
})

test('of two that change the same version, one does', async () => {
  const account = await open()
  const { order } = await account.placed(limit(90_000))
  const answers = await Promise.all(
    [91_000, 92_000].map((price) => account.modify<ProblemBody>(order.id, { price, version: 1 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'version', order: { version: 2 } })
})

test('an order that has ended is 409 with it; one that is not there, or not yours, is 404', async () => {
  const account = await open()
  const { order } = await account.placed(limit(90_000))
  await account.cancel(order.id)
  expect(await account.modify(order.id, { price: 1 })).toMatchObject({
    status: 409,
    body: { reason: 'order_not_working', order: { status: 'CANCELLED' } },
  })
  const stranger = await open()
  expect((await stranger.modify(order.id, { price: 1 })).status).toBe(404)
  expect((await account.modify(uuidv7(), { price: 1 })).status).toBe(404)
})
