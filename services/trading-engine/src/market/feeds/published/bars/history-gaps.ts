/** The times in which nothing was published, as they are known when a process begins to publish. */
import type { HistoryGap } from '../../../../core/model/market/venue-history.js'
import type { PublishedListing } from '../../../../core/model/market/published-tick.js'
import { MINUTE_TICKS } from '../../../candles.js'
import { alignDown } from './history-reach.js'

export interface PublishedSoFar {
  /** The last published tick; 0: there is none. */
  readonly last: number
  /** The first minute of which candles are kept; null: there are none. */
  readonly firstMinute: number | null
  /** Whether a price of the listing was ever published. */
  readonly isTold: (listing: number) => boolean
}

/**
 * The gaps that end with this tick, in whole minutes: since the last published tick, and of listings that were never
 * published, all the time before. Those before the first tick of all are named again, in case nobody has recorded them.
 */
export function gapsBefore(
  tick: number,
  listings: readonly PublishedListing[],
  { last, firstMinute, isTold }: PublishedSoFar,
): readonly HistoryGap[] {
  const toTick = alignDown(tick, MINUTE_TICKS)
  const lastMinuteEnd = alignDown(last, MINUTE_TICKS) + MINUTE_TICKS
  return listings
    .flatMap(({ id: listing }): readonly HistoryGap[] =>
      isTold(listing)
        ? [
            { listing, fromTick: 0, toTick: firstMinute ?? alignDown(last, MINUTE_TICKS) },
            { listing, fromTick: lastMinuteEnd, toTick },
          ]
        : [{ listing, fromTick: 0, toTick }],
    )
    .filter((gap) => gap.toTick > gap.fromTick)
}
