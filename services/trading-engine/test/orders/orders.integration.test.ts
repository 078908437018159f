import Decimal from 'decimal.js'
import { accountCalls, type AccountCalls, type TradeRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'

const MARK = 100_000
const GMX_TAKER_RATE = '0.0006'

let engine: TestEngine
let bid: number
let ask: number
let askOnOstium: number

beforeAll(async () => {
  engine = await startEngine()
  await insertPlan(engine.pool, 'whale', {
    initial_balance: '100000000',
    exposure: { ...WIDE_EXPOSURE, max_leverage: '100' },
  })
  await engine.moveMarket('BTC-USD', MARK)
  const { body } = await engine.api.get<{ bid: number; ask: number }>('/v1/price?symbol=BTC-USD')
  ;({ bid, ask } = body)
  const onOstium = await engine.api.get<{ ask: number }>('/v1/price?symbol=BTC-USD&venue=OSTIUM')
  askOnOstium = onOstium.body.ask
})
afterAll(() => engine.close())

const open = async (planId?: string): Promise<AccountCalls> => accountCalls(await engine.trader(planId))

const market = (side: 'BUY' | 'SELL', quantity: number | string, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
  ...more,
})
const limit = (side: 'BUY' | 'SELL', quantity: number | string, price: number | string, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'LIMIT',
  quantity,
  price,
  ...more,
})

const feeOf = (trade: Pick<TradeRow, 'quantity' | 'price'>, rate: string): number =>
  new Decimal(trade.quantity).times(trade.price).times(rate).toDecimalPlaces(6, Decimal.ROUND_UP).toNumber()

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total.plus(value), new Decimal(0)).toNumber()

const averageOf = (trades: readonly TradeRow[]): number =>
  trades
    .reduce((total, trade) => total.plus(new Decimal(trade.quantity).times(trade.price)), new Decimal(0))
    .div(sum(trades.map(({ quantity }) => quantity)))
    .toNumber()

describe('a LIMIT order away from the market', () => {
  test.each([
    ['GTC', { status: 'OPEN', tif: 'GTC', expires_at: null, reason: null }],
    ['GTD', { status: 'OPEN', tif: 'GTD', reason: null }],
    ['GTX', { status: 'OPEN', tif: 'GTX', reason: null, flags: { post_only: true } }],
    ['IOC', { status: 'EXPIRED', tif: 'IOC', reason: 'time_in_force' }],
    ['FOK', { status: 'EXPIRED', tif: 'FOK', reason: 'time_in_force' }],
  ])('%s', async (tif, expected) => {
    const account = await open()
    const { order, trades, violations } = await account.placed(limit('BUY', 0.1, 90_000, { tif }))
    expect(order).toMatchObject({ price: 90_000, average_price: null, filled_quantity: 0, remaining_quantity: 0.1 })
    expect(order).toMatchObject(expected)
    expect([trades, violations]).toEqual([[], []])
    expect((await account.orders()).map(({ id }) => id)).toEqual(expected.status === 'OPEN' ? [order.id] : [])
    expect(await account.order(order.id)).toEqual(order)
  })

  test('is GTC when it does not say', async () => {
    const account = await open()
    expect((await account.placed(limit('SELL', 0.1, 110_000))).order).toMatchObject({ status: 'OPEN', tif: 'GTC' })
  })

  test('GTD lives to the end of the trading day, or to expires_at', async () => {
    const account = await open()
    const { day_ends_at: dayEndsAt } = await account.summary()
    const whole = await account.placed(limit('BUY', 0.1, 90_000, { tif: 'GTD' }))
    expect(whole.order.expires_at).toBe(dayEndsAt)
    const until = await account.placed(
      limit('BUY', 0.1, 90_000, { tif: 'GTD', expires_at: '2099-03-02T12:00:00+02:00' }),
    )
    expect(until.order.expires_at).toBe('2099-03-02T10:00:00.000Z')
    const day = await account.placed(limit('BUY', 0.1, 90_000, { tif: 'GTD', expires_at: '2099-03-02' }))
    expect(day.order.expires_at).toBe('2099-03-02T23:59:59.999999Z')
  })
})

describe('a LIMIT order that crosses the book', () => {
  test.each(['GTC', 'GTD', 'IOC', 'FOK'])(
    '%s fills at the price of the book, keeping its own as limit',
    async (tif) => {
      const account = await open()
      const { order, trades } = await account.placed(limit('BUY', 0.1, 101_000, { tif }))
      expect(order).toMatchObject({ status: 'FILLED', price: 101_000, average_price: ask, filled_quantity: 0.1, tif })
      expect(trades).toMatchObject([{ price: ask, quantity: 0.1, liquidity: 'TAKER' }])
      expect(await account.orders()).toEqual([])
    },
  )

  test.each([
    ['BUY', 101_000],
    ['SELL', 99_000],
  ] as const)('%s with post_only, or GTX, is refused, naming the touch', async (side, price) => {
    const account = await open()
    for (const more of [{ tif: 'GTX' }, { flags: { post_only: true } }, { tif: 'GTD', flags: { post_only: true } }]) {
      const { status, body } = await account.place(limit(side, 0.1, price, more))
      expect(status).toBe(200)
      expect(body).toMatchObject({ order: null, trades: [] })
      const touch = side === 'BUY' ? ask : bid
      expect(body.violations).toMatchObject([{ rule: 'post_only', severity: 'SOFT', limit: touch, value: price }])
    }
    expect(await account.orders('?status=all')).toEqual([])
  })

  test('post_only at exactly the touch would take; one tick behind it rests', async () => {
    const account = await open()
    const at = await account.place(limit('BUY', 0.1, ask, { flags: { post_only: true } }))
    expect(at.body.violations.map(({ rule }) => rule)).toEqual(['post_only'])
    const behind = await account.placed(
      limit('BUY', 0.1, new Decimal(ask).minus('0.01').toNumber(), { flags: { post_only: true } }),
    )
    expect(behind.order.status).toBe('OPEN')
  })

  // The best level holds at most 1.4 × 1.94 % of 10 million dollars: less than 3 BTC.
  test.each([
    ['GTC', 'PARTIALLY_FILLED', null],
    ['GTD', 'PARTIALLY_FILLED', null],
    ['IOC', 'EXPIRED', 'time_in_force'],
  ])('%s for more than the book has within the limit: %s', async (tif, status, reason) => {
    const account = await open('whale')
    const { order, trades } = await account.placed(limit('BUY', 5, ask, { tif }))
    expect(order).toMatchObject({ status, reason, price: ask, average_price: ask })
    const filled = sum(trades.map(({ quantity }) => quantity))
    expect(filled).toBeGreaterThan(0)
    expect(filled).toBeLessThan(3)
    expect(order.filled_quantity).toBe(filled)
    expect(new Decimal(order.remaining_quantity).plus(filled).toNumber()).toBe(5)
    expect((await account.positions())[0]?.quantity).toBeGreaterThanOrEqual(filled)
  })
})

describe('a MARKET order', () => {
  test.each([
    [undefined, 'IOC'],
    ['GTC', 'IOC'],
    ['GTD', 'IOC'],
    ['IOC', 'IOC'],
    ['FOK', 'FOK'],
  ])('with tif %s is %s and fills immediately', async (tif, applied) => {
    const account = await open()
    const { order, trades } = await account.placed(market('SELL', 0.1, { tif }))
    expect(order).toMatchObject({ status: 'FILLED', tif: applied, price: bid, average_price: bid, expires_at: null })
    expect(trades).toHaveLength(1)
  })

  test('walks the book: its price is the average of its fills, which get worse', async () => {
    const account = await open('whale')
    const { order, trades } = await account.placed(market('BUY', 5))
    const prices = trades.map(({ price }) => price)
    expect(prices.length).toBeGreaterThan(1)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    expect(prices[0]).toBe(ask)
    expect(sum(trades.map(({ quantity }) => quantity))).toBe(5)
    expect(order.price).toBe(order.average_price)
    expect(order.price).toBeCloseTo(averageOf(trades), 9)
    expect(order.fees).toBe(sum(trades.map(({ fee }) => fee)))
    const [position] = await account.positions()
    expect(position).toMatchObject({ quantity: 5, entry_price: order.average_price, id: order.position_id })
  })

  test('of 500,000 USD fills whole on the majors', async () => {
    const account = await open('whale')
    for (const symbol of ['BTC-USD', 'ETH-USD', 'SOL-USD', 'BNB-USD', 'XRP-USD']) {
      const { body: price } = await engine.api.get<{ ask: number }>(`/v1/price?symbol=${symbol}`)
      const { body } = await engine.api.get<{ lot_size: number }>(`/v1/ticker/metadata?ticker=${symbol}`)
      const quantity = new Decimal(500_000).div(price.ask).div(body.lot_size).ceil().times(body.lot_size).toNumber()
      const { order } = await account.placed({ symbol, side: 'BUY', kind: 'MARKET', quantity })
      expect(order).toMatchObject({ symbol, status: 'FILLED', filled_quantity: quantity })
    }
  })
})

describe('the grid', () => {
  test.each([
    ['BUY', '90000.005', 90_000, 90_000.005],
    ['BUY', 90_000.019, 90_000.01, 90_000.019],
    ['SELL', 110_000.001, 110_000.01, 110_000.001],
    ['BUY', 90_000.01, 90_000.01, null],
    // the floating point neighbour of 90000.3
    ['BUY', 90_000.1 + 0.2 + 1e-11, 90_000.3, null],
  ] as const)('an off-tick %s at %s rests at %s', async (side, sent, price, requested) => {
    const account = await open()
    const { order } = await account.placed(limit(side, 0.01, sent))
    expect(order).toMatchObject({ price, limit_price: price, requested_price: requested, average_price: null })
    expect(order).toMatchObject({ trigger_price: null, requested_trigger_price: null })
  })

  const trigger = (kind: string, at: number, more: object = {}) => ({
    ...limit('SELL', 0.01, 0),
    ...{ kind, price: undefined, trigger_price: at, ...more },
  })

  test('a trigger with a limit shows it, one without shows none, and each price keeps what was asked for it', async () => {
    const account = await open()
    const { order: stop } = await account.placed(trigger('STOP', 90_000.004))
    const { order: stopLimit } = await account.placed(trigger('STOP', 90_000.004, { price: 89_999.999 }))
    const requested = { trigger_price: 90_000, requested_trigger_price: 90_000.004 }
    const orders = [
      [stop, { ...requested, price: 90_000, limit_price: null, requested_price: null }],
      [stopLimit, { ...requested, price: 90_000, limit_price: 90_000, requested_price: 89_999.999 }],
    ] as const
    for (const [order, prices] of orders) {
      expect(order).toMatchObject(prices)
      expect(await account.order(order.id)).toEqual(order)
    }
    expect(await account.orders()).toEqual([stopLimit, stop])
    const { order: taken } = await account.placed(market('BUY', 0.01))
    expect(taken).toMatchObject({ limit_price: null, requested_price: null, price: taken.average_price })
  })

  test('what older versions stored is read as they meant it', async () => {
    const account = await open()
    const { order: first } = await account.placed(trigger('STOP', 90_000))
    const { order: second } = await account.placed(trigger('STOP', 90_000, { price: 89_000 }))
    await engine.pool.query('update orders set requested_price = 90000.004 where id = any($1)', [[first.id, second.id]])
    const [stopLimit, stop] = await account.orders('?status=all') // read from the rows
    expect(stop).toMatchObject({ requested_price: null, requested_trigger_price: 90_000.004 })
    expect(stopLimit).toMatchObject({ requested_price: 90_000.004, requested_trigger_price: null })
  })

  test.each([
    ['0.123456', '0.12345 or 0.12346'],
    [0.000001, '0.00001'],
    ['1.000005', '1 or 1.00001'],
  ])('an off-lot quantity of %s is 400 and names %s', async (quantity, nearest) => {
    const account = await open()
    const { status, body } = await account.misplaced(market('BUY', quantity))
    expect(status).toBe(400)
    expect(body.issues).toHaveLength(1)
    expect(body.issues?.[0]).toMatchObject({ path: ['quantity'], code: 'quantity.lot' })
    expect(body.issues?.[0]?.message).toContain(`nearest valid: ${nearest}`)
    expect(await account.orders('?status=all')).toEqual([])
  })

  test.each([
    ['GMX', '0.00001', '0.00002'],
    ['OSTIUM', '0.00004', '0.00005'],
  ])(
    'a notional below the minimum of %s is 400 and names the smallest quantity',
    async (venue, tooLittle, smallest) => {
      const account = await open()
      const order = limit('BUY', tooLittle, 90_000, { platform_id: venue })
      const { status, body } = await account.misplaced(order)
      expect([status, body.issues?.[0]?.code]).toEqual([400, 'quantity.min'])
      expect(body.issues?.[0]?.message).toMatch(new RegExp(`nearest valid: ${smallest.replace('.', '\\.')}$`))
      expect((await account.placed({ ...order, quantity: smallest, price: 99_000 })).order.status).toBe('OPEN')
    },
  )

  test('the minimum is not asked of an order that reduces', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.0001, { platform_id: 'OSTIUM' }))
    const { order } = await account.placed(market('SELL', '0.00009', { platform_id: 'OSTIUM' }))
    expect(order.status).toBe('FILLED')
    expect((await account.close({ symbol: 'BTC-USD' })).body.position).toBeNull()
  })

  test('0.1 + 0.2 is 0.3, as number and as text', async () => {
    const account = await open()
    const quantities = [0.1 + 0.2, 0.3, '0.3', '0.300000000000000000', '0.30000000000000004']
    for (const quantity of quantities) {
      const { order } = await account.placed(limit('BUY', quantity, 90_000))
      expect(order.quantity).toBe(0.3)
    }
  })
})

describe('decimals', () => {
  test('?decimals=string writes every quantity, price and amount as text', async () => {
    const account = await open()
    const { body } = await account.place(market('BUY', '0.10'), '?decimals=string')
    const price = String(ask)
    expect(body.order).toMatchObject({
      quantity: '0.1',
      price,
      average_price: price,
      filled_quantity: '0.1',
      remaining_quantity: '0',
      fees: String(feeOf({ quantity: 0.1, price: ask }, GMX_TAKER_RATE)),
    })
    expect(body.trades[0]).toMatchObject({ quantity: '0.1', price, realized_pnl: '0' })
    const refused = await account.place(limit('BUY', 10, 90_000), '?decimals=string')
    expect(refused.body.violations[0]).toMatchObject({ rule: 'symbol_exposure_cap', limit: '500000' })
  })

  test('a quantity that is no positive decimal of 18 places is 400, never rounded', async () => {
    const account = await open()
    for (const quantity of ['0.0000000000000000001', '1e-3', ' 1', '1,5', '-1', 0, -0.1, '0']) {
      const { status, body } = await account.misplaced(market('BUY', quantity))
      expect([quantity, status, body.issues?.[0]?.path]).toEqual([quantity, 400, ['quantity']])
    }
  })
})

describe('venue', () => {
  const withDefault = async (venue: 'GMX' | 'OSTIUM'): Promise<AccountCalls> => {
    const { api } = engine.as()
    const { body } = await api.post<{ id: string }>('/v1/accounts', {
      body: { plan_id: 'standard-100k', default_venue: venue },
    })
    return accountCalls({ api, accountId: body.id })
  }

  test('platform_id decides', async () => {
    const account = await withDefault('GMX')
    const { order, trades } = await account.placed(market('BUY', 0.1, { platform_id: 'OSTIUM' }))
    expect(order.venue).toBe('OSTIUM')
    expect(trades[0]).toMatchObject({ venue: 'OSTIUM', fee: feeOf({ quantity: 0.1, price: askOnOstium }, '0.001') })
  })

  test('without one: the default venue where it lists the symbol, else the primary venue of the symbol', async () => {
    const account = await withDefault('OSTIUM')
    expect((await account.placed(market('BUY', 0.1))).order.venue).toBe('OSTIUM')
    const dogs = { symbol: 'DOGE-USD', side: 'BUY', kind: 'MARKET', quantity: 100 }
    expect((await account.placed(dogs)).order.venue).toBe('GMX')
    const plain = await open()
    expect((await plain.placed(market('BUY', 0.1))).order.venue).toBe('GMX')
    const euros = { symbol: 'EUR-USD', side: 'BUY', kind: 'MARKET', quantity: 100 }
    expect((await plain.placed(euros)).order.venue).toBe('OSTIUM')
  })

  test('that does not list the symbol is 400, naming where it trades', async () => {
    const account = await open()
    const dogs = { symbol: 'DOGE-USD', side: 'BUY', kind: 'MARKET', quantity: 100, platform_id: 'OSTIUM' }
    const { status, body } = await account.misplaced(dogs)
    expect([status, body.issues?.[0]]).toMatchObject([400, { path: ['platform_id'], code: 'platform_id.not_listed' }])
    expect(body.issues?.[0]?.message).toContain('it trades on GMX')
  })

  test('positions net per venue, and position_id says which is meant', async () => {
    const account = await open()
    await account.placed(market('BUY', 0.2))
    await account.placed(market('BUY', 0.3, { platform_id: 'OSTIUM' }))
    const held = await account.positions()
    expect(held.map(({ venue, quantity }) => [venue, quantity])).toEqual([
      ['OSTIUM', 0.3],
      ['GMX', 0.2],
    ])
    const [ostium, gmx] = held
    const sold = await account.placed(market('SELL', 0.1, { position_id: ostium?.id }))
    expect(sold.order).toMatchObject({ venue: 'OSTIUM', position_id: ostium?.id })
    expect((await account.positions()).map(({ quantity }) => quantity)).toEqual([0.2, 0.2])
    const elsewhere = await account.misplaced(market('SELL', 0.1, { position_id: gmx?.id, platform_id: 'OSTIUM' }))
    expect([elsewhere.status, elsewhere.body.issues?.[0]?.path]).toEqual([400, ['platform_id']])
    const other = await account.misplaced({ ...market('SELL', 0.1, { position_id: gmx?.id }), symbol: 'ETH-USD' })
    expect([other.status, other.body.issues?.[0]?.path]).toEqual([400, ['position_id']])
  })

  test('a position_id that is not open is 404, whichever account it belongs to', async () => {
    const [account, other] = [await open(), await open()]
    const { order } = await other.placed(market('BUY', 0.1))
    const gone = await account.placed(market('BUY', 0.1))
    await account.close({ symbol: 'BTC-USD' })
    const ids = ['018f0000-0000-7000-8000-000000000000', order.position_id, gone.order.position_id]
    for (const position_id of ids) {
      const { status, body } = await account.misplaced(market('SELL', 0.1, { position_id }))
      expect([status, body.error]).toEqual([404, 'not_found'])
    }
  })
})

describe('symbols', () => {
  test.each(['BTC-USD', 'btc/usd', 'Btc_Usd', 'BTCUSD', 'BTC-USDT', 'btcusdc', 'BTC/USDC'])(
    '%s is BTC-USD',
    async (symbol) => {
      const account = await open()
      const { order } = await account.placed({ ...limit('BUY', 0.1, 90_000), symbol })
      expect(order.symbol).toBe('BTC-USD')
    },
  )

  test.each(['BTC', 'BTC-EUR', 'BTC--USD', 'NOPE-USD', 'BTC-USD-PERP', "'; drop table orders"])(
    '%s is 400',
    async (symbol) => {
      const account = await open()
      const { status, body } = await account.misplaced({ ...limit('BUY', 0.1, 90_000), symbol })
      expect([status, body.issues?.[0]]).toMatchObject([400, { path: ['symbol'], code: 'symbol.unknown' }])
    },
  )
})

describe('fills', () => {
  test('carry order, position, fee, liquidity and realised PnL, and are listed newest first', async () => {
    const account = await open()
    const bought = await account.placed(market('BUY', 0.3, { client_id: 'in-1' }))
    const sold = await account.placed(market('SELL', 0.1))
    const [entry] = bought.trades
    const [exit] = sold.trades
    expect(entry).toMatchObject({
      order_id: bought.order.id,
      position_id: bought.order.position_id,
      client_id: 'in-1',
      symbol: 'BTC-USD',
      venue: 'GMX',
      side: 'BUY',
      quantity: 0.3,
      price: ask,
      liquidity: 'TAKER',
      realized_pnl: 0,
      fee: feeOf({ quantity: 0.3, price: ask }, GMX_TAKER_RATE),
    })
    expect(exit).toMatchObject({
      client_id: null,
      side: 'SELL',
      price: bid,
      position_id: bought.order.position_id,
      realized_pnl: new Decimal(bid).minus(ask).times(0.1).toNumber(),
      fee: feeOf({ quantity: 0.1, price: bid }, GMX_TAKER_RATE),
    })
    expect(await account.trades()).toEqual([exit, entry])
    const summary = await account.summary()
    const expected = new Decimal(100_000)
      .plus(exit?.realized_pnl ?? NaN)
      .minus(sum([entry?.fee ?? NaN, exit?.fee ?? NaN]))
    expect(summary.balance).toBe(expected.toNumber())
  })

  test('that flip a position are two: the close, and the open under a new position_id', async () => {
    const account = await open()
    const first = await account.placed(market('BUY', 0.1))
    const { order, trades } = await account.placed(market('SELL', 0.25))
    expect(order).toMatchObject({ status: 'FILLED', filled_quantity: 0.25 })
    expect(trades.map(({ quantity }) => quantity)).toEqual([0.1, 0.15])
    const [close, opening] = trades
    expect(close?.position_id).toBe(first.order.position_id)
    expect(opening?.position_id).not.toBe(first.order.position_id)
    expect(opening?.realized_pnl).toBe(0)
    expect(await account.positions()).toMatchObject([
      { id: opening?.position_id, side: 'SELL', direction: 'SHORT', quantity: 0.15, entry_price: bid },
    ])
    expect(await account.closedPositions()).toMatchObject([
      {
        id: first.order.position_id,
        direction: 'LONG',
        quantity: 0.1,
        entry_price: ask,
        exit_price: bid,
        close_reason: 'USER',
      },
    ])
  })

  test('on Ostium pay a fee for opening only', async () => {
    const account = await open()
    const { trades } = await account.placed(market('BUY', 0.1, { platform_id: 'OSTIUM' }))
    const closed = await account.close({ symbol: 'BTC-USD' })
    expect(trades[0]?.fee).toBe(feeOf({ quantity: 0.1, price: askOnOstium }, '0.001'))
    expect(closed.body.trades[0]?.fee).toBe(0)
  })

  test('a fee below a millionth is rounded up to it, against the trader', async () => {
    const account = await open()
    const { order, trades } = await account.placed({ ...market('BUY', '0.00002'), platform_id: 'GMX' })
    expect(trades[0]?.fee).toBe(feeOf({ quantity: 0.00002, price: ask }, GMX_TAKER_RATE))
    expect(new Decimal(order.fees).times(1_000_000).isInteger()).toBe(true)
    expect(new Decimal(0.00002).times(ask).times(GMX_TAKER_RATE).times(1_000_000).isInteger()).toBe(false)
  })
})

describe('reading orders', () => {
  test('working ones, newest first, unless all are asked for; one client_id among all, unless working ones are asked for', async () => {
    const account = await open()
    const done = await account.placed(market('BUY', 0.1, { client_id: 'done' }))
    const older = await account.placed(limit('BUY', 0.1, 90_000, { client_id: 'older' }))
    const newer = await account.placed(limit('BUY', 0.1, 91_000))
    const ids = async (query: string) => (await account.orders(query)).map(({ id }) => id)
    expect(await ids('')).toEqual([newer.order.id, older.order.id])
    expect(await ids('?status=working')).toEqual([newer.order.id, older.order.id])
    expect(await ids('?status=all')).toEqual([newer.order.id, older.order.id, done.order.id])
    expect(await ids('?client_id=older')).toEqual([older.order.id])
    expect(await ids('?client_id=done')).toEqual([done.order.id])
    expect(await ids('?client_id=done&status=all')).toEqual([done.order.id])
    expect(await ids('?client_id=done&status=working')).toEqual([])
    expect(await ids('?client_id=older&status=working')).toEqual([older.order.id])
    expect(await ids('?client_id=never')).toEqual([])
    expect(await ids('?client_id=never&status=all')).toEqual([])
    expect(await ids('?status=all&limit=1')).toEqual([newer.order.id])
    expect(await ids(`?status=all&to=${done.order.created_at}`)).toEqual([done.order.id])
    expect(await ids(`?from=${newer.order.created_at}`)).toEqual([newer.order.id])
  })

  test('an unknown status is 400', async () => {
    const trader = await engine.trader()
    const { status } = await trader.api.get(`/v1/account/${trader.accountId}/orders?status=open`)
    expect(status).toBe(400)
  })

  test('all working orders are listed without a limit, also more than a page', async () => {
    const trader = await engine.trader('whale')
    const account = accountCalls(trader)
    for (let wave = 0; wave < 6; wave++) {
      await Promise.all(Array.from({ length: 20 }, () => account.placed(limit('BUY', 0.001, 90_000))))
    }
    const whole = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/orders`)
    expect(whole.body).toHaveLength(120)
    expect(whole.headers['x-has-more']).toBe('false')
    const all = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/orders?status=all`)
    expect([all.body.length, all.headers['x-has-more']]).toEqual([100, 'true'])
  })

  test("one by id; another account's, another user's and an unknown one are 404 alike", async () => {
    const [mine, theirs] = [await engine.trader(), await engine.trader()]
    const { order } = await accountCalls(mine).placed(limit('BUY', 0.1, 90_000))
    const { body: second } = await mine.api.post<{ id: string }>('/v1/accounts', { body: { plan_id: 'instant-25k' } })
    expect(await accountCalls(mine).order(order.id)).toEqual(order)
    const answers = await Promise.all([
      mine.api.get(`/v1/account/${second.id}/orders/${order.id}`),
      theirs.api.get(`/v1/account/${theirs.accountId}/orders/${order.id}`),
      mine.api.get(`/v1/account/${mine.accountId}/orders/018f0000-0000-7000-8000-000000000000`),
      mine.api.get(`/v1/account/${mine.accountId}/orders/nonsense`),
      theirs.api.get(`/v1/account/${mine.accountId}/orders/${order.id}`),
      theirs.api.get(`/v1/account/018f0000-0000-7000-8000-000000000000/orders/${order.id}`),
    ])
    const withoutId = answers.map(({ status, body: { request_id: _, ...body } }) => ({ status, body }))
    const missing = (what: string) => ({ status: 404, body: { error: 'not_found', message: `no such ${what}` } })
    expect(withoutId).toEqual(['order', 'order', 'order', 'order', 'account', 'account'].map(missing))
  })
})
