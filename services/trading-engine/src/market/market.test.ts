import { decimal, price, toNumber } from '../core/values/decimal.js'
import { loadCatalogue } from './catalogue.js'
import type { Feed } from './feeds/feed.js'
import { createSyntheticFeed } from './feeds/synthetic.js'
import { createMarket, type MarketOptions } from './market.js'
import { TICK_MICROS, TICKS_PER_DAY, tickAt } from '../core/values/tick.js'

const { all } = loadCatalogue()
const seed = new Uint8Array(32).fill(6)
const synthetic = createSyntheticFeed(all, seed)
const create = (feed: Feed = synthetic, isOpen: MarketOptions['isOpen'] = () => true) =>
  createMarket({ instruments: all, feed, seed, isOpen })
const market = create()
const NOW = Date.parse('2026-01-16T12:34:56.789Z') * 1000
const TICK = tickAt(NOW)

describe('the market', () => {
  it('quotes the tick an instant belongs to', () => {
    const quote = market.quote('BTC-USD', NOW)!
    expect(quote).toEqual({ symbol: 'BTC-USD', at: TICK * TICK_MICROS, ...synthetic.quote('BTC-USD', TICK) })
    expect(quote.at).toBe(Date.parse('2026-01-16T12:34:56.750Z') * 1000)
    expect(market.quote('BTC-USD', quote.at + TICK_MICROS - 1)).toEqual(quote)
    expect(market.quote('BTC-USD', quote.at + TICK_MICROS)).not.toEqual(quote)
    expect(market.quote('BTC-USD', NOW)).toEqual(quote)
  })

  it('cuts the book to a depth, numbers it by the tick and starts it at the quote', () => {
    const book = market.book('BTC-USD', 24, NOW)!
    const quote = market.quote('BTC-USD', NOW)!
    expect(book).toMatchObject({ symbol: 'BTC-USD', sequence: TICK, at: quote.at })
    expect([book.bids.length, book.asks.length]).toEqual([24, 24])
    expect([book.bids[0]!.price, book.asks[0]!.price]).toEqual([quote.bid, quote.ask])
    expect(market.book('BTC-USD', 100, NOW)!.asks.slice(0, 24)).toEqual(book.asks)
  })

  it('shows one consistent moment to a decision', () => {
    const view = market.view(NOW)
    const quote = view.quote('ETH-USD')!
    market.quote('ETH-USD', NOW + 10 * TICK_MICROS)
    expect(view.at).toBe(NOW)
    expect(view.quote('ETH-USD')).toEqual(quote)
    expect(view.book('ETH-USD')!.bids[0]!.price).toBe(quote.bid)
    expect(view.book('ETH-USD')!.bids.length).toBeGreaterThanOrEqual(100)
    expect(view.quote('FOO-USD')).toBeUndefined()
    expect(view.book('FOO-USD')).toBeUndefined()
  })

  it('is the same whatever was asked before', () => {
    const questions = [0, 1, 2, 40, 1].map((step) => NOW + step * TICK_MICROS)
    const answers = questions.map((at) => market.book('SOL-USD', 100, at))
    const fresh = create()
    expect(
      questions
        .toReversed()
        .map((at) => fresh.book('SOL-USD', 100, at))
        .reverse(),
    ).toEqual(answers)
  })

  it('lists public trades newest first, up to now, without gaps', async () => {
    const trades = await market.publicTrades('BTC-USD', 50, NOW)
    expect(trades).toHaveLength(50)
    expect(trades[0]!.price).toBe(market.quote('BTC-USD', NOW)!.last)
    expect(trades.every((trade, position) => position === 0 || trade.at <= trades[position - 1]!.at)).toBe(true)
    expect(new Set(trades.map(({ id }) => id)).size).toBe(50)
    const later = await market.publicTrades('BTC-USD', 50, NOW + TICK_MICROS)
    const added = synthetic.trades('BTC-USD', TICK + 1).length
    expect(later.slice(added)).toEqual(trades.slice(0, 50 - added))
    expect(await market.publicTrades('FOO-USD', 50, NOW)).toEqual([])
  })

  it('finds public trades however long ago, without looking at every quiet tick', async () => {
    const requested: number[] = []
    const yearly = (tick: number): number => Math.floor(tick / (365 * TICKS_PER_DAY)) * 365 * TICKS_PER_DAY
    const quiet = create({
      ...synthetic,
      trades: (symbol, tick) => (requested.push(tick), synthetic.trades(symbol, tick)),
      latestTradeTick: (_, tick) => yearly(tick),
    })
    const years = (await quiet.publicTrades('BTC-USD', 5, NOW)).map(({ at }) => at / TICK_MICROS)
    expect(years).toHaveLength(5)
    expect(years.every((tick) => tick === yearly(tick))).toBe(true)
    expect(requested.length).toBeLessThanOrEqual(5)
  })

  it('looks public trades up some ticks in each turn of the event loop', async () => {
    let requested = 0
    const slices: number[] = []
    const takeTurn = () => Promise.resolve(void slices.push(requested))
    const feed = {
      ...synthetic,
      trades: (symbol: string, tick: number) => (requested++, synthetic.trades(symbol, tick)),
    }
    const sliced = createMarket({ instruments: all, feed, seed, isOpen: () => true, takeTurn })
    expect(await sliced.publicTrades('BTC-USD', 1_000, NOW)).toHaveLength(1_000)
    expect(slices.length).toBeGreaterThan(5)
    expect(slices).toEqual(slices.map((_, index) => index * 64))
  })

  it('has no public trades from before the epoch', async () => {
    const market = create({ ...synthetic, latestTradeTick: () => -1 })
    expect(await market.publicTrades('BTC-USD', 5, NOW)).toEqual([])
  })

  it('counts the volume of the last 24 hours as the candles do', async () => {
    const { recentVolume, nextFundingAt } = market.metrics('BTC-USD', NOW)!
    const endOfMinute = Date.parse('2026-01-16T12:34:59.999Z') * 1000
    const candles = await market.candles({
      symbol: 'BTC-USD',
      interval: '1m',
      from: endOfMinute - 86_400_000_000,
      to: endOfMinute,
      limit: 2000,
      at: endOfMinute,
    })
    expect(candles).toHaveLength(1440)
    expect(market.metrics('BTC-USD', endOfMinute)!.recentVolume).toBe(
      candles.reduce((sum, candle) => sum + candle.volume, 0n),
    )
    expect(recentVolume).toBeGreaterThan(0n)
    expect(nextFundingAt).toBeGreaterThan(NOW)
    expect(market.metrics('FOO-USD', NOW)).toBeUndefined()
  })

  it('follows sandbox moves immediately, in prices, book, trades and candles', async () => {
    const moved = create()
    const at = NOW + 120_000_000
    const ask = () => moved.candles({ symbol: 'BTC-USD', interval: '1m', from: NOW, to: at, limit: 5, at })
    const before = [moved.quote('BTC-USD', NOW), await ask()]
    const target = price(decimal('12345.67'))
    moved.addMoves([{ symbol: 'BTC-USD', startedTick: TICK + 1, price: target, overTicks: 0 }])
    expect(moved.quote('BTC-USD', at)!.mark).toBe(target)
    expect(moved.quote('BTC-USD', NOW)).toEqual(before[0])
    expect((await moved.publicTrades('BTC-USD', 1, at))[0]!.price).toBe(target)
    expect((await ask()).map((candle) => [candle.isClosed, candle.close])).toEqual([
      [false, target],
      [true, target],
    ])
    const { bids, asks } = moved.book('BTC-USD', 100, at)!
    expect(bids[0]!.price < target && asks[0]!.price > target).toBe(true)
    const depth = asks.reduce((sum, level) => sum + toNumber(level.price) * toNumber(level.quantity), 0)
    expect(depth).toBeGreaterThan(500_000)
  })

  it('says of no feed that it is stale while the market is closed, at that very moment', () => {
    const quote: Feed['quote'] = (symbol, tick) => ({ ...synthetic.quote(symbol, tick)!, isStale: true })
    const market = create({ ...synthetic, quote }, ({ symbol }, at) => symbol === 'BTC-USD' && at > NOW - TICK_MICROS)
    expect(market.quote('BTC-USD', NOW - TICK_MICROS)!.isStale).toBe(false)
    expect(market.quote('BTC-USD', NOW)!.isStale).toBe(true)
    expect(market.quote('ETH-USD', NOW)!.isStale).toBe(false)
  })

  it('hands on that a feed is stale, and has nothing to say where the feed never had a price', () => {
    const stale = create({
      ...synthetic,
      quote: (symbol, tick) => ({ ...synthetic.quote(symbol, tick)!, isStale: true }),
    })
    expect(stale.quote('BTC-USD', NOW)!.isStale).toBe(true)
    const silent = create({ ...synthetic, quote: () => undefined })
    expect(silent.quote('BTC-USD', NOW)).toBeUndefined()
    expect(silent.book('BTC-USD', 24, NOW)).toBeUndefined()
  })
})
