import { toNumber } from '../../../core/values/decimal.js'
import type { Instrument, VenueId } from '../../../core/model/market/instrument.js'
import type { SideRates } from '../../../core/model/market/market-view.js'
import type { Micros } from '../../../core/values/time.js'
import { createTickCheck, TICK_LIMITS, type FeedTick, type TickFault } from '../tick-check.js'

/**
 * The recorded prices of one symbol, at one venue or at all, that passed the check: one column per figure, one row per
 * tick or bar, oldest first.
 */
export interface Recording {
  readonly instrument: Instrument
  /** Null: it names none. */
  readonly venue: VenueId | null
  /** How long each bar lasts: the shortest time from one to the next. 0 when these are ticks. */
  readonly barMicros: Micros
  /** Ticks: never falling; bars: their starts, rising. */
  readonly times: readonly Micros[]
  /** In whole ticks of price, at least one. Of ticks all four are the same column. */
  readonly opens: readonly number[]
  readonly highs: readonly number[]
  readonly lows: readonly number[]
  readonly closes: readonly number[]
  /** Whole lots; 0 when no volume was recorded. */
  readonly lots: readonly number[]
  /** Null: none were recorded, as of bars. */
  readonly quotes: RecordedQuotes | null
  /** Oldest first, those alone that differ from the ones before; empty when none were recorded. */
  readonly rates: readonly RecordedRates[]
}

/** The touch and the index of each tick, in whole ticks of price; NaN where its line has none. */
export interface RecordedQuotes {
  readonly bids: readonly number[]
  readonly asks: readonly number[]
  readonly indexes: readonly number[]
}

/** The charges of a venue for time, as shares of the notional for a year; positive: that side pays. */
export interface VenueCharges {
  /** Borrowing on GMX, rollover on Ostium. */
  readonly carry: SideRates
  /** Null where the venue has none. */
  readonly funding: SideRates | null
}
export interface RecordedRates extends VenueCharges {
  readonly at: Micros
}

export type RecordingKind = 'ticks' | 'bars'

export interface RecordedTick extends FeedTick {
  /** Base asset; 0 when it was not recorded. */
  readonly volume: number
  /** Absent: not recorded. 0 < bid ≤ the price ≤ ask. */
  readonly quote?: { readonly bid: number; readonly ask: number; readonly index: number }
  /** Absent: not recorded. */
  readonly rates?: VenueCharges
}

export interface RejectedTick {
  readonly symbol: string
  readonly fault: TickFault
  readonly at: Micros
  readonly price: number
}

export interface RecordingBuilder {
  /** In the order of the recording. Returns what makes the recording unusable; null when nothing does. */
  add(tick: RecordedTick): string | null
  /** The recording, or why there is none. */
  finish(): Recording | string
}

/** Beyond, neither prices nor sums of volume would be exact. */
const PRICE_TICKS_MAX = 1e12
const TOTAL_LOTS_MAX = 1e18

/** Prices go to the nearest tick, volumes to the lot below. */
export function buildRecording(
  { instrument, venue }: Pick<Recording, 'instrument' | 'venue'>,
  kind: RecordingKind,
  onRejected: (rejected: RejectedTick) => void,
): RecordingBuilder {
  const { symbol, assetClass } = instrument
  const tickSize = toNumber(instrument.tickSize)
  const lotSize = toNumber(instrument.lotSize)
  const times: number[] = []
  const opens: number[] = []
  const highs: number[] = kind === 'ticks' ? opens : []
  const lows: number[] = kind === 'ticks' ? opens : []
  const closes: number[] = kind === 'ticks' ? opens : []
  const lots: number[] = []
  const quotes = { bids: [] as number[], asks: [] as number[], indexes: [] as number[] }
  const rates: RecordedRates[] = []
  let totalLots = 0
  let latestAt = -Infinity
  let shortest = Infinity
  const check = createTickCheck<RecordedTick>(TICK_LIMITS[assetClass], (fault, { at, close }) =>
    onRejected({ symbol, fault, at, price: close }),
  )
  const inTicks = (price: number): number => Math.max(1, Math.round(price / tickSize))

  function keep({ at, open, high, low, close, volume, quote, rates: charges }: RecordedTick): void {
    times.push(at)
    opens.push(inTicks(open))
    if (kind === 'bars') {
      highs.push(inTicks(high))
      lows.push(inTicks(low))
      closes.push(inTicks(close))
    }
    lots.push(Math.floor(volume / lotSize))
    if (quotes.bids.length > 0 || quote !== undefined) keepQuote(quote)
    if (charges !== undefined && !isSame(rates.at(-1), charges)) rates.push({ at, ...charges })
  }

  /** Bid down and ask up to the nearest tick, a tick apart at least, with the price between them. */
  function keepQuote(quote: RecordedTick['quote']): void {
    const place = times.length - 1
    // The lines before had none.
    for (const column of Object.values(quotes)) while (column.length < place) column.push(NaN)
    const price = opens[place] ?? NaN
    const bid = Math.max(1, Math.min(price, Math.floor((quote?.bid ?? NaN) / tickSize + ROUNDING)))
    quotes.bids.push(bid)
    quotes.asks.push(Math.max(bid + 1, price, Math.ceil((quote?.ask ?? NaN) / tickSize - ROUNDING)))
    quotes.indexes.push(inTicks(quote?.index ?? NaN))
  }

  return {
    add(tick) {
      const problem = problemOf(tick)
      if (problem !== null) return problem
      totalLots += tick.volume / lotSize
      shortest = Math.min(shortest, tick.at - latestAt)
      latestAt = tick.at
      for (const accepted of check.offer(tick, tick.at)) keep(accepted)
      return null
    },
    finish() {
      check.end()
      if (times.length === 0) return `${symbol} has no price that could be replayed`
      if (kind === 'bars' && shortest === Infinity) return `${symbol} has a single bar, so its interval is unknown`
      return {
        ...{ instrument, venue, barMicros: kind === 'bars' ? shortest : 0, times, opens, highs, lows, closes, lots },
        ...{ quotes: quotes.bids.length === 0 ? null : quotes, rates },
      }
    },
  }

  function problemOf({ at, high, volume }: RecordedTick): string | null {
    if (at < latestAt) return 'the time goes backwards; a recording is oldest first'
    if (at === latestAt && kind === 'bars') return 'the time is that of the bar before'
    if (high / tickSize > PRICE_TICKS_MAX) return `the price ${high} is too high for a tick of ${tickSize}`
    if (totalLots + volume / lotSize > TOTAL_LOTS_MAX) return `the volume so far is too large for a lot of ${lotSize}`
    return null
  }
}

/** Prices on the grid stay there, whatever the division makes of them. */
const ROUNDING = 1e-6

function isSame(before: VenueCharges | undefined, { carry, funding }: VenueCharges): boolean {
  const sides = ({ long, short }: SideRates): string => `${long} ${short}`
  const of = (charges: VenueCharges): string => `${sides(charges.carry)} ${charges.funding && sides(charges.funding)}`
  return before !== undefined && of(before) === of({ carry, funding })
}

/** Where the last tick or bar ends. */
export const endOf = ({ times, barMicros }: Recording): Micros => (times.at(-1) ?? 0) + barMicros
