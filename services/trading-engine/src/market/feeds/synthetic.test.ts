import { createHash } from 'node:crypto'
import { formatDecimal, toNumber } from '../../core/values/decimal.js'
import { loadCatalogue } from '../catalogue.js'
import { TICKS_PER_DAY } from '../../core/values/tick.js'
import { createSyntheticFeed } from './synthetic.js'
import { listedInstruments } from '../listed-instrument.js'
import { primaryOf } from '../../../test/support/market/listings.js'

const { all } = loadCatalogue()
const seed = new Uint8Array(32).map((_, position) => 200 - position)
const feed = createSyntheticFeed(all, seed)
const NEW_YEAR_2026 = (Date.parse('2026-01-01T00:00:00Z') / 1000) * 4
const days = Array.from({ length: 800 }, (_, day) => NEW_YEAR_2026 + day * TICKS_PER_DAY)

const marks = (symbol: string, ticks: readonly number[]): readonly number[] =>
  ticks.map((tick) => toNumber(feed.quote(primaryOf(symbol), tick)!.mark))

/** Standard deviation of the log returns between neighbours. */
function volatilityOf(prices: readonly number[]): number {
  const returns = prices.slice(1).map((each, position) => Math.log(each / prices[position]!))
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  return Math.sqrt(returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / returns.length)
}

describe('the synthetic feed', () => {
  it('moves as much in a day as the catalogue says, and stays around the typical price for years', () => {
    for (const { symbol, dailyVolatility, typicalPrice } of all) {
      const prices = marks(symbol, days)
      const ratio = volatilityOf(prices) / toNumber(dailyVolatility)
      expect([symbol, ratio > 0.7 && ratio < 1.4]).toEqual([symbol, true])
      const average = prices.reduce((sum, each) => sum + each, 0) / prices.length / toNumber(typicalPrice)
      expect([symbol, average > 0.7 && average < 1.4]).toEqual([symbol, true])
      expect(Math.min(...prices)).toBeGreaterThan(toNumber(typicalPrice) / 4)
      expect(Math.max(...prices)).toBeLessThan(toNumber(typicalPrice) * 4)
    }
  })

  it('moves at every scale as a random walk does', () => {
    for (const ticksApart of [4, 240, 14_400]) {
      const ticks = Array.from({ length: 2000 }, (_, step) => NEW_YEAR_2026 + step * ticksApart)
      const expected = 0.025 * Math.sqrt(ticksApart / TICKS_PER_DAY)
      const ratio = volatilityOf(marks('BTC-USD', ticks)) / expected
      expect([ticksApart, ratio > 0.7 && ratio < 1.4]).toEqual([ticksApart, true])
    }
  })

  it('is another market with another seed, and for another symbol', () => {
    const other = createSyntheticFeed(all, new Uint8Array(32))
    const tick = NEW_YEAR_2026 + 12_345
    expect(other.quote(primaryOf('BTC-USD'), tick)).not.toEqual(feed.quote(primaryOf('BTC-USD'), tick))
    const twins = createSyntheticFeed([all[0]!, { ...all[0]!, symbol: 'TWIN-USD' }], seed)
    expect(twins.quote(primaryOf('BTC-USD'), tick)).not.toEqual(twins.quote(primaryOf('TWIN-USD'), tick))
  })

  it('does not depend on which other symbols there are', () => {
    const alone = createSyntheticFeed([all[5]!], seed)
    expect(alone.quote(primaryOf(all[5]!.symbol), NEW_YEAR_2026)).toEqual(
      feed.quote(primaryOf(all[5]!.symbol), NEW_YEAR_2026),
    )
  })

  it('has the catalogue’s spread of each venue, to the tick', () => {
    for (const listed of listedInstruments(all)) {
      const { bid, ask, mark } = feed.quote(listed, NEW_YEAR_2026)!
      const exact = toNumber(mark) * toNumber(listed.terms.spreadRate)
      expect(Math.abs(toNumber(ask) - toNumber(bid) - exact)).toBeLessThan(2.01 * toNumber(listed.instrument.tickSize))
    }
  })

  it('has one mark and one index for all venues of a symbol, and trades of their own', () => {
    const [gmx, ostium] = listedInstruments(all).filter(({ symbol }) => symbol === 'BTC-USD')
    for (let tick = NEW_YEAR_2026; tick < NEW_YEAR_2026 + 50; tick += 1) {
      const [first, second] = [feed.quote(gmx!, tick)!, feed.quote(ostium!, tick)!]
      expect([second.mark, second.index]).toEqual([first.mark, first.index])
      expect(feed.trades(ostium!, tick)).not.toEqual(feed.trades(gmx!, tick))
    }
  })

  it('says of the primary venue what it said before venues had prices of their own', () => {
    const hash = createHash('sha256')
    const hashAll = (words: readonly string[]) => hash.update(`${words.join(' ')}\n`)
    for (const { symbol, primaryVenue: venue } of all)
      for (const tick of [0, 1, 12_345, 9_999_999].map((step) => NEW_YEAR_2026 + step)) {
        const { last, mark, index, bid, ask } = feed.quote({ symbol, venue }, tick)!
        const trades = feed
          .trades({ symbol, venue }, tick)
          .map(({ id, side, quantity, price }) => [id, side, formatDecimal(quantity), formatDecimal(price)].join(' '))
        const { open, high, low, close, volume } = feed.bar({ symbol, venue }, tick, tick + 240)!
        const bar = [open, high, low, close, volume].map(formatDecimal)
        hashAll([symbol, ...[last, mark, index, bid, ask].map(formatDecimal), ...trades, ...bar])
      }
    expect(hash.digest('hex')).toBe('924670c458cf51f56cf9d086be313ee1599821418756b0ece71526256cce990b')
  })

  it('has an index close to the mark but not the same', () => {
    const ticks = Array.from({ length: 500 }, (_, step) => NEW_YEAR_2026 + step * 97)
    const distances = ticks.map((tick) => {
      const { mark, index } = feed.quote(primaryOf('BTC-USD'), tick)!
      return toNumber(index) / toNumber(mark) - 1
    })
    expect(Math.max(...distances.map(Math.abs))).toBeLessThan(0.025 * 0.0101)
    expect(Math.max(...distances)).toBeGreaterThan(0.00005)
    expect(Math.min(...distances)).toBeLessThan(-0.00005)
  })

  it('computes the very same prices on every machine', () => {
    const known = createSyntheticFeed(all, new Uint8Array(32).fill(42))
    expect(marksAsText(known)).toMatchInlineSnapshot(`
     [
       "BTC-USD 74821.77 74821.2 74823.17 74820.64 74821.77",
       "EUR-USD 1.18746 1.18749 1.18748 1.18746 1.18753",
       "PEPE-USD 0.000006678 0.000006677 0.000006679 0.000006675 0.000006678",
       "NIK-JPY 54116.6 54120.4 54113.5 54116.6 54124.2",
     ]
    `)
  })
})

function marksAsText(known: ReturnType<typeof createSyntheticFeed>): readonly string[] {
  return ['BTC-USD', 'EUR-USD', 'PEPE-USD', 'NIK-JPY'].map((symbol) => {
    const { last, mark, index, bid, ask } = known.quote(primaryOf(symbol), NEW_YEAR_2026)!
    return [symbol, ...[last, mark, index, bid, ask].map(toNumber)].join(' ')
  })
}
