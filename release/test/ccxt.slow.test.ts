/**
 * The exchange class against a real engine, with the real ccxt: each method gives what ccxt's unified structures say it
 * gives. The class is loaded as from its sources.
 */
import type { AtsExchange } from '@ats/ccxt'
import { startEngine, type TestEngine, type Trader } from '../../services/trading-engine/test/support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../../services/trading-engine/test/support/plans/insert-plan.js'
import { movableClock } from '../../services/trading-engine/test/support/market/movable-clock.js'
import { pollUntil } from '../../services/trading-engine/test/support/poll-until.js'
import { loadCcxtClass, type CcxtClass } from './support/ccxt-class.js'
import {
  ACCOUNT,
  BALANCES,
  CLOSED_POSITION,
  expectCandles,
  expectStructure,
  expectStructures,
  FUNDING,
  isAscending,
  LEVERAGE,
  MARKET,
  MY_TRADE,
  ORDER,
  ORDER_BOOK,
  POSITION,
  PUBLIC_TRADE,
  TICKER,
} from './support/ccxt-structures.js'
import { describeInstalled } from './support/installed.js'

const BTC = 'BTC/USD:USD'
const ETH = 'ETH/USD:USD'
const GOLD = 'XAU/USD:USD'
const DAY_MS = 86_400_000
type Fields = Record<string, unknown>

describeInstalled('the exchange class', () => {
  let engine: TestEngine
  let loaded: CcxtClass
  let trader: Trader
  let exchange: AtsExchange

  const open = (of: Trader, config?: Fields): AtsExchange => loaded.open(engine.baseUrl, of.key.headers, config)
  const trade = async (planId?: string, config?: Fields): Promise<AtsExchange> =>
    open(await engine.trader(planId), config)
  const fieldsOf = (value: unknown): Fields => value as Fields
  const infoOf = (value: { readonly info: unknown }): Fields => value.info as Fields

  beforeAll(async () => {
    engine = await startEngine()
    loaded = loadCcxtClass()
    await insertPlan(engine.pool, 'wide', { exposure: WIDE_EXPOSURE })
    await engine.moveMarket('BTC-USD', 100_000)
    trader = await engine.trader()
    exchange = open(trader)
  })
  afterAll(async () => {
    await loaded.close()
    await engine.close()
  })

  describe('what it says it has', () => {
    test('is there, and nothing of ccxt’s own is claimed that is not', async () => {
      const own = loaded.AtsExchange.prototype as object
      const has = exchange.has as Record<string, unknown>
      const claimed = Object.keys(has).filter(
        (name) => has[name] === true && /^(fetch|create|cancel|edit|set|close|watch|unWatch)/.test(name),
      )
      const base = loaded.ccxt.Exchange.prototype as object
      const isOwn = (name: string): boolean => Reflect.get(own, name) !== Reflect.get(base, name)
      // Made of createOrder and fetchOrderBook by ccxt.
      const derived = claimed.filter((name) => !isOwn(name))
      expect(derived.filter((name) => !/^create\w+Order|^createOrderWith|^fetchL2OrderBook$/.test(name))).toEqual([])
      const untold = Object.getOwnPropertyNames(base)
        .filter((name) => /^(fetch|create|cancel|edit|set|close|watch|unWatch)[A-Z]/.test(name) && isOwn(name))
        .filter((name) => has[name] !== true)
      expect(untold).toEqual([])
      await expect(exchange.fetchGreeks(BTC)).rejects.toBeInstanceOf(loaded.ccxt.NotSupported)
    })
  })

  describe('markets', () => {
    test('all symbols, as perpetuals', async () => {
      const markets = Object.values(await exchange.loadMarkets())
      expectStructures(markets, MARKET)
      const { body } = await engine.api.get<Record<string, unknown[]>>('/v1/tickers')
      expect(markets).toHaveLength(Object.values(body).flat().length)
      expect(exchange.market(BTC)).toMatchObject({
        ...{ id: 'BTC-USD', base: 'BTC', quote: 'USD', linear: true, quanto: false, active: true },
        precision: { amount: 0.00001, price: 0.01 },
      })
      expect(exchange.market('NIK/JPY:USD')).toMatchObject({ settle: 'USD', linear: false, quanto: true })
    })

    test('fees, leverage and least notional are those of the venue asked for', async () => {
      const terms = async (symbol: string, venue: string): Promise<Fields> => {
        const { body } = await engine.api.get<{ venue_terms: Fields[] }>(`/v1/ticker/metadata?ticker=${symbol}`)
        return body.venue_terms.find((row) => row['venue'] === venue)!
      }
      const [gmx, ostium] = [await terms('BTC-USD', 'GMX'), await terms('BTC-USD', 'OSTIUM')]
      const expected = (of: Fields): Fields => ({
        taker: of['taker_fee_rate'],
        maker: of['maker_fee_rate'],
        limits: { leverage: { min: 1, max: of['max_leverage'] }, cost: { min: of['min_notional'] } },
      })
      expect(gmx['taker_fee_rate']).not.toBe(ostium['taker_fee_rate'])
      expect(exchange.market(BTC)).toMatchObject(expected(gmx))
      const there = open(trader, { options: { venue: 'OSTIUM' } })
      await there.loadMarkets()
      expect(there.market(BTC)).toMatchObject(expected(ostium))
    })

    test('amounts are cut to the lot, prices rounded to the tick, digit by digit', () => {
      expect(exchange.amountToPrecision(BTC, 0.123456789)).toBe('0.12345')
      expect(exchange.amountToPrecision(BTC, '12345678901234567.123459')).toBe('12345678901234567.12345')
      expect(exchange.amountToPrecision(BTC, 0.1 + 0.2)).toBe('0.3')
      expect(exchange.priceToPrecision(BTC, '98765432109876543.256')).toBe('98765432109876543.26')
    })
  })

  describe('market data', () => {
    test('fetchTime', async () => {
      const time = await exchange.fetchTime()
      expect(new Date(time ?? NaN).getUTCFullYear()).toBe(new Date().getUTCFullYear())
    })

    test('fetchTicker and fetchTickers', async () => {
      const ticker = await exchange.fetchTicker(BTC)
      expectStructure(ticker, TICKER)
      expect(ticker.bid).toBeLessThanOrEqual(ticker.ask!)
      const all = await exchange.fetchTickers()
      expectStructures(Object.values(all), TICKER)
      expect(Object.keys(all)).toEqual(expect.arrayContaining([BTC, ETH, GOLD]))
      const some = await exchange.fetchTickers([ETH, GOLD])
      expect(Object.keys(some).sort()).toEqual([ETH, GOLD])
    })

    test('a venue is named by params.venue, or by an option', async () => {
      expect(infoOf(await exchange.fetchTicker(BTC))['venue']).toBe('GMX')
      expect(infoOf(await exchange.fetchTicker(BTC, { venue: 'OSTIUM' }))['venue']).toBe('OSTIUM')
      const there = open(trader, { options: { venue: 'OSTIUM' } })
      const tickers = Object.values(await there.fetchTickers([BTC, GOLD]))
      expect(tickers.map((ticker) => infoOf(ticker)['venue'])).toEqual(['OSTIUM', 'OSTIUM'])
    })

    test('fetchOrderBook', async () => {
      const book = await exchange.fetchOrderBook(BTC)
      expectStructure(book, ORDER_BOOK)
      expect([book.bids, book.asks].map((side) => side.length)).toEqual([24, 24])
      expect(book.bids[0]![0]!).toBeGreaterThan(book.bids[1]![0]!)
      expect(book.asks[0]![0]!).toBeLessThan(book.asks[1]![0]!)
      expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!)
      const shallow = await exchange.fetchL2OrderBook(BTC, 5)
      expect(fieldsOf(shallow)['bids']).toHaveLength(5)
    })

    test('fetchTrades', async () => {
      const trades = await exchange.fetchTrades(BTC, undefined, 30)
      expectStructures(trades, PUBLIC_TRADE)
      expect(trades).toHaveLength(30)
      expect(isAscending(trades)).toBe(true)
      const since = trades[10]!.timestamp!
      const later = await exchange.fetchTrades(BTC, since, 5)
      expect(later).toHaveLength(5)
      expect(later[0]!.timestamp).toBe(since)
    })

    test('fetchOHLCV', async () => {
      const candles = await exchange.fetchOHLCV(ETH, '5m', undefined, 10)
      expectCandles(candles)
      expect(candles).toHaveLength(10)
      const since = candles[2]![0]!
      expect((await exchange.fetchOHLCV(ETH, '5m', since, 3)).map(([at]) => at)).toEqual(
        candles.slice(2, 5).map(([at]) => at),
      )
      expect((await exchange.fetchOHLCV(ETH, '5m', since - 1, 2)).map(([at]) => at)).toEqual(
        candles.slice(2, 4).map(([at]) => at),
      )
      const old = await exchange.fetchOHLCV(ETH, '1d', Date.parse('2026-01-05T00:00:00Z'), 2)
      expect(old.map(([at]) => new Date(at!).toISOString())).toEqual([
        '2026-01-05T00:00:00.000Z',
        '2026-01-06T00:00:00.000Z',
      ])
      const until = candles[4]![0]!
      const before = await exchange.fetchOHLCV(ETH, '5m', undefined, 2, { until })
      expect(before.map(([at]) => at)).toEqual(candles.slice(3, 5).map(([at]) => at))
    })
  })

  describe('the account', () => {
    test('fetchAccounts; with several of them the caller has to say which', async () => {
      const owner = await engine.trader()
      const lone = open(owner)
      expectStructures(await lone.fetchAccounts(), ACCOUNT)
      await owner.api.post('/v1/accounts', { body: { plan_id: 'standard-100k', challenge_id: 'second' } })
      await expect(open(owner).fetchBalance()).rejects.toMatchObject({
        name: 'ArgumentsRequired',
        message: expect.stringContaining(owner.accountId) as string,
      })
      expectStructure(await open(owner, { accountId: owner.accountId }).fetchBalance(), BALANCES)
    })

    test('fetchBalance binds what open positions and orders need', async () => {
      const account = await trade()
      const before = await account.fetchBalance()
      expectStructure(before, BALANCES)
      expect(before['USD']).toEqual({ free: 100_000, used: 0, total: 100_000 })
      await account.createOrder(BTC, 'limit', 'buy', 0.1, 90_000)
      const { USD } = await account.fetchBalance()
      expect(USD).toMatchObject({ total: 100_000 })
      expect(USD!.used).toBeGreaterThan(0)
      expect(USD!.free! + USD!.used!).toBeCloseTo(100_000, 6)
    })

    test('fetchLeverage and setLeverage', async () => {
      const account = await trade()
      const before = await account.fetchLeverage(BTC)
      expectStructure(before, LEVERAGE)
      const set = await account.setLeverage(5, BTC)
      expectStructure(set, LEVERAGE)
      expect(await account.fetchLeverage(BTC)).toMatchObject({ longLeverage: 5, shortLeverage: 5 })
      await account.setLeverage(3, BTC, { venue: 'OSTIUM' })
      expect((await account.fetchLeverage(BTC, { venue: 'OSTIUM' })).longLeverage).toBe(3)
      expect((await account.fetchLeverage(BTC)).longLeverage).toBe(5)
      await expect(account.setLeverage(5)).rejects.toBeInstanceOf(loaded.ccxt.ArgumentsRequired)
    })
  })

  describe('orders', () => {
    test('a market order, its fills, the position that comes of it, and its close', async () => {
      const account = await trade()
      const order = await account.createOrder(BTC, 'market', 'buy', 0.1)
      expectStructure(order, ORDER)
      expect(order).toMatchObject({
        ...{ symbol: BTC, side: 'buy', type: 'market', timeInForce: 'IOC', status: 'closed' },
        ...{ amount: 0.1, filled: 0.1, remaining: 0, reduceOnly: false, postOnly: false },
      })
      expect(order.clientOrderId).toMatch(/^ccxt-/)
      expect(order.cost).toBeCloseTo(0.1 * order.average!, 6)
      expectStructures(order.trades, MY_TRADE)
      expect(order.fee!.cost).toBeCloseTo(
        order.trades.reduce((sum, { fee }) => sum + fee!.cost!, 0),
        9,
      )
      const positions = await account.fetchPositions()
      expectStructures(positions, POSITION)
      expect(positions).toHaveLength(1)
      expect(positions[0]).toMatchObject({ symbol: BTC, side: 'long', contracts: 0.1, entryPrice: order.average })
      expectStructure(await account.fetchPosition(BTC), POSITION)
      expect(await account.fetchPositions([ETH])).toEqual([])
      const fetched = await account.fetchOrder(order.id)
      expectStructure(fetched, ORDER)
      expect(fetched).toMatchObject({ id: order.id, filled: 0.1, average: order.average, fee: order.fee })
      const closing = await account.closePosition(BTC)
      expectStructure(closing, ORDER)
      expect(closing).toMatchObject({ side: 'sell', reduceOnly: true, status: 'closed', filled: 0.1 })
      expect(await account.fetchPositions()).toEqual([])
      expect((await account.fetchPosition(BTC)).contracts).toBe(0)
      const trades = await account.fetchMyTrades(BTC)
      expectStructures(trades, MY_TRADE)
      expect(isAscending(trades)).toBe(true)
      expect(new Set(trades.map((fill) => fill.order))).toEqual(new Set([order.id, closing.id]))
    })

    test('limit orders: placed, seen, changed in place, cancelled', async () => {
      const account = await trade()
      const order = await account.createOrder(ETH, 'limit', 'buy', 1, 100, { clientOrderId: 'mine-1' })
      expectStructure(order, ORDER)
      expect(order).toMatchObject({
        ...{ clientOrderId: 'mine-1', type: 'limit', timeInForce: 'GTC', status: 'open' },
        ...{ price: 100, amount: 1, filled: 0, remaining: 1, cost: 0, average: undefined, trades: [] },
      })
      expect(await account.fetchOrder(undefined, ETH, { clientOrderId: 'mine-1' })).toMatchObject({ id: order.id })
      const edited = await account.editOrder(order.id!, ETH, 'limit', 'buy', 2, 101)
      expectStructure(edited, ORDER)
      expect(edited).toMatchObject({ id: order.id, price: 101, amount: 2, status: 'open' })
      expectStructures(await account.fetchOpenOrders(), ORDER)
      expect(await account.fetchOpenOrders(BTC)).toEqual([])
      const cancelled = await account.cancelOrder(order.id, ETH)
      expectStructure(cancelled, ORDER)
      expect(cancelled.status).toBe('canceled')
      expect((await account.cancelOrder(order.id, ETH)).status).toBe('canceled')
      expect(await account.fetchOpenOrders()).toEqual([])
      const cancelledOnes = await account.fetchCanceledOrders(ETH)
      expect(cancelledOnes.map(({ id }) => id)).toEqual([order.id])
      expect(await account.fetchClosedOrders(ETH)).toEqual([])
    })

    test('createOrders: in one request, each with what is attached to it', async () => {
      const account = await trade()
      const placed = await account.createOrders([
        { symbol: BTC, type: 'limit', side: 'buy', amount: 0.1, price: 50_000 },
        { symbol: ETH, type: 'market', side: 'sell', amount: 1, params: { clientOrderId: 'short' } },
        {
          ...{ symbol: BTC, type: 'market', side: 'buy', amount: 0.1 },
          params: { clientOrderId: 'long', stopLoss: { triggerPrice: 90_000 } },
        },
      ])
      expectStructures(placed, ORDER)
      expect(placed).toMatchObject([
        { symbol: BTC, status: 'open', price: 50_000 },
        { symbol: ETH, status: 'closed', side: 'sell', clientOrderId: 'short' },
        { symbol: BTC, status: 'closed', clientOrderId: 'long' },
      ])
      const open = await account.fetchOpenOrders(BTC)
      expect(open.map(({ type }) => type).sort()).toEqual(['limit', 'market'])
    })

    test('createOrders: one that is refused stops no other, and is thrown after them', async () => {
      const account = await trade()
      const limit = { symbol: BTC, type: 'limit', side: 'buy', amount: 0.1 } as const
      const failing = account.createOrders([
        { ...limit, price: 50_000, params: { clientOrderId: 'first' } },
        { ...limit, amount: 500, price: 60_000, params: { clientOrderId: 'too-large' } },
        { ...limit, price: 51_000, params: { clientOrderId: 'third' } },
      ])
      await expect(failing).rejects.toMatchObject({
        ...{ clientOrderId: 'too-large', clientOrderIds: ['first', 'too-large', 'third'] },
        violations: expect.arrayContaining([expect.objectContaining({ rule: 'symbol_exposure_cap' })]) as unknown,
        orders: [{ clientOrderId: 'first' }, { clientOrderId: 'third' }],
      })
      expect(await account.fetchOpenOrders()).toHaveLength(2)
      const again = await account.createOrders([{ ...limit, price: 50_000, params: { clientOrderId: 'first' } }])
      expect(again).toMatchObject([{ clientOrderId: 'first', status: 'open' }])
      expect(await account.fetchOpenOrders()).toHaveLength(2)
    })

    test('cancelOrders and cancelAllOrders', async () => {
      const account = await trade()
      const place = async (symbol: string, price: number) =>
        (await account.createOrder(symbol, 'limit', 'buy', 0.1, price)).id!
      const ids = [
        await place(BTC, 50_000),
        await place(BTC, 51_000),
        await place(ETH, 100),
        await place(ETH, 101),
        await place(BTC, 52_000),
      ]
      const cancelled = await account.cancelOrders(ids.slice(0, 2), BTC)
      expectStructures(cancelled, ORDER)
      expect(cancelled.map(({ id, status }) => [id, status])).toEqual(ids.slice(0, 2).map((id) => [id, 'canceled']))
      const ofEth = await account.cancelAllOrders(ETH)
      expectStructures(ofEth, ORDER)
      expect(ofEth.map(({ id }) => id).sort()).toEqual(ids.slice(2, 4).sort())
      const all = await account.cancelAllOrders()
      expect(all.map(({ id }) => id)).toEqual([ids[4]])
      const wrong = account.cancelOrders([ids[4]!, '00000000-0000-4000-8000-000000000000'], BTC)
      await expect(wrong).rejects.toMatchObject({ name: 'OrderNotFound', orders: [{ id: ids[4] }] })
    })

    test.each([
      ['stop', 'buy', 'market', { triggerPrice: 120_000 }, 'STOP', { triggerPrice: 120_000 }],
      ['stop_market', 'sell', 'market', { stopPrice: 80_000 }, 'STOP', { stopPrice: 80_000 }],
      ['limit', 'buy', 'limit', { triggerPrice: 120_000 }, 'STOP', { triggerPrice: 120_000, price: 119_000 }],
      ['market', 'buy', 'market', { triggerPrice: 80_000, triggerDirection: 'descending' }, 'TAKE_PROFIT', {}],
      ['market', 'sell', 'market', { triggerPrice: 80_000, triggerDirection: 'descending' }, 'STOP', {}],
      ['take_profit', 'sell', 'market', { triggerPrice: 120_000 }, 'TAKE_PROFIT', { triggerPrice: 120_000 }],
      ['take_profit_limit', 'sell', 'limit', { triggerPrice: 120_000 }, 'TAKE_PROFIT', { price: 119_000 }],
      ['market', 'buy', 'market', { triggerPrice: 120_000, triggerPriceType: 'mark' }, 'STOP', {}],
    ] as const)(
      '%s %s with a trigger is a %s order that waits',
      async (type, side, unified, params, kind, expected) => {
        const account = await trade()
        const price = unified === 'limit' ? 119_000 : undefined
        const order = await account.createOrder(BTC, type, side, 0.01, price, params)
        expectStructure(order, ORDER)
        expect(order).toMatchObject({ type: unified, side, status: 'open', reduceOnly: false, ...expected })
        expect(order.info).toMatchObject({
          kind,
          trigger_by: 'triggerPriceType' in params ? 'MARK' : 'LAST',
          trigger_state: 'ARMED',
        })
      },
    )

    test('a stop loss and a take profit of a position only reduce it', async () => {
      const account = await trade()
      await account.createOrder(BTC, 'market', 'buy', 0.1)
      const stop = await account.createOrder(BTC, 'market', 'sell', 0.1, undefined, { stopLossPrice: 90_000 })
      const target = await account.createOrder(BTC, 'limit', 'sell', 0.1, 110_500, { takeProfitPrice: 110_000 })
      expectStructures([stop, target], ORDER)
      expect(stop).toMatchObject({ reduceOnly: true, stopLossPrice: 90_000, triggerPrice: 90_000, type: 'market' })
      expect(target).toMatchObject({ reduceOnly: true, takeProfitPrice: 110_000, price: 110_500, type: 'limit' })
      await account.closePosition(BTC, undefined, { amount: 0.04 })
      expect((await account.fetchPosition(BTC)).contracts).toBeCloseTo(0.06, 9)
    })

    test('ccxt’s own makers of orders', async () => {
      const account = await trade()
      const made = [
        await account.createStopOrder(BTC, 'market', 'buy', 0.01, undefined, 120_000),
        await account.createStopLimitOrder(BTC, 'buy', 0.01, 121_000, 120_000),
        await account.createStopMarketOrder(BTC, 'sell', 0.01, 80_000),
        await account.createTriggerOrder(BTC, 'market', 'buy', 0.01, undefined, 120_000),
        await account.createPostOnlyOrder(BTC, 'limit', 'buy', 0.01, 90_000),
        await account.createLimitBuyOrder(BTC, 0.01, 90_000),
        await account.createLimitSellOrder(BTC, 0.01, 110_000),
        await account.createLimitOrder(BTC, 'buy', 0.01, 90_000),
        await account.createMarketOrder(ETH, 'buy', 0.1),
        await account.createMarketBuyOrder(ETH, 0.1),
        await account.createMarketSellOrder(ETH, 0.1),
        await account.createReduceOnlyOrder(ETH, 'limit', 'sell', 0.1, 100_000),
        await account.createStopLossOrder(ETH, 'market', 'sell', 0.1, undefined, 10),
        await account.createTakeProfitOrder(ETH, 'market', 'sell', 0.1, undefined, 100_000),
        await account.createOrderWithTakeProfitAndStopLoss(BTC, 'limit', 'buy', 0.01, 90_000, 110_000, 80_000),
      ]
      expectStructures(made, ORDER)
    })

    test.each([
      ['post only by a flag', { postOnly: true }, { postOnly: true, timeInForce: 'PO' }],
      ['post only by time in force', { timeInForce: 'PO' }, { postOnly: true, timeInForce: 'PO' }],
      ['good till a date', { timeInForce: 'GTD', expiresAt: Date.parse('2099-01-01') }, { timeInForce: 'GTD' }],
      ['a field of the engine’s own', { tif: 'GTD', expires_at: '2099-01-01' }, { timeInForce: 'GTD' }],
    ])('%s', async (_title, params, expected) => {
      const account = await trade()
      expect(await account.createOrder(BTC, 'limit', 'buy', 0.01, 50_000, params)).toMatchObject(expected)
    })

    test('what is immediate or nothing ends as expired; what only reduces needs a position', async () => {
      const account = await trade()
      const order = await account.createOrder(BTC, 'limit', 'buy', 0.01, 50_000, { timeInForce: 'IOC' })
      expect(order).toMatchObject({ status: 'expired', filled: 0, timeInForce: 'IOC' })
      const reduce = account.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
      await expect(reduce).rejects.toMatchObject({ name: 'InvalidOrder', violations: [{ rule: 'reduce_only' }] })
    })

    test('a venue is that of the order; a symbol held on both needs one to be closed', async () => {
      const account = await trade()
      const gmx = await account.createOrder(BTC, 'market', 'buy', 0.01, undefined, { venue: 'GMX' })
      const ostium = await account.createOrder(BTC, 'market', 'sell', 0.02, undefined, { venue: 'OSTIUM' })
      expect([gmx, ostium].map((order) => infoOf(order)['venue'])).toEqual(['GMX', 'OSTIUM'])
      expect(await account.fetchPositions([BTC])).toHaveLength(2)
      expect(await account.fetchPosition(BTC, { venue: 'OSTIUM' })).toMatchObject({ side: 'short', contracts: 0.02 })
      await expect(account.fetchPosition(BTC)).rejects.toBeInstanceOf(loaded.ccxt.ArgumentsRequired)
      await expect(account.closePosition(BTC)).rejects.toBeInstanceOf(loaded.ccxt.InvalidOrder)
      expect(await account.closePosition(BTC, undefined, { venue: 'OSTIUM' })).toMatchObject({
        side: 'buy',
        filled: 0.02,
      })
      expect(await account.fetchPositions()).toMatchObject([{ side: 'long', contracts: 0.01 }])
    })
  })

  describe('attached stop loss and take profit', () => {
    const exits = { stopLoss: { triggerPrice: 90_000 }, takeProfit: { triggerPrice: 110_000, price: 110_500 } }

    test('are placed with their entry, wait for it, and stand at the position once it has filled', async () => {
      const account = await trade()
      const resting = await account.createOrder(BTC, 'limit', 'buy', 0.1, 95_000, exits)
      const waiting = (await account.fetchOpenOrders()).filter(({ id }) => id !== resting.id)
      expect(waiting.map((order) => infoOf(order)['parent_order_id'])).toEqual([resting.id, resting.id])
      const children = infoOf(resting)['children'] as { id: string }[]
      expect(children.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort())
      await account.cancelAllOrders()
      await account.createOrder(BTC, 'market', 'buy', 0.1, undefined, exits)
      expect(await account.fetchPosition(BTC)).toMatchObject({ stopLossPrice: 90_000, takeProfitPrice: 110_000 })
    })

    test('sent again under the same id they are the same three orders', async () => {
      const account = await trade()
      const place = () => account.createOrder(BTC, 'limit', 'buy', 0.1, 95_000, { ...exits, clientOrderId: 'again' })
      const [first, second] = [await place(), await place()]
      expect(second.id).toBe(first.id)
      expect(await account.fetchOpenOrders()).toHaveLength(3)
    })

    test('a stop loss may follow the market', async () => {
      const account = await trade()
      const order = await account.createOrder(BTC, 'market', 'buy', 0.1, undefined, {
        stopLoss: { trailingPercent: 5 },
      })
      expect(infoOf(order)['children']).toMatchObject([{ kind: 'STOP', trail: { offset_pct: '5' } }])
    })

    test('one that is refused takes its entry with it: nothing is placed', async () => {
      const account = await trade()
      const wrong = account.createOrder(BTC, 'market', 'buy', 0.1, undefined, { stopLoss: { triggerPrice: 110_000 } })
      await expect(wrong).rejects.toMatchObject({ name: 'OrderImmediatelyFillable' })
      expect(await account.fetchOpenOrders()).toEqual([])
      expect(await account.fetchPositions()).toEqual([])
    })

    test('nothing is sent when an argument is wrong', async () => {
      const account = await trade()
      const { ArgumentsRequired, InvalidOrder } = loaded.ccxt
      const place = (params: Fields, type = 'limit') => account.createOrder(BTC, type, 'buy', 0.1, 95_000, params)
      await expect(place({ stopLoss: {} })).rejects.toBeInstanceOf(ArgumentsRequired)
      await expect(place({ takeProfit: { triggerPrice: 110_000, type: 'limit' } })).rejects.toBeInstanceOf(
        ArgumentsRequired,
      )
      await expect(place({ ...exits, reduceOnly: true })).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({ ...exits, clientOrderId: 'x'.repeat(65) })).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({ clientOrderId: 'with blanks' })).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({ stopLossPrice: 1, takeProfitPrice: 2 })).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({ triggerPriceType: 'oracle' })).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({ timeInForce: 'DAY' })).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({}, 'iceberg')).rejects.toBeInstanceOf(InvalidOrder)
      await expect(place({}, 'stop')).rejects.toBeInstanceOf(ArgumentsRequired)
      await expect(account.createOrder(BTC, 'limit', 'buy', 0.1)).rejects.toBeInstanceOf(ArgumentsRequired)
      await expect(account.createOrder(BTC, 'limit', 'up', 0.1, 1)).rejects.toBeInstanceOf(ArgumentsRequired)
      await expect(account.createOrder(BTC, 'limit', 'buy', 0.000001, 95_000)).rejects.toBeInstanceOf(InvalidOrder)
      expect(await account.fetchOrders()).toEqual([])
    })
  })

  describe('what is known of markets beside their prices', () => {
    test('fees, leverage, funding, open interest, status', async () => {
      const { maker, taker } = exchange.market(BTC)
      expect(await exchange.fetchTradingFee(BTC)).toMatchObject({ symbol: BTC, maker, taker })
      expect(Object.keys(await exchange.fetchTradingFees())).toContain(GOLD)
      expect((await exchange.fetchLeverageTiers([BTC]))[BTC]).toEqual(await exchange.fetchMarketLeverageTiers(BTC))
      const rate = await exchange.fetchFundingRate(BTC)
      expect(rate).toMatchObject({ symbol: BTC, fundingRate: expect.any(Number) as number })
      expect((await exchange.fetchFundingRates([BTC]))[BTC]!.fundingTimestamp).toBe(rate.fundingTimestamp)
      const interest = await exchange.fetchOpenInterest(BTC)
      expect(interest.openInterestAmount).toBeGreaterThan(0)
      expect(Object.keys(await exchange.fetchOpenInterests([BTC, ETH]))).toEqual([BTC, ETH])
      expect(await exchange.fetchStatus()).toMatchObject({ status: 'ok' })
      expect(await exchange.fetchCurrencies()).toMatchObject({ USD: { code: 'USD' } })
      expect(Object.keys(await exchange.fetchLastPrices([BTC]))).toEqual([BTC])
    })
  })

  describe('the settings of an account', () => {
    test('the plan decides the margin mode', async () => {
      const account = await trade()
      const { marginMode } = await account.fetchMarginMode(BTC)
      await expect(account.setMarginMode(marginMode!, BTC)).resolves.toMatchObject({ marginMode })
      const other = marginMode === 'cross' ? 'isolated' : 'cross'
      await expect(account.setMarginMode(other, BTC)).rejects.toMatchObject({ name: 'OperationRejected' })
    })

    test('cancelAllOrdersAfter arms the dead man switch, and 0 disarms it', async () => {
      const account = await trade()
      expect(await account.cancelAllOrdersAfter(60_000)).toMatchObject({ armed: true, action: 'CANCEL_OPENING' })
      expect(await account.cancelAllOrdersAfter(0)).toMatchObject({ armed: false })
    })
  })

  describe('several orders in one request', () => {
    test('editOrders and cancelOrdersForSymbols', async () => {
      const account = await trade()
      const orders = await account.createOrders([
        { symbol: BTC, type: 'limit', side: 'buy', amount: 0.1, price: 50_000 },
        { symbol: ETH, type: 'limit', side: 'buy', amount: 1, price: 100 },
      ])
      const rows = orders.map(({ id, symbol }) => ({ id: id!, symbol: symbol!, type: 'limit', side: 'buy' }))
      const edited = await account.editOrders(rows.map((row) => ({ ...row, price: 90 })))
      expect(edited.map(({ price }) => price)).toEqual([90, 90])
      const cancelled = await account.cancelOrdersForSymbols(rows)
      expect(cancelled.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
      expect(await account.fetchCanceledAndClosedOrders()).toHaveLength(2)
      await expect(account.fetchOpenOrder(rows[0]!.id)).rejects.toMatchObject({ name: 'OrderNotFound' })
      expect((await account.fetchClosedOrder(rows[0]!.id)).status).toBe('canceled')
    })
  })

  describe('positions that have closed, and the money that moved', () => {
    test('fetchPositionsHistory, fetchOrderTrades and fetchLedger', async () => {
      const account = await trade()
      const order = await account.createOrder(BTC, 'market', 'buy', 0.1)
      const closing = await account.closePosition(BTC)
      const [closed] = await account.fetchPositionsHistory([BTC])
      expectStructure(closed, CLOSED_POSITION)
      expect(closed).toMatchObject({ symbol: BTC, side: 'long', contracts: 0.1, lastPrice: closing.average })
      expect(await account.fetchPositionHistory(ETH)).toEqual([])
      const fills = await account.fetchOrderTrades(order.id!)
      expect(fills.every((fill) => fill.order === order.id)).toBe(true)
      const entries = await account.fetchLedger()
      expect(new Set(entries.map(({ currency }) => currency))).toEqual(new Set(['USD']))
      expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['transaction', 'trade', 'fee']))
      for (const { before, after, amount, direction } of entries)
        expect(after! - before!).toBeCloseTo(direction === 'in' ? amount! : -amount!, 6)
    })
  })

  describe('histories', () => {
    let account: AtsExchange
    const prices = [50_000, 51_000, 52_000, 53_000, 54_000, 55_000]

    beforeAll(async () => {
      account = await trade()
      for (const price of prices) {
        await account.createOrder(BTC, 'limit', 'buy', 0.01, price)
        await account.createOrder(ETH, 'limit', 'buy', 0.1, price / 1_000)
      }
      await account.cancelAllOrders()
    })

    test('since gives the first from there, without it the latest; a symbol leaves out the others', async () => {
      const all = await account.fetchOrders()
      expectStructures(all, ORDER)
      expect(all).toHaveLength(12)
      expect(isAscending(all)).toBe(true)
      expect((await account.fetchOrders(BTC)).map(({ price }) => price)).toEqual(prices)
      expect((await account.fetchOrders(BTC, undefined, 2)).map(({ price }) => price)).toEqual(prices.slice(-2))
      const since = (await account.fetchOrders(BTC))[1]!.timestamp!
      const from = await account.fetchOrders(BTC, since, 2)
      expect(from).toHaveLength(2)
      expect(from.every(({ timestamp }) => timestamp! >= since)).toBe(true)
      expect(await account.fetchOrders(BTC, undefined, undefined, { until: all[0]!.timestamp! - 1 })).toEqual([])
    })

    test('more than a page is read page by page, without a gap', async () => {
      const long = await trade('wide')
      const ids: string[] = []
      for (let batch = 0; batch < 26; batch += 1) {
        const some = Array.from({ length: 20 }, () => ({
          ...{ symbol: BTC, type: 'limit' as const, side: 'buy' as const, amount: 0.01, price: 50_000 },
        }))
        ids.push(...(await long.createOrders(some)).map(({ id }) => id!))
      }
      const read = await long.fetchOrders(BTC, 1_600_000_000_000)
      expect(read.map(({ id }) => id).sort()).toEqual([...ids].sort())
      expect(await long.fetchOrders(BTC, undefined, 510)).toHaveLength(510)
    })

    test('fetchClosedOrders are those that have filled', async () => {
      const closed = await account.createOrder(BTC, 'market', 'buy', 0.01)
      expect((await account.fetchClosedOrders()).map(({ id }) => id)).toEqual([closed.id])
    })

    test('fetchFundingHistory', async () => {
      // The next noon, so that neither an hour nor a day ends in between.
      const clock = movableClock()
      clock.advance(1.5 * DAY_MS - ((clock.now() / 1_000) % DAY_MS))
      // It charges nothing, and must not be the one to watch the account.
      const placing = await startEngine({ ROLE: 'api', runtime: { clock } })
      const payer = await placing.trader()
      const paying = open(payer, { urls: { api: placing.baseUrl } })
      expect(await paying.fetchFundingHistory()).toEqual([])
      await paying.createOrder(BTC, 'market', 'buy', 0.5)
      await paying.createOrder(GOLD, 'market', 'sell', 3)
      await placing.pool.query(
        `update positions set funded_until = case venue when 'GMX' then date_trunc('hour', $1::timestamptz) - interval '2 hours'
         else date_trunc('day', $1::timestamptz at time zone 'utc') at time zone 'utc' - interval '1 day' end`,
        [new Date(clock.now() / 1_000)],
      )
      const shared = { databaseUrl: placing.databaseUrl, sharedWallet: placing.wallet, runtime: { clock } }
      const charging = await startEngine({ ...shared, FUNDING: 'venue' })
      const payments = await pollUntil(
        () => paying.fetchFundingHistory(),
        (found) => found.length >= 3,
      )
      expectStructures(payments, FUNDING)
      expect(isAscending(payments)).toBe(true)
      const { body } = await payer.api.get<{ totals: { net: number } }>(`/v1/account/${payer.accountId}/funding`)
      expect(body.totals.net).not.toBe(0)
      expect(payments.reduce((sum, { amount }) => sum + amount!, 0)).toBeCloseTo(body.totals.net, 6)
      expect((await paying.fetchFundingHistory(GOLD)).map(({ symbol }) => symbol)).toEqual([GOLD])
      await charging.close()
      await placing.close()
    })
  })

  describe('digits', () => {
    test('amounts of money keep all of theirs, whatever a float could hold', async () => {
      const owner = await engine.trader()
      const path = `/operator/v1/accounts/${owner.accountId}/capital`
      const amount = '12345678901234.123456'
      const body = { direction: 'IN', amount, reason: 'digits', reference: 'digits' }
      expect(await engine.operator.post(path, { body })).toMatchObject({ status: 200 })
      const exact = open(owner, { number: String })
      expect((await exact.fetchBalance())['USD']).toEqual({
        total: '12345679001234.123456',
        free: '12345679001234.123456',
        used: '0',
      })
    })

    test('a price and an amount given as text reach the engine as they are', async () => {
      const account = await trade(undefined, { number: String })
      const order = await account.createOrder(BTC, 'limit', 'buy', '0.12345', '50000.123456789012345678')
      expect(order).toMatchObject({ amount: '0.12345', price: '50000.12' })
      expect(infoOf(order)['requested_price']).toBe('50000.123456789012345678')
    })
  })
})
