import { toNumber } from '../../../core/values/decimal.js'
import type { Instrument, VenueId } from '../../../core/model/instrument.js'
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
}

export type RecordingKind = 'ticks' | 'bars'

export interface RecordedTick extends FeedTick {
  /** Base asset; 0 when it was not recorded. */
  readonly volume: number
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
  let totalLots = 0
  let latestAt = -Infinity
  let shortest = Infinity
  const check = createTickCheck<RecordedTick>(TICK_LIMITS[assetClass], (fault, { at, close }) =>
    onRejected({ symbol, fault, at, price: close }),
  )
  const inTicks = (price: number): number => Math.max(1, Math.round(price / tickSize))

  function keep({ at, open, high, low, close, volume }: RecordedTick): void {
    times.push(at)
    opens.push(inTicks(open))
    if (kind === 'bars') {
      highs.push(inTicks(high))
      lows.push(inTicks(low))
      closes.push(inTicks(close))
    }
    lots.push(Math.floor(volume / lotSize))
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
      if (kind === 'bars' && shortest === Infinity)
        return `${symbol} has a single bar, which does not tell how long it lasts`
      return { instrument, venue, barMicros: kind === 'bars' ? shortest : 0, times, opens, highs, lows, closes, lots }
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

/** Where the last tick or bar ends. */
export const endOf = ({ times, barMicros }: Recording): Micros => (times.at(-1) ?? 0) + barMicros
