import type { Quote } from '../core/model/market/market-view.js'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import type { Feed } from './feeds/feed.js'
import type { ListedInstrument } from './listed-instrument.js'
import type { Market } from './market.js'

export const PRICE_STATES = ['fresh', 'stale', 'none'] as const
export type PriceState = (typeof PRICE_STATES)[number]

/** Age of the newest tick of any listing in µs; null when there is none. */
export function tickAge(
  feed: Pick<Feed, 'latestTradeTick'>,
  listings: readonly ListedInstrument[],
  at: Micros,
): number | null {
  const ticks = listings.map((listing) => feed.latestTradeTick(listing, tickAt(at)) ?? -Infinity)
  const newest = Math.max(...ticks)
  return newest === -Infinity ? null : Math.max(0, at - newest * TICK_MICROS)
}

/** Symbols at the venues that list them, by the state of their price. */
export function countPrices(
  market: Pick<Market, 'quote'>,
  listings: readonly ListedInstrument[],
  at: Micros,
): Readonly<Record<PriceState, number>> {
  const counts = { fresh: 0, stale: 0, none: 0 }
  for (const listing of listings) counts[stateOf(market.quote(listing, at))] += 1
  return counts
}

const stateOf = (quote: Quote | undefined): PriceState =>
  quote === undefined ? 'none' : quote.staleReason === null ? 'fresh' : 'stale'
