import { decimal, price, toNumber } from '../core/values/decimal.js'
import { loadCatalogue } from './catalogue.js'
import type { Listing } from '../core/model/market/listing.js'
import type { Feed } from './feeds/feed.js'
import { createSyntheticFeed } from './feeds/synthetic.js'
import { createMarket, type MarketOptions } from './market.js'
import { TICK_MICROS, TICKS_PER_DAY, tickAt } from '../core/values/tick.js'
import { primaryOf } from '../../test/support/market/listings.js'

const { all } = loadCatalogue()
const seed = new Uint8Array(32).fill(6)
const synthetic = createSyntheticFeed(all, seed)
const create = (feed: Feed = synthetic, isWithinHours: MarketOptions['isWithinHours'] = () => true) =>
  createMarket({ instruments: all, feed, seed, isWithinHours })
const market = create()
const NOW = Date.parse('2026-01-16T12:34:56.789Z') * 1000
const TICK = tickAt(NOW)

describe('the market', () => {
  it('quotes the tick an instant belongs to', () => {
    const quote = market.quote(primaryOf('BTC-USD'), NOW)!
    const { status, ...prices } = synthetic.quote(primaryOf('BTC-USD'), TICK)!
    expect(status).toBeNull()
    expect(quote).toEqual({ ...primaryOf('BTC-USD'), at: TICK * TICK_MICROS, ...prices })
    expect(quote.at).toBe(Date.parse('2026-01-16T12:34:56.750Z') * 1000)
    expect(market.quote(primaryOf('BTC-USD'), quote.at + TICK_MICROS - 1)).toEqual(quote)
    expect(market.quote(primaryOf('BTC-USD'), quote.at + TICK_MICROS)).not.toEqual(quote)
    expect(market.quote(primaryOf('BTC-USD'), NOW)).toEqual(quote)
  })

  it('cuts the book to a depth, numbers it by the tick and starts it at the quote', () => {
    const book = market.book(primaryOf('BTC-USD'), 24, NOW)!
    const quote = market.quote(primaryOf('BTC-USD'), NOW)!
    expect(book).toMatchObject({ symbol: 'BTC-USD', sequence: TICK, at: quote.at })
    expect([book.bids.length, book.asks.length]).toEqual([24, 24])
    expect([book.bids[0]!.price, book.asks[0]!.price]).toEqual([quote.bid, quote.ask])
    expect(market.book(primaryOf('BTC-USD'), 100, NOW)!.asks.slice(0, 24)).toEqual(book.asks)
  })

  it('shows one consistent moment to a decision', () => {
    const view = market.view(NOW)
    const quote = view.quote(primaryOf('ETH-USD'))!
    market.quote(primaryOf('ETH-USD'), NOW + 10 * TICK_MICROS)
    expect(view.at).toBe(NOW)
    expect(view.quote(primaryOf('ETH-USD'))).toEqual(quote)
    expect(view.book(primaryOf('ETH-USD'))!.bids[0]!.price).toBe(quote.bid)
    expect(view.book(primaryOf('ETH-USD'))!.bids.length).toBeGreaterThanOrEqual(100)
    expect(view.quote(primaryOf('FOO-USD'))).toBeUndefined()
    expect(view.book(primaryOf('FOO-USD'))).toBeUndefined()
  })

  it('is the same whatever was asked before', () => {
    const questions = [0, 1, 2, 40, 1].map((step) => NOW + step * TICK_MICROS)
    const answers = questions.map((at) => market.book(primaryOf('SOL-USD'), 100, at))
    const fresh = create()
    expect(
      questions
        .toReversed()
        .map((at) => fresh.book(primaryOf('SOL-USD'), 100, at))
        .reverse(),
    ).toEqual(answers)
  })

  it('lists public trades newest first, up to now, without gaps', async () => {
    const trades = await market.publicTrades(primaryOf('BTC-USD'), 50, NOW)
    expect(trades).toHaveLength(50)
    expect(trades[0]!.price).toBe(market.quote(primaryOf('BTC-USD'), NOW)!.last)
    expect(trades.every((trade, position) => position === 0 || trade.at <= trades[position - 1]!.at)).toBe(true)
    expect(new Set(trades.map(({ id }) => id)).size).toBe(50)
    const later = await market.publicTrades(primaryOf('BTC-USD'), 50, NOW + TICK_MICROS)
    const added = synthetic.trades(primaryOf('BTC-USD'), TICK + 1).length
    expect(later.slice(added)).toEqual(trades.slice(0, 50 - added))
    expect(await market.publicTrades(primaryOf('FOO-USD'), 50, NOW)).toEqual([])
  })

  it('finds public trades however long ago, without looking at every quiet tick', async () => {
    const requested: number[] = []
    const yearly = (tick: number): number => Math.floor(tick / (365 * TICKS_PER_DAY)) * 365 * TICKS_PER_DAY
    const quiet = create({
      ...synthetic,
      trades: (listing, tick) => (requested.push(tick), synthetic.trades(listing, tick)),
      latestTradeTick: (_, tick) => yearly(tick),
    })
    const years = (await quiet.publicTrades(primaryOf('BTC-USD'), 5, NOW)).map(({ at }) => at / TICK_MICROS)
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
      trades: (listing: Listing, tick: number) => (requested++, synthetic.trades(listing, tick)),
    }
    const sliced = createMarket({ instruments: all, feed, seed, isWithinHours: () => true, takeTurn })
    expect(await sliced.publicTrades(primaryOf('BTC-USD'), 1_000, NOW)).toHaveLength(1_000)
    expect(slices.length).toBeGreaterThan(5)
    expect(slices).toEqual(slices.map((_, index) => index * 64))
  })

  it('has no public trades from before the epoch', async () => {
    const market = create({ ...synthetic, latestTradeTick: () => -1 })
    expect(await market.publicTrades(primaryOf('BTC-USD'), 5, NOW)).toEqual([])
  })

  it('counts the volume of the last 24 hours as the candles do', async () => {
    const { recentVolume, nextFundingAt } = market.metrics(primaryOf('BTC-USD'), NOW)!
    const endOfMinute = Date.parse('2026-01-16T12:34:59.999Z') * 1000
    const candles = await market.candles({
      ...primaryOf('BTC-USD'),
      ...{ interval: '1m', from: endOfMinute - 86_400_000_000, to: endOfMinute, limit: 2000, at: endOfMinute },
    })
    expect(candles).toHaveLength(1440)
    expect(market.metrics(primaryOf('BTC-USD'), endOfMinute)!.recentVolume).toBe(
      candles.reduce((sum, candle) => sum + candle.volume, 0n),
    )
    expect(recentVolume).toBeGreaterThan(0n)
    expect(nextFundingAt).toBeGreaterThan(NOW)
    expect(market.metrics(primaryOf('FOO-USD'), NOW)).toBeUndefined()
  })

  it('has one book from a tick to the next, where only changes are told', () => {
    const told = (tick: number): number => tick - (tick % 4)
    const quiet = create({ ...synthetic, quote: (listing, tick) => synthetic.quote(listing, told(tick)) })
    const bookAt = (tick: number) => {
      const { at, ...book } = quiet.book(primaryOf('BTC-USD'), 100, tick * TICK_MICROS)!
      expect(at).toBe(tick * TICK_MICROS)
      return book
    }
    const first = told(TICK)
    expect(bookAt(first)).toMatchObject({ sequence: first, tick: first })
    for (const later of [1, 2, 3]) expect(bookAt(first + later)).toEqual(bookAt(first))
    expect(bookAt(first + 4)).not.toEqual(bookAt(first))
  })

  it('follows sandbox moves immediately, in prices, book, trades and candles', async () => {
    const moved = create()
    const at = NOW + 120_000_000
    const ask = () => moved.candles({ ...primaryOf('BTC-USD'), interval: '1m', from: NOW, to: at, limit: 5, at })
    const before = [moved.quote(primaryOf('BTC-USD'), NOW), await ask()]
    const target = price(decimal('12345.67'))
    moved.addMoves([{ symbol: 'BTC-USD', startedTick: TICK + 1, price: target, overTicks: 0 }])
    expect(moved.quote(primaryOf('BTC-USD'), at)!.mark).toBe(target)
    expect(moved.quote(primaryOf('BTC-USD'), NOW)).toEqual(before[0])
    expect((await moved.publicTrades(primaryOf('BTC-USD'), 1, at))[0]!.price).toBe(target)
    expect((await ask()).map((candle) => [candle.isClosed, candle.close])).toEqual([
      [false, target],
      [true, target],
    ])
    const { bids, asks } = moved.book(primaryOf('BTC-USD'), 100, at)!
    expect(bids[0]!.price < target && asks[0]!.price > target).toBe(true)
    const depth = asks.reduce((sum, level) => sum + toNumber(level.price) * toNumber(level.quantity), 0)
    expect(depth).toBeGreaterThan(500_000)
  })

  it('says of no feed that it is stale while the market is closed, at that very moment', () => {
    const quote: Feed['quote'] = (listing, tick) => ({ ...synthetic.quote(listing, tick)!, staleReason: 'silent' })
    const market = create({ ...synthetic, quote }, ({ symbol }, at) => symbol === 'BTC-USD' && at > NOW - TICK_MICROS)
    expect(market.quote(primaryOf('BTC-USD'), NOW - TICK_MICROS)!.staleReason).toBeNull()
    expect(market.quote(primaryOf('BTC-USD'), NOW)!.staleReason).toBe('silent')
    expect(market.quote(primaryOf('ETH-USD'), NOW)!.staleReason).toBeNull()
  })

  it('hands on that a feed is stale, and has nothing to say where the feed never had a price', () => {
    const stale = create({
      ...synthetic,
      quote: (listing, tick) => ({ ...synthetic.quote(listing, tick)!, staleReason: 'silent' }),
    })
    expect(stale.quote(primaryOf('BTC-USD'), NOW)!.staleReason).toBe('silent')
    const silent = create({ ...synthetic, quote: () => undefined })
    expect(silent.quote(primaryOf('BTC-USD'), NOW)).toBeUndefined()
    expect(silent.book(primaryOf('BTC-USD'), 24, NOW)).toBeUndefined()
  })
})
