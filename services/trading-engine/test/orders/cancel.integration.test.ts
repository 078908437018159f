import { accountCalls, type AccountCalls, type OrderRow, type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let engine: TestEngine
let replica: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  replica = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(async () => {
  await replica.close()
  await engine.close()
})

const rest = (more: object = {}) => ({
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'LIMIT',
  quantity: 0.1,
  price: 90_000,
  ...more,
})
const ether = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 100 }

const open = async (): Promise<AccountCalls> => accountCalls(await engine.trader())

const eventsOf = async (orderId: string): Promise<unknown[]> => {
  const { rows } = await engine.pool.query<{ type: string; cancelled_by: string | null }>(
    `select type, data::jsonb ->> 'cancelled_by' as cancelled_by from whole_events
     where data::jsonb #>> '{order,id}' = $1 order by sequence`,
    [orderId],
  )
  return rows.map(({ type, cancelled_by }) => [type, cancelled_by])
}

describe('cancel', () => {
  test('of a working order answers its final state and frees what it reserved', async () => {
    const account = await open()
    const { order } = await account.placed(rest())
    expect((await account.summary()).reserved_margin).toBe(450)
    const { status, body } = await account.cancel(order.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...order,
      status: 'CANCELLED',
      reason: 'user_cancelled',
      version: 2,
      updated_at: expect.any(String) as string,
    })
    expect(await account.order(order.id)).toEqual(body)
    expect(await account.orders()).toEqual([])
    expect((await account.summary()).reserved_margin).toBe(0)
    expect(await eventsOf(order.id)).toEqual([
      ['order.ack', null],
      ['order.cancel', 'USER'],
    ])
  })

  test('twice answers the same and changes nothing', async () => {
    const account = await open()
    const { order } = await account.placed(rest())
    const first = await account.cancel(order.id)
    const second = await account.cancel(order.id)
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(await eventsOf(order.id)).toHaveLength(2)
  })

  test('ignores a body', async () => {
    const trader = await engine.trader()
    const { order } = await accountCalls(trader).placed(rest())
    const { status } = await trader.api.post(`/v1/account/${trader.accountId}/orders/${order.id}/cancel`, {
      body: { anything: ['goes'] },
    })
    expect(status).toBe(200)
  })

  test.each([
    ['filled', { kind: 'MARKET', price: null }, 'FILLED'],
    ['expired', { tif: 'IOC' }, 'EXPIRED'],
  ])('of an order that has %s is 409 with the order', async (_what, more, state) => {
    const account = await open()
    const { order } = await account.placed(rest(more))
    const { status, body } = await account.cancel<ProblemBody>(order.id)
    expect([status, body.error, body.reason]).toEqual([409, 'conflict', 'order_not_working'])
    expect(body.order).toEqual(order)
    expect(body.order?.status).toBe(state)
  })

  test("of an unknown order, a malformed id and another account's order is 404", async () => {
    const [account, other] = [await open(), await open()]
    const { order } = await other.placed(rest())
    for (const id of ['018f0000-0000-7000-8000-000000000000', 'nonsense', order.id]) {
      const { status, body } = await account.cancel<ProblemBody>(id)
      expect([status, body.error]).toEqual([404, 'not_found'])
    }
    expect((await other.order(order.id)).status).toBe('OPEN')
  })

  test('50 parallel cancels of one order cancel it once, with equal answers', async () => {
    const account = await open()
    const { order } = await account.placed(rest())
    const answers = await Promise.all(Array.from({ length: 50 }, () => account.cancel(order.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await eventsOf(order.id)).toHaveLength(2)
  })

  test('of an order placed at another replica, whose account this one had in memory before', async () => {
    const trader = await engine.trader()
    const [here, there] = [accountCalls(trader), accountCalls({ ...trader, api: replica.api.with(trader.key.headers) })]
    for (let round = 0; round < 5; round++) {
      const placed = await here.placed(rest())
      const cancelled = await there.cancel(placed.order.id)
      expect([cancelled.status, cancelled.body]).toMatchObject([200, { id: placed.order.id, status: 'CANCELLED' }])
      const back = await there.placed(rest())
      expect((await here.cancel(back.order.id)).body).toMatchObject({ status: 'CANCELLED' })
    }
  })

  test('close-position sees the position that another replica has opened', async () => {
    const trader = await engine.trader()
    const [here, there] = [accountCalls(trader), accountCalls({ ...trader, api: replica.api.with(trader.key.headers) })]
    await there.summary()
    await here.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
    const closed = await there.close({ symbol: 'BTC-USD' })
    expect([closed.status, closed.body.position]).toEqual([200, null])
  })
})

describe('cancel-all', () => {
  const ids = (orders: readonly OrderRow[]): string[] => orders.map(({ id }) => id).sort()

  test.each([
    ['without a body', undefined],
    ['with an empty body', {}],
  ])('%s cancels every working order', async (_what, body) => {
    const account = await open()
    const placed = [await account.placed(rest()), await account.placed(ether), await account.placed(rest())]
    await account.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
    const answer = await account.cancelAll(body)
    expect(answer.status).toBe(200)
    expect(ids(answer.body.cancelled)).toEqual(ids(placed.map(({ order }) => order)))
    expect(answer.body.failed).toEqual([])
    expect(answer.body.cancelled.map(({ status, reason }) => [status, reason])).toEqual(
      Array(3).fill(['CANCELLED', 'user_cancelled']),
    )
    expect(await account.orders()).toEqual([])
    expect(await account.positions()).toHaveLength(1)
    const again = await account.cancelAll(body)
    expect(again.body).toEqual({ cancelled: [], failed: [] })
  })

  test('of a symbol, however it is spelt, leaves the others', async () => {
    const account = await open()
    const bitcoin = await account.placed(rest())
    const other = await account.placed(ether)
    const { body } = await account.cancelAll({ symbol: 'btc/usdc' })
    expect(ids(body.cancelled)).toEqual([bitcoin.order.id])
    expect(ids(await account.orders())).toEqual([other.order.id])
  })

  test('with a client_id is done once: orders placed since stay, also when the symbol is spelt otherwise', async () => {
    const account = await open()
    await account.placed(rest())
    const first = await account.cancelAll({ client_id: 'all', symbol: 'BTC-USD' })
    const { order } = await account.placed(rest())
    const second = await account.cancelAll({ client_id: 'all', symbol: 'btcusdt' })
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await account.order(order.id)).status).toBe('OPEN')
    const other = await account.cancelAll<ProblemBody>({ client_id: 'all' })
    expect([other.status, other.body.reason]).toEqual([409, 'client_id_reuse'])
  })

  test("another user's account is 404", async () => {
    const mine = await engine.trader()
    const { order } = await accountCalls(mine).placed(rest())
    const { api } = engine.as()
    expect((await accountCalls({ api, accountId: mine.accountId }).cancelAll()).status).toBe(404)
    expect((await accountCalls(mine).order(order.id)).status).toBe('OPEN')
  })
})
