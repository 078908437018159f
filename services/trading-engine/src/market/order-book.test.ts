import { toNumber } from '../core/values/decimal.js'
import type { BookLevel } from '../core/model/market/market-view.js'
import { loadCatalogue } from './catalogue.js'
import { createSyntheticFeed } from './feeds/synthetic.js'
import { listedInstruments } from './listed-instrument.js'
import { BOOK_LEVELS, createBookShape, cutBook } from './order-book.js'
import { primaryOf } from '../../test/support/market/listings.js'

const { all } = loadCatalogue()
const listings = listedInstruments(all)
const primaries = listings.filter(({ venue, instrument }) => venue === instrument.primaryVenue)
const seed = new Uint8Array(32).fill(9)
const feed = createSyntheticFeed(all, seed)
const NEW_YEAR_2026 = (Date.parse('2026-01-01T00:00:00Z') / 1000) * 4
const ticks = Array.from({ length: 4 }, (_, step) => NEW_YEAR_2026 + step * 1_234_567)

const notional = (levels: readonly BookLevel[]): number =>
  levels.reduce((sum, level) => sum + toNumber(level.price) * toNumber(level.quantity), 0)

const isStrictlyFalling = (levels: readonly BookLevel[]): boolean =>
  levels.every((level, position) => position === 0 || level.price < levels[position - 1]!.price)

/** The average price of a taker of that many dollars, as a distance from the best price. */
function slippage(levels: readonly BookLevel[], usd: number): number {
  let left = usd
  let cost = 0
  for (const level of levels) {
    const taken = Math.min(left, notional([level]))
    cost += taken * Math.abs(toNumber(level.price) / toNumber(levels[0]!.price) - 1)
    left -= taken
  }
  return left > 0 ? Infinity : cost / usd
}

describe('the order book', () => {
  it('has its first levels without the others', () => {
    for (const listed of listings) {
      const quote = feed.quote(listed, ticks[0]!)!
      const shape = createBookShape(listed, seed)
      const [whole, top] = [shape(quote, ticks[0]!), shape(quote, ticks[0]!)]
      expect(top.topBids).toEqual(whole.bids.slice(0, top.topBids.length))
      expect(top.topAsks).toEqual(whole.asks.slice(0, top.topAsks.length))
      expect(top.topAsks.length).toBeGreaterThan(1)
    }
  })

  it('starts at the quote, steps away from it on the grids, and has its levels in full', () => {
    for (const listed of listings) {
      const { instrument } = listed
      const shape = createBookShape(listed, seed)
      for (const tick of ticks) {
        const quote = feed.quote(listed, tick)!
        const { bids, asks } = shape(quote, tick)
        expect([instrument.symbol, bids.length, asks.length]).toEqual([instrument.symbol, BOOK_LEVELS, BOOK_LEVELS])
        expect([bids[0]!.price, asks[0]!.price]).toEqual([quote.bid, quote.ask])
        expect([isStrictlyFalling(bids), isStrictlyFalling(asks.toReversed())]).toEqual([true, true])
        const { tickSize, lotSize } = instrument
        const isOnGrid = ({ price, quantity }: BookLevel): boolean =>
          price > 0n && price % tickSize === 0n && quantity > 0n && quantity % lotSize === 0n
        expect([...bids, ...asks].filter((level) => !isOnGrid(level))).toEqual([])
      }
    }
  })

  it('fills 500,000 dollars whole in every market, and with little slippage in the crypto majors', () => {
    for (const listed of listings) {
      const { instrument } = listed
      const shape = createBookShape(listed, seed)
      for (const tick of ticks) {
        const { bids, asks } = shape(feed.quote(listed, tick)!, tick)
        for (const side of [bids, asks]) {
          expect([instrument.symbol, notional(side) > 500_000]).toEqual([instrument.symbol, true])
          if (['BTC-USD', 'ETH-USD', 'SOL-USD', 'BNB-USD', 'XRP-USD'].includes(instrument.symbol)) {
            expect([instrument.symbol, slippage(side, 500_000) < 0.001]).toEqual([instrument.symbol, true])
          }
        }
      }
    }
  })

  it('thins out: the first half of its levels holds more than the second, over less price', () => {
    const { asks } = createBookShape(primaries[0]!, seed)(
      feed.quote(primaryOf('BTC-USD'), NEW_YEAR_2026)!,
      NEW_YEAR_2026,
    )
    const half = BOOK_LEVELS / 2
    expect(notional(asks.slice(0, half))).toBeGreaterThan(notional(asks.slice(half)))
    const width = (levels: readonly BookLevel[]): number => Number(levels.at(-1)!.price - levels[0]!.price)
    expect(width(asks.slice(0, half))).toBeLessThan(width(asks.slice(half)) / 2)
  })

  it('changes with the tick and the seed, and with nothing else', () => {
    const quote = feed.quote(primaryOf('ETH-USD'), NEW_YEAR_2026)!
    const shape = createBookShape(primaries[1]!, seed)
    expect(shape(quote, 1)).toEqual(createBookShape(primaries[1]!, seed)(quote, 1))
    expect(shape(quote, 2)).not.toEqual(shape(quote, 1))
    expect(createBookShape(primaries[1]!, new Uint8Array(32))(quote, 1)).not.toEqual(shape(quote, 1))
  })

  it('has fewer bids only where they would reach zero', () => {
    const { tickSize } = all[0]!
    const quote = { ...feed.quote(primaryOf('BTC-USD'), 1)!, bid: tickSize, ask: (tickSize * 2n) as typeof tickSize }
    const { bids, asks } = createBookShape(primaries[0]!, seed)(quote, 1)
    expect([bids.length, asks.length]).toEqual([1, BOOK_LEVELS])
  })

  it('is cut from the outside', () => {
    const { bids, asks } = createBookShape(primaries[0]!, seed)(feed.quote(primaryOf('BTC-USD'), 1)!, 1)
    expect(cutBook({ bids, asks }, 2)).toEqual({ bids: bids.slice(0, 2), asks: asks.slice(0, 2) })
  })
})
