/**
 * Days of a tape in another order: for each day of UTC one of the tape is drawn among those on which every market has
 * the same hours, for all series together, so that what they have in common stays. A day is told by its returns from
 * the last price before it: gaps stay, and prices go on from where they were. Spreads and flags are the day's.
 */
import { isOpen } from '../../../core/calendar/trading-hours.js'
import type { TradingHours } from '../../../core/model/market/instrument.js'
import { TICK_MICROS, TICKS_PER_DAY } from '../../../core/values/tick.js'
import type { Catalogue } from '../../../market/catalogue.js'
import { TapeError } from '../file/tape-bytes.js'
import { createSeriesWriter, type SeriesWriter } from '../series-writer.js'
import { lastSlot, rowAt, type Tape, type TapeSeries } from '../tape.js'
import { createRandom } from '../xoshiro.js'
import { MODEL_ROWS_MAX, type Bootstrap } from './model-spec.js'

const PRICE_MAX = 2 ** 32 - 1
const QUARTER_TICKS = TICKS_PER_DAY / 96

export function bootstrapTape({ of, source }: Bootstrap, catalogue: Catalogue): Tape {
  const random = createRandom(of.seed)
  const hours = source.series.map(({ symbol }) => {
    const found = catalogue.find(symbol)?.tradingHours
    if (found === undefined) throw new TapeError(`"${symbol}" is no listed symbol`)
    return found
  })
  const known = new Map<string, number[]>()
  for (const day of wholeDays(source)) {
    const key = keyOfHours(hours, day)
    const days = known.get(key) ?? []
    days.push(day)
    known.set(key, days)
  }
  const firstDay = Math.floor(of.from / TICK_MICROS / TICKS_PER_DAY)
  const firstTick = firstDay * TICKS_PER_DAY
  const spliced = source.series.map((series): Spliced => ({
    ...{ series, writer: createSeriesWriter(series), at: series.prices[0] ?? 1 },
  }))
  let rows = 0
  for (let day = firstDay; day * TICKS_PER_DAY * TICK_MICROS < of.to; day += 1) {
    const among = known.get(keyOfHours(hours, day)) ?? []
    const drawn = among[random.below(among.length)]
    if (drawn === undefined) throw new TapeError(`the tape has no whole day whose hours are those of ${dateOf(day)}`)
    for (const one of spliced)
      rows += addDay(one, drawn * TICKS_PER_DAY - source.firstTick, day * TICKS_PER_DAY - firstTick)
    if (rows > MODEL_ROWS_MAX) throw new TapeError(`these would be more than ${MODEL_ROWS_MAX} ticks`)
  }
  return { firstTick, series: spliced.map(({ writer }) => writer.finish()) }
}

const dateOf = (day: number): string => new Date((day * TICKS_PER_DAY * TICK_MICROS) / 1_000).toISOString().slice(0, 10)

/** Days of UTC that the tape tells from their beginning to their end. */
function wholeDays(source: Tape): readonly number[] {
  const first = Math.ceil(source.firstTick / TICKS_PER_DAY)
  // A day without trading tells nothing at its end: the next one says that it is over.
  const end = Math.floor((source.firstTick + lastSlot(source) + QUARTER_TICKS) / TICKS_PER_DAY)
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)
}

/** The quarters of an hour of a day at whose beginning and end each market is open. */
function keyOfHours(hours: readonly TradingHours[], day: number): string {
  const first = day * TICKS_PER_DAY
  return hours
    .map((of) => {
      if (of.isAlwaysOpen) return '*'
      const quarters = Array.from({ length: 96 }, (_, place) => first + place * QUARTER_TICKS)
      const ends = quarters.flatMap((tick) => [tick, tick + QUARTER_TICKS - 1])
      return ends.map((tick) => Number(isOpen(of, tick * TICK_MICROS))).join('')
    })
    .join()
}

interface Spliced {
  readonly series: TapeSeries
  readonly writer: SeriesWriter
  /** The price that the spliced tape has come to, not rounded. */
  at: number
}

/** Tells the rows of a day of the source as those of another, and returns how many. */
function addDay(one: Spliced, fromSlot: number, toSlot: number): number {
  const { slots, prices, spreads, flags } = one.series
  const before = rowAt(slots, fromSlot - 1)
  const last = rowAt(slots, fromSlot + TICKS_PER_DAY - 1)
  const first = Math.max(before, 0)
  const base = prices[first] ?? 1
  const start = one.at
  // The one before tells how the day begins.
  for (let row = first; row <= last; row += 1) {
    one.at = Math.max(1, Math.min(PRICE_MAX, start * ((prices[row] ?? base) / base)))
    const slot = toSlot + Math.max(0, (slots[row] ?? 0) - fromSlot)
    one.writer.add({ slot, price: Math.floor(one.at + 0.5), spread: spreads?.[row] ?? 0, flags: flags?.[row] ?? 0 })
  }
  return last - first + 1
}
