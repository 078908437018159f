import { draw } from '@ats/test-kit'
import { toNumber } from '../../core/values/decimal.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { decodeTape, encodeTape } from '../tapes/file/tape-bytes.js'
import type { Tape } from '../tapes/tape.js'
import { editTape, scalePrices } from './edit-tape.js'
import { LIBRARY } from './entries.js'
import { findEntry, firstDifference, goldenOf, makeEntry } from './library.js'
import { playEntry } from './play.js'

const catalogue = loadCatalogue()
const MINUTE = 240

const made = new Map(LIBRARY.map((entry) => [entry.name, makeEntry(entry, catalogue)]))
const tapeOf = (name: string): Tape => made.get(name)!.tape

test.each(LIBRARY.map((entry) => [entry.name, entry] as const))('%s is what it has always been', (name, entry) => {
  const { id, tape } = made.get(name)!
  expect({ tape: id, lines: playEntry(entry, tape, catalogue) }).toEqual(goldenOf(entry))
})

test.each(draw(LIBRARY, 4, ({ name }) => name).map((entry) => [entry.name, entry] as const))(
  '%s ends the same where every tick is decided on, and when it was read from bytes',
  (name, entry) => {
    const read = decodeTape(encodeTape(tapeOf(name)))
    expect(playEntry(entry, read, catalogue, true)).toEqual(goldenOf(entry)?.lines)
  },
)

/** The price, the spread and the flags that hold at a minute. */
function heldAt({ series }: Tape, symbol: string, minute: number) {
  const { slots, prices, spreads, flags } = series.find((one) => one.symbol === symbol)!
  const row = slots.findLastIndex((slot) => slot <= minute * MINUTE)
  return { price: prices[row]!, spread: spreads?.[row] ?? 0, flags: flags?.[row] ?? 0, slot: slots[row]! }
}
const move = (name: string, symbol: string, from: number, to: number): number =>
  heldAt(tapeOf(name), symbol, to).price / heldAt(tapeOf(name), symbol, from).price - 1

test('each tape does what it says', () => {
  expect(LIBRARY).toHaveLength(11)
  expect(new Set(LIBRARY.map(({ name }) => name)).size).toBe(11)
  expect(move('gap', 'BTC-USD', 59.999, 60)).toBeCloseTo(-0.06, 2)
  expect(move('flash-crash', 'ETH-USD', 60, 61.5)).toBeCloseTo(-0.18, 2)
  expect(move('flash-crash', 'ETH-USD', 60, 70)).toBeCloseTo(-0.015, 2)
  const thin = heldAt(tapeOf('thin-book'), 'SOL-USD', 60)
  expect(thin.spread / thin.price).toBeCloseTo(0.01, 3)
  expect(heldAt(tapeOf('thin-book'), 'SOL-USD', 80).spread).toBe(0)
  expect(move('data-release', 'EUR-USD', 59.99, 60)).toBeCloseTo(0.0035, 3)
  expect(move('data-release', 'EUR-USD', 60, 60.1)).toBeCloseTo(-0.007, 3)
  expect(heldAt(tapeOf('outage'), 'BTC-USD', 70)).toMatchObject({ slot: 60 * MINUTE, flags: 1 })
  expect(heldAt(tapeOf('outage'), 'ETH-USD', 70).flags).toBe(0)
  expect(move('weekend-gap', 'XAU-USD', 119, 3_071)).toBeLessThan(-0.02)
  expect(heldAt(tapeOf('stuck-oracle'), 'ETH-USD', 69)).toMatchObject({ flags: 0 })
  expect(heldAt(tapeOf('stuck-oracle'), 'ETH-USD', 69).slot).toBeLessThan(50 * MINUTE)
  expect(move('stuck-oracle', 'ETH-USD', 69, 70)).toBeCloseTo(-0.045, 2)
  expect(heldAt(tapeOf('lunch-break'), 'HSI-HKD', 119)).toMatchObject({ slot: 60 * MINUTE, flags: 2 })
  const rates = tapeOf('funding-flip').series[0]!.funding.map((told) => toNumber(told.rates.long))
  expect(rates.map(Math.sign)).toEqual([1, 1, -1, -1])
})

test('a trader meets on each what it is for', () => {
  const meets = (name: string, words: RegExp): void =>
    expect(goldenOf(findEntry(name)!)?.lines.some((line) => words.test(line))).toBe(true)
  meets('gap', /01:00:00\.000Z SELL .* filled/)
  meets('flash-crash', /LOCKED/)
  meets('data-release', /refused: news_freeze/)
  meets('funding-flip', /funding IN/)
  meets('outage', /refused: stale_market_data/)
  meets('weekend-gap', /refused: market_closed/)
  meets('dst-spring', /07:00:00\.000Z the trading day 2026-03-08 begins/)
  meets('dst-autumn', /05:30:00\.000Z the trading day 2026-11-01 begins/)
  meets('lunch-break', /04:30:00\.000Z CLOSE HSI-HKD refused: market_closed/)
})

test('a difference is told by what is first', () => {
  const is = { tape: 'a', lines: ['x', 'y'] }
  expect(firstDifference(is, is)).toBeNull()
  expect(firstDifference(is, undefined)).toBe('there is no golden result')
  expect(firstDifference(is, { ...is, tape: 'b' })).toBe('the tape is a and was b')
  expect(firstDifference(is, { ...is, lines: ['x'] })).toBe('line 2 is "y" and was "missing"')
})

test('an edit has rows of its own where it says so, and scales on lines between its points', () => {
  const [series] = tapeOf('gap').series
  const columns = { slots: Uint32Array.of(10, 20), prices: Uint32Array.of(100, 200), spreads: null, flags: null }
  const tape = { firstTick: 1, series: [{ ...series!, ...columns }] }
  const at = [5, 15, 20, 30]
  const edited = editTape(tape, 'BTC-USD', at, (row) => ({ ...row, spread: row.slot })).series[0]!
  // Before the first row there is nothing that could hold.
  expect([...edited.slots]).toEqual([10, 15, 20, 30])
  expect([...edited.prices]).toEqual([100, 100, 200, 200])
  const scaled = [0, 10, 15, 20, 99].map((slot) => {
    return scalePrices([
      [10, 1],
      [20, 0.5],
    ])({ slot, price: 1_000, spread: 0, flags: 0 })?.price
  })
  expect(scaled).toEqual([1_000, 1_000, 750, 500, 500])
})
