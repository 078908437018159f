import { toNumber } from '../../core/values/decimal.js'
import { loadCatalogue } from '../catalogue.js'
import { TICKS_PER_DAY } from '../../core/values/tick.js'
import { createSyntheticFeed } from './synthetic.js'

const { all } = loadCatalogue()
const seed = new Uint8Array(32).map((_, position) => 200 - position)
const feed = createSyntheticFeed(all, seed)
const NEW_YEAR_2026 = (Date.parse('2026-01-01T00:00:00Z') / 1000) * 4
const days = Array.from({ length: 800 }, (_, day) => NEW_YEAR_2026 + day * TICKS_PER_DAY)

const marks = (symbol: string, ticks: readonly number[]): readonly number[] =>
  ticks.map((tick) => toNumber(feed.quote(symbol, tick)!.mark))

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
    expect(other.quote('BTC-USD', tick)).not.toEqual(feed.quote('BTC-USD', tick))
    const twins = createSyntheticFeed([all[0]!, { ...all[0]!, symbol: 'TWIN-USD' }], seed)
    expect(twins.quote('BTC-USD', tick)).not.toEqual(twins.quote('TWIN-USD', tick))
  })

  it('does not depend on which other symbols there are', () => {
    const alone = createSyntheticFeed([all[5]!], seed)
    expect(alone.quote(all[5]!.symbol, NEW_YEAR_2026)).toEqual(feed.quote(all[5]!.symbol, NEW_YEAR_2026))
  })

  it('has the catalogue’s spread, to the tick', () => {
    for (const { symbol, spreadRate, tickSize } of all) {
      const { bid, ask, mark } = feed.quote(symbol, NEW_YEAR_2026)!
      const exact = toNumber(mark) * toNumber(spreadRate)
      expect(Math.abs(toNumber(ask) - toNumber(bid) - exact)).toBeLessThan(2.01 * toNumber(tickSize))
    }
  })

  it('has an index close to the mark but not the same', () => {
    const ticks = Array.from({ length: 500 }, (_, step) => NEW_YEAR_2026 + step * 97)
    const distances = ticks.map((tick) => {
      const { mark, index } = feed.quote('BTC-USD', tick)!
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
    const { last, mark, index, bid, ask } = known.quote(symbol, NEW_YEAR_2026)!
    return [symbol, ...[last, mark, index, bid, ask].map(toNumber)].join(' ')
  })
}
