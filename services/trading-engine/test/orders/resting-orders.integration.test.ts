import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@ats/test-kit'
import Decimal from 'decimal.js'
import { accountCalls, type AccountCalls, type OrderRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Stage } from '../support/stage.js'
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
const market = (side: 'BUY' | 'SELL', quantity: number, symbol = 'BTC-USD') => ({
  symbol,
  side,
  kind: 'MARKET',
  quantity,
})

/** As the database has it: no read through the API, which would settle the account itself. */
const storedOrder = async (
  orderId: string,
  { pool }: Pick<TestEngine, 'pool'> = engine,
): Promise<{ status: string; reason: string | null; filled_quantity: string }> => {
  const { rows } = await pool.query<{ status: string; reason: string | null; filled_quantity: string }>(
    'select status, reason, filled_quantity from orders where id = $1',
    [orderId],
  )
  return rows[0]!
}

/** Waits until the market loop has ended the order. */
const ended = (orderId: string, on: Pick<TestEngine, 'pool'> = engine) =>
  pollUntil(
    () => storedOrder(orderId, on),
    ({ status }) => status !== 'OPEN' && status !== 'PARTIALLY_FILLED',
  )

const eventsOf = async (orderId: string): Promise<string[]> => {
  const { rows } = await engine.pool.query<{ event: string }>(
    `select type || coalesce(' ' || (data::jsonb ->> 'cancelled_by'), '') as event from whole_events
     where data::jsonb #>> '{order,id}' = $1 order by sequence`,
    [orderId],
  )
  return rows.map(({ event }) => event)
}

describe('a resting LIMIT order', () => {
  test.each([
    ['BUY', 99_000, 98_000, 'LONG'],
    ['SELL', 101_000, 102_000, 'SHORT'],
  ] as const)(
    '%s fills at its own price, as maker, once the market has gone through it',
    async (side, price, to, direction) => {
      const account = await open()
      const { order } = await account.placed(limit(side, 0.5, price, { client_id: 'rests' }))
      await engine.moveMarket('BTC-USD', to)
      await ended(order.id)
      expect(await account.order(order.id)).toMatchObject({
        status: 'FILLED',
        price,
        average_price: price,
        filled_quantity: 0.5,
        remaining_quantity: 0,
        reason: null,
      })
      const fee = new Decimal(price).times(0.5).times('0.0004').toNumber()
      expect(await account.trades()).toMatchObject([
        { order_id: order.id, client_id: 'rests', quantity: 0.5, price, liquidity: 'MAKER', fee, realized_pnl: 0 },
      ])
      expect(await account.positions()).toMatchObject([
        { direction, quantity: 0.5, entry_price: price, mark_price: to },
      ])
      expect((await account.summary()).balance).toBe(new Decimal(100_000).minus(fee).toNumber())
      expect(await eventsOf(order.id)).toEqual(['order.ack', 'order.fill'])
    },
  )

  test('that the market has not reached stays, while the ones beside it fill', async () => {
    const account = await open()
    const far = await account.placed(limit('BUY', 0.1, 97_000))
    const sell = await account.placed(limit('SELL', 0.1, 101_000))
    const near = await account.placed(limit('BUY', 0.1, 99_000))
    await engine.moveMarket('BTC-USD', 98_000)
    await ended(near.order.id)
    expect((await account.orders()).map(({ id }) => id)).toEqual([sell.order.id, far.order.id])
  })

  test('whose margin is gone when the market comes ends REJECTED', async () => {
    const account = await open('wide')
    await engine.moveMarket('ETH-USD', 2_000)
    await account.placed(market('BUY', 500, 'ETH-USD'))
    const { order } = await account.placed(limit('BUY', 8, 99_000))
    // 500 ETH lose 160 USD each: of 100,000 some 19,000 are left, under the 46,000 that they need as margin themselves.
    await engine.moveMarket('ETH-USD', 1_840)
    await engine.moveMarket('BTC-USD', 98_000)
    expect(await ended(order.id)).toMatchObject({
      status: 'REJECTED',
      reason: 'insufficient_margin',
      filled_quantity: expect.stringMatching(/^0\.0+$/) as string,
    })
    expect(await eventsOf(order.id)).toEqual(['order.ack', 'order.cancel RISK'])
    // What is left of the margin does not cover maintenance either.
    expect(await account.closedPositions()).toMatchObject([{ symbol: 'ETH-USD', close_reason: 'LIQUIDATION' }])
  })

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

describe('a resting LIMIT order, by a clock that stands still between two steps', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage('2026-07-01T12:00:00Z', around(100_000))
    await insertPlan(stage.pool, 'wide', { exposure: WIDE_EXPOSURE })
  })
  beforeEach(() => stage.set(around(100_000)))
  afterAll(() => stage.close())

  test('fills as the book has depth at its price: several fills of different books', async () => {
    const account = await stage.actor('wide')
    const { order } = await account.placed(limit('BUY', 8, 99_000))
    // The ask comes to stand at the limit itself: the best level is all there is, some 2 BTC a book.
    const atLimit = { 'BTC-USD': { bid: 98_998.5, ask: 99_000 } }
    await stage.step([account], atLimit)
    const partly = await account.order(order.id)
    expect(partly.status).toBe('PARTIALLY_FILLED')
    expect(partly.remaining_quantity).toBe(new Decimal(8).minus(partly.filled_quantity).toNumber())
    while ((await account.order(order.id)).status === 'PARTIALLY_FILLED') await stage.step([account], atLimit)
    expect((await account.order(order.id)).status).toBe('FILLED')
    const { rows } = await stage.pool.query<{ quantity: string; price: string; books: string }>(
      'select quantity, price, count(*) over (partition by book_sequence) as books from fills where order_id = $1',
      [order.id],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.map(({ price, books }) => [Number(price), books])).toEqual(rows.map(() => [99_000, '1']))
    expect(Math.max(...rows.map(({ quantity }) => Number(quantity)))).toBeLessThan(3)
    expect((await account.positions())[0]).toMatchObject({ quantity: 8, entry_price: 99_000 })
  })

  test('that is partly filled can be cancelled and keeps what it has', async () => {
    const account = await stage.actor('wide')
    const { order } = await account.placed(limit('BUY', 8, 100_010))
    expect(order.status).toBe('PARTIALLY_FILLED')
    await stage.step([account], around(110_000))
    const { body } = await account.cancel(order.id)
    expect(body).toMatchObject({ status: 'CANCELLED', reason: 'user_cancelled', quantity: 8 })
    expect((await account.positions())[0]?.quantity).toBe(body.filled_quantity)
    expect(await account.orders()).toEqual([])
  })

  test('GTD ends EXPIRED by itself, while nobody asks', async () => {
    const account = await stage.actor()
    const expiresAt = new Date(Date.parse(stage.now()) + 1_000).toISOString()
    const { order } = await account.placed(limit('BUY', 0.1, 90_000, { tif: 'GTD', expires_at: expiresAt }))
    expect(order.status).toBe('OPEN')
    stage.set({}, expiresAt)
    expect(await ended(order.id, stage)).toMatchObject({ status: 'EXPIRED', reason: 'expired' })
    const { rows } = await stage.pool.query<{ is_late: boolean }>(
      'select updated_at >= expires_at as is_late from orders where id = $1',
      [order.id],
    )
    expect(rows).toEqual([{ is_late: true }])
    expect(await account.events(order.id)).toEqual(['order.ack', 'order.cancel SYSTEM'])
  })
})

describe('reduce-only orders', () => {
  const reduce = { flags: { reduce_only: true } }

  test('each as large as the position: the first to fill ends the other, and nothing flips', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.2))
    const first = await account.placed(limit('SELL', 0.2, 101_000, reduce))
    const second = await account.placed(limit('SELL', 0.2, 101_500, reduce))
    await engine.moveMarket('BTC-USD', 103_000)
    expect((await ended(first.order.id)).status).toBe('FILLED')
    expect(await ended(second.order.id)).toMatchObject({ status: 'CANCELLED', reason: 'reduce_only' })
    expect(await account.positions()).toEqual([])
    expect(await account.closedPositions()).toMatchObject([{ quantity: 0.2, exit_price: 101_000 }])
    expect(await eventsOf(second.order.id)).toEqual(['order.ack', 'order.cancel SYSTEM'])
  })

  test('fill no further than what is left of the position when they are reached', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.2))
    const { order } = await account.placed(limit('SELL', 0.2, 101_000, reduce))
    await account.close({ symbol: 'BTC-USD', quantity: 0.15 })
    await engine.moveMarket('BTC-USD', 102_000)
    await ended(order.id)
    expect(await account.order(order.id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'reduce_only',
      filled_quantity: 0.05,
      remaining_quantity: 0.15,
      average_price: 101_000,
    })
    expect(await account.positions()).toEqual([])
  })

  test('end in the decision that flips their position', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.2))
    const { order } = await account.placed(limit('SELL', 0.2, 101_000, reduce))
    await account.placed(market('SELL', 0.3))
    expect(await account.order(order.id)).toMatchObject({ status: 'CANCELLED', reason: 'reduce_only' })
    expect(await account.positions()).toMatchObject([{ direction: 'SHORT', quantity: 0.1 }])
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

  test('rolls at the first command after it too, and ends GTD orders of that day', async () => {
    const account = await open()
    const { order } = await account.placed(limit('BUY', 0.1, 90_000, { tif: 'GTD' }))
    await engine.pool.query('update orders set expires_at = created_at where id = $1', [order.id])
    await endDay(account.accountId)
    const { order: next } = await account.placed(limit('BUY', 0.1, 90_000))
    expect((await account.order(order.id)).status).toBe('EXPIRED')
    expect((await account.orders()).map(({ id }) => id)).toEqual([next.id])
    expect(await days(account.accountId)).toHaveLength(2)
  })

  test('20 concurrent reads roll it once', async () => {
    const account = await open()
    await endDay(account.accountId)
    await Promise.all(Array.from({ length: 20 }, () => account.summary()))
    expect(await days(account.accountId)).toHaveLength(2)
  })

  test('ends at the reset of the plan, in its own zone', async () => {
    for (const [planId, hour, zone] of [
      ['one-step-50k', 0, 'Europe/Prague'],
      ['instant-25k', 17, 'America/New_York'],
      ['standard-100k', 0, 'UTC'],
    ] as const) {
      const { day_ends_at: endsAt } = await (await open(planId)).summary()
      const local = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
      expect(local.format(new Date(endsAt))).toBe(`${String(hour).padStart(2, '0')}:00`)
      expect(Date.parse(endsAt)).toBeGreaterThan(Date.now())
      expect(Date.parse(endsAt)).toBeLessThan(Date.now() + 25 * 3_600_000)
    }
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
})
