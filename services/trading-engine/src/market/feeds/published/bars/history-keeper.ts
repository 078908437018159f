/**
 * Fills the times in which nothing was published with the venues' own bars, while this process publishes: asked for in
 * the background, stored once and never changed. What a venue does not return is asked for again later.
 */
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import {
  HISTORY_MINUTES,
  type HistoryGap,
  type HistoryMinutes,
  type HistorySeries,
} from '../../../../core/model/market/venue-history.js'
import { listingKey, type Listing } from '../../../../core/model/market/listing.js'
import type { PublishedListing } from '../../../../core/model/market/published-tick.js'
import { divideRounded, type Price } from '../../../../core/values/decimal.js'
import { tickAt } from '../../../../core/values/tick.js'
import type { Micros } from '../../../../core/values/time.js'
import { candleMicros, MINUTE_TICKS, type CandleInterval } from '../../../candles.js'
import type { WantedHistory } from '../../live/history/load-history.js'
import type { VenueBar } from '../../live/venue-bar.js'
import { encodeBars, type PastBar } from './bar-block.js'
import { gapsBefore, type PublishedSoFar } from './history-gaps.js'
import { PRICE_TICKS_MAX } from '../tick-block.js'

export interface HistoryStore {
  readonly firstMinute: () => Promise<number | null>
  addGaps(gaps: readonly HistoryGap[]): Promise<void>
  /** Series of known gaps that are not stored. */
  listMissing(): Promise<readonly HistorySeries[]>
  insert(series: readonly HistorySeries[], blocks: readonly Uint8Array[]): Promise<void>
}

export interface HistoryKeeperOptions {
  readonly store: HistoryStore
  /** Asks the venues; resolves to how many series could not be had. */
  readonly load: (wanted: WantedHistory, stopping: AbortSignal) => Promise<number>
  readonly listings: readonly PublishedListing[]
  readonly published: Omit<PublishedSoFar, 'firstMinute'>
  readonly beganAt: Micros
  readonly logger: Logger
  /** Told how many series are missing, as it changes. */
  readonly onMissing: (series: number) => void
  /** Until what is missing is asked for again. */
  readonly againAfterMs?: number
}

export interface HistoryKeeper {
  start(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** So long after the turn of a minute do the venues have the bar that closed with it. */
const MINUTE_SETTLED_MS = 5_000
const MINUTE_MS = 60_000
const AGAIN_AFTER_MS = 300_000
const LOGGED_EVERY = 100

export function createHistoryKeeper(options: HistoryKeeperOptions): HistoryKeeper {
  const { store, load, listings, published, beganAt, logger, onMissing, againAfterMs = AGAIN_AFTER_MS } = options
  const byKey = new Map(listings.map((listing) => [listingKey(listing), listing]))
  let areGapsKnown = false

  async function recordGaps(): Promise<void> {
    if (areGapsKnown) return
    const soFar = { ...published, firstMinute: await store.firstMinute() }
    await store.addGaps(gapsBefore(tickAt(beganAt) + 1, listings, soFar))
    areGapsKnown = true
  }

  async function fill(stopping: AbortSignal): Promise<void> {
    await recordGaps()
    const missing = groupSeries(await store.listMissing())
    const missingOf = (listing: Listing, interval: CandleInterval): readonly HistorySeries[] =>
      missing.get(keyOf(byKey.get(listingKey(listing))?.id ?? 0, minutesOf(interval))) ?? []
    let left = missing.size
    onMissing(left)
    if (left === 0) return
    logger.info({ series: left }, 'history of the venues is asked for')
    const failed = await load(
      {
        isWanted: (listing, interval) => missingOf(listing, interval).length > 0,
        async onHistory(history) {
          const wanted = missingOf(history, history.interval)
          const { tickSize } = byKey.get(listingKey(history)) ?? { tickSize: 1n as Price }
          await store.insert(
            wanted,
            wanted.map((series) =>
              encodeBars(barsWithin(history.bars, series, tickSize), series.minutes * MINUTE_TICKS),
            ),
          )
          left -= 1
          onMissing(left)
          if (left % LOGGED_EVERY === 0) logger.info({ series_left: left }, 'history of the venues is being stored')
        },
      },
      stopping,
    )
    if (failed > 0) logger.warn({ series: failed }, 'history of the venues is not complete; it is asked for again')
  }

  const filling = periodic(fill, {
    firstAfterMs: Math.max(0, MINUTE_SETTLED_MS - ((beganAt / 1_000) % MINUTE_MS)),
    everyMs: againAfterMs,
    onError: (error) => logger.warn({ err: error }, 'history of the venues could not be stored; will retry'),
  })
  return { start: filling.start, stop: filling.stop }
}

const keyOf = (listing: number, minutes: number): string => `${listing} ${minutes}`

/** Groups what one request can return. */
function groupSeries(missing: readonly HistorySeries[]): ReadonlyMap<string, readonly HistorySeries[]> {
  const groups = new Map<string, HistorySeries[]>()
  for (const series of missing) {
    const key = keyOf(series.listing, series.minutes)
    groups.set(key, [...(groups.get(key) ?? []), series])
  }
  return groups
}

const minutesOf = (interval: CandleInterval): HistoryMinutes =>
  HISTORY_MINUTES.find((minutes) => minutes * 60_000_000 === candleMicros(interval)) ?? 1

/** The bars that lie within the gap, on the grid of the listing. */
function barsWithin(bars: readonly VenueBar[], { fromTick, toTick, minutes }: HistorySeries, tickSize: Price) {
  return bars.flatMap((bar): readonly PastBar[] => {
    const start = tickAt(bar.startsAt)
    if (start < fromTick || start + minutes * MINUTE_TICKS > toTick) return []
    const inTicks = (value: Price): number => Math.max(1, Number(divideRounded(value, tickSize, 'HALF_EVEN')))
    const high = inTicks(bar.high)
    if (high > PRICE_TICKS_MAX) return []
    return [{ start, open: inTicks(bar.open), high, low: inTicks(bar.low), close: inTicks(bar.close) }]
  })
}
