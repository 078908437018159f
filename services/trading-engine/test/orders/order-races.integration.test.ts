import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@ats/test-kit'
import Decimal from 'decimal.js'
import { accountCalls, type AccountCalls, type OrderRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { untilAnswered } from '../support/engine/until-answered.js'

/** Number of orders from each of the clients that race for one account. */
const ORDERS = process.env['SUITE'] === 'whole' ? 40 : 10

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ isBesideAnother: true })
  await insertPlan(engine.pool, 'wide', { exposure: WIDE_EXPOSURE })
})
beforeEach(() => engine.moveMarket('BTC-USD', 100_000))
afterAll(() => engine.close())

const open = async (planId?: string): Promise<AccountCalls & { readonly accountId: string }> => {
  const trader = await engine.trader(planId)
  return { ...accountCalls(trader), accountId: trader.accountId }
}

const limit = (side: 'BUY' | 'SELL', quantity: number, price: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'LIMIT',
  quantity,
  price,
  ...more,
})
const market = (side: 'BUY' | 'SELL', quantity: number) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
})

/** As the database has it: no read through the API, which would settle the account itself. */
const storedOrder = async (
  orderId: string,
): Promise<{ status: string; reason: string | null; filled_quantity: string }> => {
  const { rows } = await engine.pool.query<{ status: string; reason: string | null; filled_quantity: string }>(
    'select status, reason, filled_quantity from orders where id = $1',
    [orderId],
  )
  return rows[0]!
}

/** Waits until the market loop has ended the order. */
const ended = (orderId: string) =>
  pollUntil(
    () => storedOrder(orderId),
    ({ status }) => status !== 'OPEN' && status !== 'PARTIALLY_FILLED',
  )

describe('a resting LIMIT order', () => {
  test('is watched again after a restart', async () => {
    const database = await createTestDatabase('trading-engine')
    try {
      const before = await startEngine({ databaseUrl: database.url })
      await before.moveMarket('BTC-USD', 100_000)
      const trader = await before.trader()
      const { order } = await accountCalls(trader).placed(limit('BUY', 0.1, 99_000))
      await before.close()
      const after = await startEngine({ databaseUrl: database.url, sharedWallet: engine.wallet })
      try {
        await after.moveMarket('BTC-USD', 98_000)
        await pollUntil(
          async () =>
            (await after.pool.query<{ status: string }>('select status from orders where id = $1', [order.id])).rows[0],
          (row) => row?.status === 'FILLED',
        )
      } finally {
        await after.close()
      }
    } finally {
      await database.drop()
    }
  })
})

describe('the trading day', () => {
  /** As if the day had begun yesterday and was over. */
  const endDay = async (accountId: string): Promise<void> => {
    await engine.pool.query(`update trading_days set date = date - 1 where account_id = $1`, [accountId])
    await engine.pool.query(
      `update accounts set trading_day = trading_day - 1, day_ends_at = clock, version = version + 1 where id = $1`,
      [accountId],
    )
  }
  const days = async (accountId: string): Promise<unknown[]> => {
    const { rows } = await engine.pool.query<{ start_balance: string; start_equity: string }>(
      'select start_balance, start_equity from trading_days where account_id = $1 order by date',
      [accountId],
    )
    return rows.map((row) => [Number(row.start_balance), Number(row.start_equity)])
  }

  test('rolls at the first read after the reset of the plan, with the figures of that moment', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.5))
    await engine.moveMarket('BTC-USD', 101_000)
    const before = await account.summary()
    expect(before.realized_pnl).toBeLessThan(0)
    await endDay(account.accountId)
    expect(await days(account.accountId)).toEqual([[100_000, 100_000]])
    const after = await account.summary()
    expect(after).toEqual({ ...before, realized_pnl: 0 })
    expect(await days(account.accountId)).toEqual([
      [100_000, 100_000],
      [before.balance, before.equity],
    ])
    await account.summary()
    expect(await days(account.accountId)).toHaveLength(2)
  })

  test('20 concurrent reads roll it once', async () => {
    const account = await open()
    await endDay(account.accountId)
    await Promise.all(Array.from({ length: 20 }, () => account.summary()))
    expect(await days(account.accountId)).toHaveLength(2)
  })
})

describe('races', () => {
  let replica: TestEngine

  beforeAll(async () => {
    replica = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  })
  afterAll(() => replica.close())

  const fillsOf = async (orderIds: readonly string[]): Promise<Map<string, number>> => {
    const { rows } = await engine.pool.query<{ order_id: string; filled: string }>(
      'select order_id, sum(quantity) as filled from fills where order_id = any($1) group by order_id',
      [orderIds],
    )
    return new Map(rows.map(({ order_id: id, filled }) => [id, Number(filled)]))
  }

  test('cancelling while the market takes the order: it is either filled whole or not at all', async () => {
    const account = await open('wide')
    const placed = await Promise.all(Array.from({ length: 30 }, () => account.placed(limit('BUY', 0.01, 99_000))))
    const ids = placed.map(({ order }) => order.id)
    const moved = engine.moveMarket('BTC-USD', 98_000)
    const answers = []
    for (const id of ids) answers.push(await account.cancel<OrderRow | { order: OrderRow }>(id))
    await moved
    const final = await Promise.all(ids.map((id) => account.order(id)))
    const fills = await fillsOf(ids)
    for (const [index, order] of final.entries()) {
      const { status } = answers[index]!
      expect([status, order.status]).toEqual(status === 200 ? [200, 'CANCELLED'] : [409, 'FILLED'])
      expect(fills.get(order.id) ?? 0).toBe(order.filled_quantity)
    }
    const held = final.reduce((total, order) => total.plus(order.filled_quantity), new Decimal(0)).toNumber()
    expect((await account.positions())[0]?.quantity ?? 0).toBe(held)
  })

  test('two replicas watch one account: each order fills once', async () => {
    const trader = await engine.trader('wide')
    const calls = [accountCalls(trader), accountCalls({ ...trader, api: replica.api.with(trader.key.headers) })]
    const placeTen = async (lane: AccountCalls) => {
      const placed: OrderRow[] = []
      for (let order = 0; order < 10; order++) placed.push((await lane.placed(limit('BUY', 0.1, 99_000))).order)
      return placed
    }
    const placed = (await Promise.all(calls.map(placeTen))).flat()
    const ids = placed.map(({ id }) => id)
    await engine.moveMarket('BTC-USD', 98_000)
    await Promise.all(ids.map((id) => ended(id)))
    expect(await fillsOf(ids)).toEqual(new Map(ids.map((id) => [id, 0.1])))
    for (const account of calls) {
      expect(await account.orders()).toEqual([])
      expect((await account.positions()).map(({ quantity }) => quantity)).toEqual([2])
    }
  })

  // Two lanes a replica keep each busy for the other; with more, an order would wait for its own lane's turn too long.
  test('two replicas trade one account concurrently: every order gets a response', async () => {
    const trader = await engine.trader('wide')
    const calls = [accountCalls(trader), accountCalls({ ...trader, api: replica.api.with(trader.key.headers) })]
    const answers: { status: number; text: string }[] = []
    const placeInTurn = async (lane: AccountCalls): Promise<void> => {
      for (let order = 0; order < ORDERS; order++) {
        const requested = { ...limit('BUY', 0.001, 90_000), client_id: randomUUID() }
        answers.push(await untilAnswered(() => lane.place(requested)))
      }
    }
    await Promise.all(Array.from({ length: 4 }, (_, index) => placeInTurn(calls[index % 2]!)))
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    expect(await calls[0]!.orders()).toHaveLength(4 * ORDERS)
    expect(await calls[1]!.orders()).toHaveLength(4 * ORDERS)
  })

  test('50 parallel cancels of one order cancel it once, with equal answers', async () => {
    const account = await open()
    const { order } = await account.placed(limit('BUY', 0.1, 90_000))
    const answers = await Promise.all(Array.from({ length: 50 }, () => account.cancel(order.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await account.order(order.id)).version).toBe(2)
  })

  test('20 parallel closes of all of a position close it once', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.1))
    const answers = await Promise.all(Array.from({ length: 20 }, () => account.close({ symbol: 'BTC-USD' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)])
    expect([(await account.positions()).length, (await account.trades()).length]).toEqual([0, 2])
  })

  test('of 20 concurrent orders exactly as many rest as the plan allows', async () => {
    await insertPlan(engine.pool, 'two-orders', { exposure: { ...WIDE_EXPOSURE, max_open_orders: 2 } })
    const account = await open('two-orders')
    const answers = await Promise.all(Array.from({ length: 20 }, () => account.place(limit('BUY', 0.1, 90_000))))
    expect(answers.filter(({ body }) => body.order !== null)).toHaveLength(2)
    expect(await account.orders()).toHaveLength(2)
  })

  test('a replica cancels the order and closes the position that the other made, though it had loaded the account', async () => {
    const trader = await engine.trader()
    const [here, there] = [accountCalls(trader), accountCalls({ ...trader, api: replica.api.with(trader.key.headers) })]
    for (let round = 0; round < 5; round++) {
      const placed = await here.placed(limit('BUY', 0.1, 90_000))
      expect((await there.cancel(placed.order.id)).body).toMatchObject({ id: placed.order.id, status: 'CANCELLED' })
      const back = await there.placed(limit('BUY', 0.1, 90_000))
      expect((await here.cancel(back.order.id)).body).toMatchObject({ status: 'CANCELLED' })
    }
    await here.placed(market('BUY', 0.1))
    const closed = await there.close({ symbol: 'BTC-USD' })
    expect([closed.status, closed.body.position]).toEqual([200, null])
  })
})
