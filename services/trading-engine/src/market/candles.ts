import type { TakeTurn, Visitor } from '@ats/service-kit/async'
import { createHeapCache } from '@ats/service-kit/process'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { Micros } from '../core/values/time.js'
import type { Bar, Feed } from './feeds/feed.js'
import { TICK_MICROS, tickAt } from '../core/values/tick.js'

export const MINUTE_TICKS = 60_000_000 / TICK_MICROS

/** Lengths in ticks. Candles start at multiples of their length since the epoch, days at 00:00 UTC. */
const CANDLE_TICKS = {
  '1m': MINUTE_TICKS,
  '5m': 5 * MINUTE_TICKS,
  '15m': 15 * MINUTE_TICKS,
  '1h': 60 * MINUTE_TICKS,
  '4h': 240 * MINUTE_TICKS,
  '1d': 1440 * MINUTE_TICKS,
} as const

export type CandleInterval = keyof typeof CANDLE_TICKS
/** Shortest first. */
export const CANDLE_INTERVALS = Object.keys(CANDLE_TICKS) as readonly CandleInterval[]

export const candleMicros = (interval: CandleInterval): Micros => CANDLE_TICKS[interval] * TICK_MICROS

export interface CandleQuery extends Listing {
  readonly interval: CandleInterval
  /** Candles that start in [from, to]. */
  readonly from: Micros
  readonly to: Micros
  readonly limit: number
  /** Now: nothing after it is returned. */
  readonly at: Micros
}

export interface Candle extends Bar {
  readonly startsAt: Micros
  /** False while further trades may join it. */
  readonly isClosed: boolean
}

export interface Candles {
  /** Newest first. */
  readonly find: (query: CandleQuery, visitor?: Visitor) => Promise<readonly Candle[]>
  /** To be called when ticks from this one on may have been returned differently before. */
  readonly forget: (fromTick: number) => void
}

/** Bars worked out in one turn: a synthetic day takes a quarter of a millisecond. */
const BARS_AT_A_TIME = 8

/**
 * Candles of a feed. Closed ones never change, so the most recently used are cached: bots poll the same ones
 * repeatedly.
 */
export function createCandles(feed: Feed, takeTurn: TakeTurn): Candles {
  const remembered = createHeapCache<Candle>('closed candles')
  /** No bar in memory covers it or what comes after. */
  let endTick = 0

  function closedCandle(listing: Listing, interval: CandleInterval, start: number): Candle | undefined {
    const key = keyOf(listing, interval, start)
    const known = remembered.get(key)
    if (known !== undefined) return known
    const candle = toCandle(start, true, feed.bar(listing, start, start + CANDLE_TICKS[interval]))
    if (candle === undefined) return undefined
    remembered.set(key, candle)
    endTick = Math.max(endTick, start + CANDLE_TICKS[interval])
    return candle
  }

  function forget(fromTick: number): void {
    if (fromTick >= endTick) return
    remembered.clear()
    endTick = 0
  }

  async function find(
    { symbol, venue, interval, from, to, limit, at }: CandleQuery,
    visitor?: Visitor,
  ): Promise<readonly Candle[]> {
    const listing = { symbol, venue }
    const length = CANDLE_TICKS[interval]
    const nextTick = tickAt(at) + 1
    const first = Math.max(0, Math.ceil(from / TICK_MICROS / length)) * length
    const last = Math.floor(Math.min(tickAt(to), nextTick - 1) / length) * length
    const found: Candle[] = []
    // From one candle that has trades to the one before: a quiet market has years without any.
    const latestBy = (until: number): number | undefined =>
      feed.latestBarTick === undefined ? feed.latestTradeTick(listing, until) : feed.latestBarTick(listing, until)
    let tick = latestBy(Math.min(last + length, nextTick) - 1)
    let bars = 0
    while (tick !== undefined && tick >= first && found.length < limit) {
      const start = Math.floor(tick / length) * length
      if (!remembered.has(keyOf(listing, interval, start)) && bars++ % BARS_AT_A_TIME === 0) await takeTurn(visitor)
      const candle =
        start + length <= nextTick
          ? closedCandle(listing, interval, start)
          : toCandle(start, false, feed.bar(listing, start, nextTick))
      if (candle !== undefined) found.push(candle)
      tick = latestBy(start - 1)
    }
    return found
  }

  return { find, forget }
}

const keyOf = (listing: Listing, interval: CandleInterval, start: number): string =>
  `${listingKey(listing)} ${interval} ${start}`

const toCandle = (start: number, isClosed: boolean, bar: Bar | undefined): Candle | undefined =>
  bar && { startsAt: start * TICK_MICROS, isClosed, ...bar }
