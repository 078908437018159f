import { rate } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import { cutTape } from './cut-tape.js'
import { TapeError } from './file/tape-bytes.js'
import type { Tape, TapeSeries } from './tape.js'

const FIRST = 1_000
const at = (slot: number): number => (FIRST + slot) * TICK_MICROS
const rates = (of: bigint) => ({ long: rate(of), short: rate(-of) })
const series = (slots: readonly number[], fields: Partial<TapeSeries> = {}): TapeSeries => ({
  ...{ symbol: 'BTC-USD', venue: 'GMX', tickSize: 1n as TapeSeries['tickSize'] },
  ...{ slots: Uint32Array.from(slots), prices: Uint32Array.from(slots, (slot) => 100 + slot) },
  ...{ spreads: null, flags: null, funding: [] },
  ...fields,
})
const tape = (...of: readonly TapeSeries[]): Tape => ({ firstTick: FIRST, series: of })
const rowsOf = ({ series: [one] }: Tape) => [...(one?.slots ?? [])].map((slot, row) => [slot, one?.prices[row]])

test('what holds as the part begins is said in its first slot, and its end is no part of it', () => {
  const whole = tape(series([0, 10, 20, 30]))
  const cut = cutTape(whole, at(15), at(30))
  expect(cut.firstTick).toBe(FIRST + 15)
  expect(rowsOf(cut)).toEqual([
    [0, 110],
    [5, 120],
  ])
  expect(rowsOf(cutTape(whole, at(20), null))).toEqual([
    [0, 120],
    [10, 130],
  ])
  expect(rowsOf(cutTape(whole, null, at(11)))).toEqual([
    [0, 100],
    [10, 110],
  ])
  expect(cutTape(whole, null, null)).toBe(whole)
})

test('a series that begins later does so in the part, too, and one that is over before it is none of it', () => {
  const cut = cutTape(tape(series([40]), series([90], { symbol: 'ETH-USD' })), at(15), at(60))
  expect(cut.series).toHaveLength(1)
  expect(rowsOf(cut)).toEqual([[25, 140]])
})

test('spreads, flags and the funding in force go along', () => {
  const whole = series([0, 10, 20], {
    ...{ spreads: Uint32Array.from([1, 2, 3]), flags: Uint8Array.from([0, 1, 0]) },
    funding: [
      { slot: 0, rates: rates(1n) },
      { slot: 5, rates: rates(2n) },
      { slot: 18, rates: rates(3n) },
      { slot: 25, rates: rates(4n) },
    ],
  })
  const [one] = cutTape(tape(whole), at(12), at(25)).series
  expect([...(one?.spreads ?? [])]).toEqual([2, 3])
  expect([...(one?.flags ?? [])]).toEqual([1, 0])
  expect(one?.funding).toEqual([
    { slot: 0, rates: rates(2n) },
    { slot: 6, rates: rates(3n) },
  ])
})

test('a part without a price is refused', () => {
  expect(() => cutTape(tape(series([40])), at(0), at(40))).toThrow(TapeError)
  expect(() => cutTape(tape(series([40])), at(41), null)).toThrow(TapeError)
})
