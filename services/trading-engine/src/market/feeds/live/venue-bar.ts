/** Past bars as a venue reports them, in the units of the engine. */
import type { Instrument } from '../../../core/model/market/instrument.js'
import { decimalFromNumber, price, type Price } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import { candleMicros, type CandleInterval } from '../../candles.js'
import { describe, isOfScale, readEpoch, type EntryProblem } from './venue-tick.js'

/** Without volume: neither venue reports it. */
export interface VenueBar {
  /** A multiple of the interval since the epoch. */
  readonly startsAt: Micros
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
}

/** A bar before it is checked. */
export interface RawBar {
  readonly time: unknown
  readonly open: unknown
  readonly high: unknown
  readonly low: unknown
  readonly close: unknown
}

export interface ReadBars {
  /** Oldest first, each moment once, closed at the time of reading. */
  readonly bars: readonly VenueBar[]
  readonly unreadable: readonly EntryProblem[]
}

export interface BarTerms {
  readonly instrument: Pick<Instrument, 'typicalPrice'>
  readonly interval: CandleInterval
  /** Bars that end later are still open, and left out. */
  readonly now: Micros
}

/** Checks bars in any order. An unusable one is reported, the others count; of two for one time the first counts. */
export function readBars(raw: readonly RawBar[], terms: BarTerms): ReadBars {
  const bars = new Map<Micros, VenueBar>()
  const unreadable: EntryProblem[] = []
  for (const entry of raw) {
    const bar = readBar(entry, terms)
    if ('fault' in bar) unreadable.push(bar)
    else if (bar.startsAt + candleMicros(terms.interval) <= terms.now && !bars.has(bar.startsAt))
      bars.set(bar.startsAt, bar)
  }
  return { bars: [...bars.values()].sort((a, b) => a.startsAt - b.startsAt), unreadable }
}

function readBar({ time, ...prices }: RawBar, { instrument, interval }: BarTerms): VenueBar | EntryProblem {
  const startsAt = readEpoch(time)
  if (startsAt === null || startsAt % candleMicros(interval) !== 0)
    return { fault: 'not_a_time', detail: `a bar of ${interval} starts at ${describe(time)}` }
  const [open, high] = [readPrice(prices.open), readPrice(prices.high)]
  const [low, close] = [readPrice(prices.low), readPrice(prices.close)]
  if (open === null || high === null || low === null || close === null)
    return { fault: 'not_a_price', detail: 'a price of a bar is not a number above zero' }
  if (low > open || low > close || high < open || high < close)
    return { fault: 'crossed', detail: 'a bar does not lie within its low and high' }
  if (!isOfScale(instrument, low) || !isOfScale(instrument, high))
    return { fault: 'scale', detail: 'a price of a bar is of another order of magnitude' }
  return { startsAt, open, high, low, close }
}

function readPrice(value: unknown): Price | null {
  const exact = typeof value === 'number' ? decimalFromNumber(value) : null
  return exact !== null && exact > 0n ? price(exact) : null
}
