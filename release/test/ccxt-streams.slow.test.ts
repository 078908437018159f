/** The watch methods of the exchange class over the engine's streams, with the real ccxt. */
import type { AtsExchange } from '@ats/ccxt'
import { startFaultProxy, type FaultProxy } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../../services/trading-engine/test/support/engine/engine.js'
import { loadCcxtClass, type CcxtClass } from './support/ccxt-class.js'
import {
  BALANCES,
  expectCandles,
  expectStructure,
  expectStructures,
  isAscending,
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
type Fields = Record<string, unknown>

describeInstalled('the watch methods', () => {
  let engine: TestEngine
  let proxy: FaultProxy
  let loaded: CcxtClass

  const open = (of: Trader, config?: Fields): AtsExchange => loaded.open(engine.baseUrl, of.key.headers, config)
  const trade = async (config?: Fields): Promise<AtsExchange> => open(await engine.trader(), config)
  const overProxy = (): Fields => ({ urls: { api: `http://127.0.0.1:${proxy.port}` } })
  /** The account's stream has begun: its first summary is there. */
  const begun = async (exchange: AtsExchange): Promise<AtsExchange> => {
    await exchange.watchBalance()
    return exchange
  }
  /** The statuses of orders by their ids, until so many are known. */
  const statuses = async (exchange: AtsExchange, count: number): Promise<Map<string, string>> => {
    const found = new Map<string, string>()
    while (found.size < count) for (const { id, status } of await exchange.watchOrders()) found.set(id!, status!)
    return found
  }

  beforeAll(async () => {
    engine = await startEngine()
    proxy = await startFaultProxy({ targetPort: Number(new URL(engine.baseUrl).port) })
    loaded = loadCcxtClass()
    await engine.moveMarket('BTC-USD', 100_000)
  })
  afterAll(async () => {
    await loaded.close()
    await proxy.close()
    await engine.close()
  })

  describe('of the market', () => {
    test('tickers, books, trades and candles, again and again', async () => {
      const exchange = await trade()
      for (let round = 0; round < 3; round += 1) {
        expectStructure(await exchange.watchTicker(BTC), TICKER)
        const book = await exchange.watchOrderBook(BTC, 5)
        expectStructure(book, ORDER_BOOK)
        expect([book.bids.length, book.asks.length]).toEqual([5, 5])
        const trades = await exchange.watchTrades(BTC)
        expectStructures(trades, PUBLIC_TRADE)
        expect(isAscending(trades)).toBe(true)
        expectCandles(await exchange.watchOHLCV(BTC, '1m'))
      }
      const tickers = await exchange.watchTickers([BTC, ETH])
      expectStructures(Object.values(tickers), TICKER)
    })

    test('no trade comes twice, though a second symbol opens the stream again', async () => {
      const exchange = await trade()
      const ids = (await exchange.watchTrades(BTC)).map(({ id }) => id)
      expectStructures(await exchange.watchTrades(ETH), PUBLIC_TRADE)
      while (ids.length < 60) ids.push(...(await exchange.watchTrades(BTC)).map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('a venue is named as everywhere', async () => {
      const exchange = await trade()
      const venueOf = ({ info }: { info: unknown }) => (info as Fields)['venue']
      const [gmx, ostium] = await Promise.all([
        exchange.watchTicker(BTC),
        exchange.watchTicker(BTC, { venue: 'OSTIUM' }),
      ])
      expect([venueOf(gmx), venueOf(ostium)]).toEqual(['GMX', 'OSTIUM'])
    })

    test('unWatch ends what waits, and leaves other names alone', async () => {
      const exchange = await trade()
      await exchange.watchTicker(BTC)
      await exchange.watchTickers([BTC, ETH])
      await exchange.watchOrderBook(ETH)
      const both = exchange.watchTickers([BTC, ETH])
      const one = exchange.watchTicker(BTC).catch((error: unknown) => error)
      await exchange.unWatchTicker(BTC)
      const ended = await one
      // Unless news had come before.
      if (ended instanceof Error) expect(ended).toBeInstanceOf(loaded.ccxt.UnsubscribeError)
      expectStructures(Object.values(await both), TICKER)
      await exchange.unWatchTickers([BTC, ETH])
      await exchange.unWatchOrderBook(ETH)
      expect((await exchange.watchTicker(ETH)).symbol).toBe(ETH)
    })

    test('an unknown symbol and a timeframe that is not there throw', async () => {
      const exchange = await trade()
      await expect(exchange.watchTicker('NO/SUCH:USD')).rejects.toBeInstanceOf(loaded.ccxt.BadSymbol)
      await expect(exchange.watchOHLCV(BTC, '7m')).rejects.toBeInstanceOf(loaded.ccxt.BadRequest)
    })

    test('with newUpdates off a call has the older ones too', async () => {
      const exchange = await trade({ options: { newUpdates: false } })
      const first = await exchange.watchTrades(BTC)
      const second = await exchange.watchTrades(BTC)
      expect(second.slice(0, first.length).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
      expect(second.length).toBeGreaterThan(first.length)
    })
  })

  describe('of the account', () => {
    test('an order, its fill, the position and the balance', async () => {
      const exchange = await begun(await trade())
      const news = Promise.all([exchange.watchMyTrades(BTC), exchange.watchPositions([BTC])])
      const order = await exchange.createOrder(BTC, 'market', 'buy', 0.1)
      const [fills, positions] = await news
      expectStructures(fills, MY_TRADE)
      expect(fills.every((fill) => fill.order === order.id)).toBe(true)
      expectStructures(positions, POSITION)
      expect(positions).toMatchObject([{ symbol: BTC, side: 'long', contracts: 0.1 }])
      const closed = exchange.watchPositions([BTC])
      await exchange.closePosition(BTC)
      expect(await closed).toMatchObject([{ id: positions[0]!.id, contracts: 0 }])
      const balance = await exchange.watchBalance()
      expectStructure(balance, BALANCES)
    })

    test('orders as they are placed, changed by fills and cancelled; a symbol leaves out the others', async () => {
      const exchange = await begun(await trade())
      const both = exchange.watchOrders()
      const placed = await exchange.createOrder(BTC, 'limit', 'buy', 0.1, 90_000)
      const acknowledged = await both
      expectStructures(acknowledged, ORDER)
      expect(acknowledged).toMatchObject([{ id: placed.id, status: 'open', price: 90_000 }])
      const ofEth = exchange.watchOrders(ETH)
      await exchange.cancelOrder(placed.id)
      const other = await exchange.createOrder(ETH, 'limit', 'buy', 1, 100)
      expect(await ofEth).toMatchObject([{ id: other.id, symbol: ETH }])
      const rest = await statuses(exchange, 2)
      expect([rest.get(placed.id!), rest.get(other.id!)]).toEqual(['canceled', 'open'])
    })

    test('what happened between two calls is not lost', async () => {
      const exchange = await begun(await trade())
      const first = exchange.watchOrders()
      const ids = [(await exchange.createOrder(BTC, 'limit', 'buy', 0.1, 90_000)).id!]
      await first
      for (const price of [91_000, 92_000, 93_000]) {
        ids.push((await exchange.createOrder(BTC, 'limit', 'buy', 0.1, price)).id!)
      }
      await exchange.cancelOrder(ids[1])
      const found = await statuses(exchange, 3)
      expect([...found.keys()].sort()).toEqual(ids.slice(1).sort())
    })

    test('a stream that is cut goes on behind the last event: each comes once', async () => {
      const owner = await engine.trader()
      const exchange = await begun(open(owner, overProxy()))
      const first = exchange.watchMyTrades()
      await owner.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
      const ids = (await first).map(({ id }) => id)
      await proxy.mode('refuse')
      for (let count = 0; count < 5; count += 1) {
        await owner.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
      }
      await proxy.mode('forward')
      const { body } = await owner.api.get<{ id: string }[]>(`/v1/account/${owner.accountId}/trades`)
      while (ids.length < body.length) ids.push(...(await exchange.watchMyTrades()).map(({ id }) => id))
      expect([...ids].sort()).toEqual(body.map(({ id }) => id).sort())
    })

    test('given up, a call throws; the next one goes on where it was', async () => {
      const owner = await engine.trader()
      const exchange = open(owner, overProxy())
      await exchange.fetchBalance()
      const patient = exchange.timeout
      exchange.timeout = 300
      await begun(exchange)
      exchange.timeout = patient
      const first = exchange.watchOrders()
      await owner.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.01, price: 90_000 })
      await first
      const waiting = exchange.watchOrders()
      await proxy.mode('refuse')
      await expect(waiting).rejects.toBeInstanceOf(loaded.ccxt.NetworkError)
      const placed = await owner.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.01, price: 91_000 })
      await proxy.mode('forward')
      expect(await exchange.watchOrders()).toMatchObject([{ id: placed.body.order!.id, status: 'open' }])
    })

    test('a wrong key throws what it is, not a failure of the network', async () => {
      const exchange = await trade({ secret: `svc_sk_${'0'.repeat(48)}` })
      await expect(exchange.watchOrders()).rejects.toBeInstanceOf(loaded.ccxt.AuthenticationError)
    })

    test('a key that is revoked ends what waits', async () => {
      const owner = await engine.trader()
      const exchange = await begun(open(owner))
      const waiting = exchange.watchOrders()
      engine.wallet.revoke(owner.key)
      await expect(waiting).rejects.toBeInstanceOf(loaded.ccxt.AuthenticationError)
    })

    test('unWatch ends what waits; the last one closes the stream, and the next starts from the present', async () => {
      const owner = await engine.trader()
      const exchange = open(owner)
      await exchange.fetchBalance()
      const waiting = exchange.watchOrders(BTC).catch((error: unknown) => error)
      await exchange.unWatchOrders(BTC)
      expect(await waiting).toBeInstanceOf(loaded.ccxt.UnsubscribeError)
      await owner.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.01, price: 90_000 })
      await begun(exchange)
      const next = exchange.watchOrders(BTC)
      const placed = await owner.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.01, price: 91_000 })
      expect((await next).map(({ id }) => id)).toEqual([placed.body.order!.id])
    })

    test('close ends the calls that wait', async () => {
      const exchange = await begun(await trade())
      const waiting = exchange.watchOrders()
      const caught = waiting.catch((error: unknown) => error)
      await exchange.fetchBalance()
      await exchange.close()
      expect(await caught).toBeInstanceOf(loaded.ccxt.ExchangeClosedByUser)
    })
  })
})
