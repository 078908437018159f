/**
 * The best price of a span of a tape, for trailing stops, found in its columns: a tape may be quiet for days, and the
 * market's own ladder asks for each tick. Each question goes on where the last one of the same stop has ended.
 */
import { nextOpen } from '../../core/calendar/trading-hours.js'
import type { TradingHours } from '../../core/model/market/instrument.js'
import { listingKey, type Listing } from '../../core/model/market/listing.js'
import type { MarketView, PeakPrice, PeakSpan } from '../../core/model/market/market-view.js'
import type { Instruments } from '../../core/model/decision-context.js'
import { price } from '../../core/values/decimal.js'
import { endOfTick, tickAt, TICK_MICROS } from '../../core/values/tick.js'
import { rowAt, type Tape, type TapeSeries } from './tape.js'

/** The best of the ticks up to and with `until`, in steps of the grid; null: it could be traded at none of them. */
interface Known {
  readonly until: number
  readonly best: { readonly steps: number; readonly tick: number } | null
}

/** Stops of one run; beyond that all begin again. */
const KNOWN_MAX = 1_000

export function createTapePeaks(tape: Tape, instruments: Pick<Instruments, 'find'>): NonNullable<MarketView['peak']> {
  const seriesByKey = new Map(tape.series.map((series) => [listingKey(series), series]))
  const known = new Map<string, Known>()
  return (listing: Listing, span: PeakSpan): PeakPrice | null => {
    const key = listingKey(listing)
    const series = seriesByKey.get(key)
    const hours = instruments.find(listing.symbol)?.tradingHours
    if (series === undefined || hours === undefined) return null
    const question = `${key} ${span.isHighest} ${span.after}`
    const before = known.get(question)
    const isFurther = before !== undefined && before.until <= span.until
    const from: Known = isFurther ? before : { until: span.after, best: null }
    const best = bestUntil({ series, hours, firstTick: tape.firstTick }, from, span)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(question, { until: span.until, best })
    return best && { price: price(BigInt(best.steps) * series.tickSize), priceTick: best.tick }
  }
}

interface Searched {
  readonly series: TapeSeries
  readonly hours: TradingHours
  readonly firstTick: number
}

/** Also the price that holds as the span begins counts, from the first tick on at which it can be traded. */
function bestUntil(
  { series, hours, firstTick }: Searched,
  from: Known,
  { isHighest, until }: Pick<PeakSpan, 'isHighest' | 'until'>,
): Known['best'] {
  const { slots, prices, flags } = series
  let { best } = from
  if (from.until >= until) return best
  const last = rowAt(slots, until - firstTick)
  for (let row = Math.max(0, rowAt(slots, from.until + 1 - firstTick)); row <= last; row += 1) {
    const steps = prices[row] ?? 0
    const isBetter = best === null || (isHighest ? steps > best.steps : steps < best.steps)
    if (!isBetter || (flags?.[row] ?? 0) !== 0) continue
    const begins = Math.max(firstTick + (slots[row] ?? 0), from.until + 1)
    const ends = row === last ? until : Math.min(until, firstTick + (slots[row + 1] ?? 0) - 1)
    const tick = firstTradable(hours, begins, ends)
    if (tick !== null) best = { steps, tick }
  }
  return best
}

/** The first tick of [begins, ends] at whose beginning the market is open. */
function firstTradable(hours: TradingHours, begins: number, ends: number): number | null {
  if (hours.isAlwaysOpen) return begins
  const at = nextOpen(hours, begins * TICK_MICROS)
  if (at === null || at > endOfTick(ends)) return null
  const tick = at % TICK_MICROS === 0 ? tickAt(at) : tickAt(at) + 1
  return tick <= ends ? tick : null
}
