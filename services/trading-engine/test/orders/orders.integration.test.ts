/**
 * The operations on orders over HTTP: what each answers, stores and shows afterwards. Which orders fill, rest or are
 * refused is tested in `src/core`.
 */
import Decimal from 'decimal.js'
import { accountCalls, type OrderRow, type ProblemBody, type TradeRow } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'

const GMX_TAKER_RATE = '0.0006'

let engine: TestEngine
let bid: number
let ask: number

beforeAll(async () => {
  engine = await startEngine()
  await insertPlan(engine.pool, 'whale', {
    initial_balance: '100000000',
    exposure: { ...WIDE_EXPOSURE, max_leverage: '100' },
  })
})
beforeEach(async () => {
  await engine.moveMarket('BTC-USD', 100_000)
  const { body } = await engine.api.get<{ bid: number; ask: number }>('/v1/price?symbol=BTC-USD')
  ;({ bid, ask } = body)
})
afterAll(() => engine.close())

/** Calls of an account, with those that few tests need. */
async function open(planId?: string) {
  const trader: Trader = await engine.trader(planId)
  const { api, accountId } = trader
  return {
    ...trader,
    ...accountCalls(trader),
    modify: <T = OrderRow>(orderId: string, body: object) =>
      api.post<T>(`/v1/account/${accountId}/orders/${orderId}/modify`, { body }),
    preview: <T = PreviewBody>(order: object) =>
      api.post<T>('/v1/order/preview', { body: { account_id: accountId, ...order } }),
  }
}

interface PreviewBody {
  readonly order: Readonly<Record<string, unknown>> | null
  readonly fills: readonly { readonly quantity: number; readonly price: number; readonly fee: number }[]
  readonly violations: readonly { readonly rule: string }[]
  readonly position: { readonly quantity: number } | null
  readonly before: Readonly<Record<string, number>>
  readonly after: Readonly<Record<string, number>>
}

const market = (side: 'BUY' | 'SELL', quantity: number | string, more: object = {}) => ({
  ...{ symbol: 'BTC-USD', side, kind: 'MARKET', quantity },
  ...more,
})
const limit = (price: number, more: object = {}) => ({
  ...{ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.5, price },
  ...more,
})
const trigger = (kind: string, at: number, more: object = {}) => ({
  ...{ symbol: 'BTC-USD', side: 'SELL', kind, quantity: 0.5, trigger_price: at },
  ...more,
})

const feeOf = (trade: Pick<TradeRow, 'quantity' | 'price'>): number =>
  new Decimal(trade.quantity).times(trade.price).times(GMX_TAKER_RATE).toDecimalPlaces(6, Decimal.ROUND_UP).toNumber()
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total.plus(value), new Decimal(0)).toNumber()

describe('placing', () => {
  test.each([
    ['GTC', { status: 'OPEN', tif: 'GTC', expires_at: null, reason: null }],
    ['GTX', { status: 'OPEN', tif: 'GTX', reason: null, flags: { post_only: true } }],
    ['IOC', { status: 'EXPIRED', tif: 'IOC', reason: 'time_in_force' }],
  ])('a LIMIT order away from the market, %s, is read back as it was answered', async (tif, expected) => {
    const account = await open()
    const { order, trades, violations } = await account.placed(limit(90_000, { tif }))
    expect(order).toMatchObject({ price: 90_000, average_price: null, filled_quantity: 0, remaining_quantity: 0.5 })
    expect(order).toMatchObject(expected)
    expect([trades, violations]).toEqual([[], []])
    expect((await account.orders()).map(({ id }) => id)).toEqual(expected.status === 'OPEN' ? [order.id] : [])
    expect(await account.order(order.id)).toEqual(order)
  })

  test('a MARKET order has the average price and the fees of its fills', async () => {
    const account = await open('whale')
    const { order, trades } = await account.placed(market('BUY', 5))
    const prices = trades.map(({ price }) => price)
    expect(prices.length).toBeGreaterThan(1)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    expect(sum(trades.map(({ quantity }) => quantity))).toBe(5)
    const paid = trades.reduce(
      (total, { quantity, price }) => total.plus(new Decimal(quantity).times(price)),
      new Decimal(0),
    )
    expect(order.price).toBe(order.average_price)
    expect(order.price).toBeCloseTo(paid.div(5).toNumber(), 9)
    expect(order.fees).toBe(sum(trades.map(({ fee }) => fee)))
    const [position] = await account.positions()
    expect(position).toMatchObject({ quantity: 5, entry_price: order.average_price, id: order.position_id })
  })

  test('a trade has order, position, fee, liquidity and realised PnL; the balance is what they leave', async () => {
    const account = await open()
    const bought = await account.placed(market('BUY', 0.3, { client_id: 'in-1' }))
    const sold = await account.placed(market('SELL', 0.1))
    const [[entry], [exit]] = [bought.trades, sold.trades]
    expect(entry).toMatchObject({
      ...{ order_id: bought.order.id, position_id: bought.order.position_id, client_id: 'in-1' },
      ...{ symbol: 'BTC-USD', venue: 'GMX', side: 'BUY', quantity: 0.3, price: ask, liquidity: 'TAKER' },
      ...{ realized_pnl: 0, fee: feeOf({ quantity: 0.3, price: ask }) },
    })
    expect(exit).toMatchObject({
      ...{ client_id: null, side: 'SELL', price: bid, position_id: bought.order.position_id },
      ...{
        realized_pnl: new Decimal(bid).minus(ask).times(0.1).toNumber(),
        fee: feeOf({ quantity: 0.1, price: bid }),
      },
    })
    expect(await account.trades()).toEqual([exit, entry])
    const expected = new Decimal(100_000).plus(exit!.realized_pnl).minus(sum([entry!.fee, exit!.fee]))
    expect((await account.summary()).balance).toBe(expected.toNumber())
  })

  test('a trigger with a limit shows it, one without shows none, and each price keeps what was asked for it', async () => {
    const account = await open()
    const { order: stop } = await account.placed(trigger('STOP', 90_000.004))
    const { order: stopLimit } = await account.placed(trigger('STOP', 90_000.004, { price: 89_999.999 }))
    const requested = { trigger_price: 90_000, requested_trigger_price: 90_000.004 }
    expect(stop).toMatchObject({ ...requested, price: 90_000, limit_price: null, requested_price: null })
    expect(stopLimit).toMatchObject({ ...requested, price: 90_000, limit_price: 90_000, requested_price: 89_999.999 })
    expect(await account.orders()).toEqual([stopLimit, stop])
  })

  test('orders that older versions stored are read as they meant them', async () => {
    const account = await open()
    const { order: first } = await account.placed(trigger('STOP', 90_000))
    const { order: second } = await account.placed(trigger('STOP', 90_000, { price: 89_000 }))
    await engine.pool.query('update orders set requested_price = 90000.004 where id = any($1)', [[first.id, second.id]])
    const [stopLimit, stop] = await account.orders('?status=all') // read from the rows
    expect(stop).toMatchObject({ requested_price: null, requested_trigger_price: 90_000.004 })
    expect(stopLimit).toMatchObject({ requested_price: 90_000.004, requested_trigger_price: null })
  })

  test('?decimals=string writes every quantity, price and amount as text', async () => {
    const account = await open()
    const { body } = await account.place(market('BUY', '0.10'), '?decimals=string')
    const price = String(ask)
    expect(body.order).toMatchObject({
      ...{ quantity: '0.1', price, average_price: price, filled_quantity: '0.1', remaining_quantity: '0' },
      fees: String(feeOf({ quantity: 0.1, price: ask })),
    })
    expect(body.trades[0]).toMatchObject({ quantity: '0.1', price, realized_pnl: '0' })
    const refused = await account.place(limit(90_000, { quantity: 10 }), '?decimals=string')
    expect(refused.body.violations[0]).toMatchObject({ rule: 'symbol_exposure_cap', limit: '500000' })
  })
})

describe('reading', () => {
  test('working orders, newest first, unless all are asked for; one client_id among all of them', async () => {
    const account = await open()
    const done = await account.placed(market('BUY', 0.1, { client_id: 'done' }))
    const older = await account.placed(limit(90_000, { client_id: 'older' }))
    const newer = await account.placed(limit(91_000))
    const ids = async (query: string) => (await account.orders(query)).map(({ id }) => id)
    const [first, second, third] = [newer.order.id, older.order.id, done.order.id]
    expect(await ids('')).toEqual([first, second])
    expect(await ids('?status=working')).toEqual([first, second])
    expect(await ids('?status=all')).toEqual([first, second, third])
    expect(await ids('?client_id=done')).toEqual([third])
    expect(await ids('?client_id=done&status=working')).toEqual([])
    expect(await ids('?client_id=never&status=all')).toEqual([])
    expect(await ids('?status=all&limit=1')).toEqual([first])
    expect(await ids(`?status=all&to=${done.order.created_at}`)).toEqual([third])
    expect(await ids(`?from=${newer.order.created_at}`)).toEqual([first])
  })

  test('all working orders are listed without a limit, also more than a page', async () => {
    const account = await open('whale')
    for (let wave = 0; wave < 6; wave++)
      await Promise.all(Array.from({ length: 20 }, () => account.placed(limit(90_000, { quantity: 0.001 }))))
    const whole = await account.api.get<unknown[]>(`/v1/account/${account.accountId}/orders`)
    expect([whole.body.length, whole.headers['x-has-more']]).toEqual([120, 'false'])
    const all = await account.api.get<unknown[]>(`/v1/account/${account.accountId}/orders?status=all`)
    expect([all.body.length, all.headers['x-has-more']]).toEqual([100, 'true'])
  })
})

describe('cancelling', () => {
  const eventsOf = async (orderId: string): Promise<unknown[]> => {
    const { rows } = await engine.pool.query<{ type: string; cancelled_by: string | null }>(
      `select type, data::jsonb ->> 'cancelled_by' as cancelled_by from whole_events
       where data::jsonb #>> '{order,id}' = $1 order by sequence`,
      [orderId],
    )
    return rows.map(({ type, cancelled_by: by }) => [type, by])
  }

  test('a working order answers its final state and frees its margin; again answers the same', async () => {
    const account = await open()
    const { order } = await account.placed(limit(90_000))
    expect((await account.summary()).reserved_margin).toBe(2_250)
    const { status, body, text } = await account.cancel(order.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: order.id, status: 'CANCELLED', reason: 'user_cancelled', version: 2 })
    expect(await account.order(order.id)).toEqual(body)
    expect([(await account.orders()).length, (await account.summary()).reserved_margin]).toEqual([0, 0])
    // A body is not looked at.
    const path = `/v1/account/${account.accountId}/orders/${order.id}/cancel`
    expect((await account.api.post(path, { body: { anything: ['goes'] } })).text).toBe(text)
    expect(await eventsOf(order.id)).toEqual([
      ['order.ack', null],
      ['order.cancel', 'USER'],
    ])
  })

  test('an order that has ended is 409 with the order', async () => {
    const account = await open()
    for (const more of [{ kind: 'MARKET', price: null }, { tif: 'IOC' }]) {
      const { order } = await account.placed(limit(90_000, more))
      const { status, body } = await account.cancel<ProblemBody>(order.id)
      expect([status, body]).toMatchObject([409, { error: 'conflict', reason: 'order_not_working', order }])
    }
  })

  test.each([
    ['without a body', undefined],
    ['with an empty body', {}],
  ])('all orders, %s, leaves positions', async (_what, body) => {
    const account = await open()
    const ether = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 100 }
    const placed = [await account.placed(limit(90_000)), await account.placed(ether)]
    await account.placed(market('BUY', 0.1))
    const answer = await account.cancelAll(body)
    expect(answer.body.cancelled.map(({ id, status, reason }) => [id, status, reason]).sort()).toEqual(
      placed.map(({ order }) => [order.id, 'CANCELLED', 'user_cancelled']).sort(),
    )
    expect(answer.body.failed).toEqual([])
    expect([(await account.orders()).length, (await account.positions()).length]).toEqual([0, 1])
    expect((await account.cancelAll(body)).body).toEqual({ cancelled: [], failed: [] })
  })
})

describe('closing a position', () => {
  test('all of it at the market, and then there is none', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.3))
    const { status, body } = await account.close({ symbol: 'btc/usdt' })
    expect(status).toBe(200)
    const realized = new Decimal(bid).minus(ask).times(0.3).toNumber()
    expect(body).toMatchObject({
      order: {
        kind: 'MARKET',
        side: 'SELL',
        status: 'FILLED',
        quantity: 0.3,
        price: bid,
        flags: { reduce_only: true },
      },
      ...{ trades: [{ quantity: 0.3, price: bid, realized_pnl: realized }], violations: [], position: null },
    })
    expect(await account.positions()).toEqual([])
    expect(await account.closedPositions()).toMatchObject([{ id: body.order?.position_id, close_reason: 'USER' }])
    expect(await account.close({ symbol: 'BTC-USD' })).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  test('a part, with a limit that rests; what remains is in the answer', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.3))
    const part = await account.close({ symbol: 'BTC-USD', quantity: '0.1' })
    expect(part.body.position).toMatchObject({ quantity: 0.2, entry_price: ask })
    expect(await account.positions()).toEqual([part.body.position])
    const resting = await account.close({ symbol: 'BTC-USD', kind: 'LIMIT', price: 110_000 })
    expect(resting.body).toMatchObject({
      order: { kind: 'LIMIT', status: 'OPEN', price: 110_000, tif: 'GTC', flags: { reduce_only: true } },
      ...{ trades: [], position: { quantity: 0.2 } },
    })
    const refused = await account.close({ symbol: 'BTC-USD', kind: 'LIMIT', price: 90_000, tif: 'GTX' })
    expect(refused.body).toMatchObject({
      order: null,
      violations: [{ rule: 'post_only' }],
      position: { quantity: 0.2 },
    })
  })
})

describe('modifying', () => {
  test('the order is answered as it now is, and stored so; the answer to its placing stays what it was', async () => {
    const account = await open()
    const request = limit(90_000, { client_id: 'grid-1', tif: 'GTD', expires_at: '2099-01-01' })
    const placed = await account.place(request)
    const { id } = placed.body.order!
    const change = { price: '91000', quantity: 0.7, expires_at: '2098-01-01T00:00:00Z' }
    const { status, body } = await account.modify(id, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ id, client_id: 'grid-1', price: 91_000, quantity: 0.7, remaining_quantity: 0.7 },
      ...{ expires_at: '2098-01-01T00:00:00.000Z', status: 'OPEN', version: 2 },
    })
    expect({ ...(await account.order(id)), warnings: [] }).toEqual(body)
    const { rows } = await engine.pool.query(
      'select limit_price::float8 as price, quantity::float8, version from orders where id = $1',
      [id],
    )
    expect(rows).toEqual([{ price: 91_000, quantity: 0.7, version: 2 }])
    expect((await account.place(request)).text).toBe(placed.text)
  })

  test('of two that change the same version, one does', async () => {
    const account = await open()
    const { order } = await account.placed(limit(90_000))
    const answers = await Promise.all(
      [91_000, 92_000].map((price) => account.modify<ProblemBody>(order.id, { price, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ reason: 'version', order: { version: 2 } })
  })
})

describe('a preview', () => {
  test('has the order, fills and account that placing it then gives', async () => {
    const account = await open()
    const { body } = await account.preview(market('BUY', 1))
    const { order, trades } = await account.placed(market('BUY', 1))
    expect(body).toMatchObject({ violations: [], position: { quantity: 1 } })
    expect(body.order).toMatchObject({ status: order.status, average_price: order.average_price, fees: order.fees })
    const pick = ({ quantity, price, fee }: PreviewBody['fills'][number]) => [quantity, price, fee]
    expect(body.fills.map(pick)).toEqual(trades.map(pick))
    const summary = await account.summary()
    expect(body.before).toMatchObject({ balance: 100_000, used_margin: 0, free_margin: 100_000 })
    expect(body.after).toMatchObject({ balance: summary.balance, used_margin: summary.used_margin })
  })

  test('stores no order and no client_id, and shows every rule that a refused order breaks', async () => {
    const account = await open()
    await account.preview(market('BUY', 1, { client_id: 'dry' }))
    expect(await account.orders('?status=all')).toEqual([])
    expect((await account.placed(market('SELL', 0.5, { client_id: 'dry' }))).order.side).toBe('SELL')
    const { body } = await account.preview(market('BUY', 100))
    expect(body).toMatchObject({ order: null, fills: [] })
    expect(body.violations.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['symbol_exposure_cap', 'insufficient_margin', 'max_leverage']),
    )
    expect(body.after).toEqual(body.before)
  })
})

describe('exits', () => {
  const stopOf = ({ id }: OrderRow) => trigger('STOP', 95_000, { parent_order_id: id })

  test('of an entry wait for its fill; the position shows them, and the one that fires ends the other', async () => {
    const account = await open()
    const { order: entry } = await account.placed(limit(99_000))
    const { order: stop } = await account.placed(stopOf(entry))
    const { order: target } = await account.placed(
      limit(105_000, { side: 'SELL', parent_order_id: entry.id, client_id: 'target' }),
    )
    expect(stop).toMatchObject({ status: 'PENDING', held_quantity: 0.5, parent_order_id: entry.id })
    await engine.moveMarket('BTC-USD', 98_500)
    const [position] = await pollUntil(
      () => account.positions(),
      ({ length }) => length > 0,
    )
    expect(position).toMatchObject({
      stop_loss: { order_id: stop.id, trigger_price: 95_000, trigger_by: 'LAST', price: null, quantity: 0.5 },
      take_profit: { order_id: target.id, trigger_price: null, price: 105_000, quantity: 0.5 },
    })
    await engine.moveMarket('BTC-USD', 106_000)
    const [closed] = await pollUntil(
      () => account.closedPositions(),
      ({ length }) => length > 0,
    )
    expect(closed).toMatchObject({ close_reason: 'TAKE_PROFIT', entry_price: 99_000, exit_price: 105_000 })
    // (3,000 won − fees) ÷ (0.5 × 4,000 at risk)
    expect(closed?.r_multiple).toBeCloseTo((3_000 - closed!.fees) / 2_000, 9)
    expect(await account.order(stop.id)).toMatchObject({ status: 'CANCELLED', reason: 'sibling' })
  })

  test('of an entry that has ended are placed by its row; another parent is another request', async () => {
    const account = await open()
    const { order: entry } = await account.placed(market('BUY', 0.5))
    const first = await account.placed({ ...stopOf(entry), client_id: 'exit' })
    expect(first.order).toMatchObject({ status: 'OPEN', held_quantity: 0, position_id: entry.position_id })
    expect((await account.placed({ ...stopOf(entry), client_id: 'exit' })).order).toEqual(first.order)
    const { order: other } = await account.placed(limit(99_000))
    expect((await account.misplaced({ ...stopOf(other), client_id: 'exit' })).status).toBe(409)
    await account.close({ symbol: 'BTC-USD' })
    expect((await account.order(first.order.id)).reason).toBe('reduce_only')
  })

  test('of a position are set, changed, left as they are and removed', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.5))
    const [position] = await account.positions()
    const set = await account.protect(position!.id, {
      stop_loss: { trigger_price: 95_000, trigger_by: 'MARK' },
      take_profit: { trigger_price: 110_000, price: 109_000, quantity: 0.2 },
    })
    expect(set).toMatchObject({
      ...{ status: 200, body: { id: position!.id } },
      body: {
        stop_loss: { trigger_price: 95_000, trigger_by: 'MARK', price: null, quantity: 0.5 },
        take_profit: { trigger_price: 110_000, trigger_by: 'LAST', price: 109_000, quantity: 0.2 },
      },
    })
    const moved = await account.protect(position!.id, { stop_loss: { trigger_price: 96_000, price: null } })
    expect(moved.body.stop_loss).toMatchObject({ order_id: set.body.stop_loss?.order_id, trigger_price: 96_000 })
    expect(moved.body.take_profit).toEqual(set.body.take_profit)
    const removed = await account.protect(position!.id, { take_profit: null })
    expect(removed.body).toMatchObject({ take_profit: null, stop_loss: moved.body.stop_loss })
    expect((await account.orders()).map(({ kind, version }) => [kind, version])).toEqual([['STOP', 2]])
  })

  test('a stop beyond the liquidation price is accepted with a warning', async () => {
    const account = await open()
    await account.placed(market('BUY', 4.9))
    const { body } = await account.place(trigger('STOP', 50_000, { quantity: 4.9 }))
    expect(body).toMatchObject({ order: { status: 'OPEN' }, warnings: ['stop_beyond_liquidation'] })
    expect((await account.modify(body.order!.id, { trigger_price: 99_500 })).body).toMatchObject({ warnings: [] })
    const [position] = await account.positions()
    const legs = { stop_loss: { trigger_price: 50_000 } }
    expect((await account.protect(position!.id, legs)).body).toMatchObject({ warnings: ['stop_beyond_liquidation'] })
  })
})
