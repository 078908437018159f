/** Quotes of the latest ticks that have passed, each computed by the market once. */
import { tradableMarket } from '../core/model/market/tradable-market.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { Quote } from '../core/model/market/market-view.js'
import { endOfTick, tickAt } from '../core/values/tick.js'

/** Null where nothing could fire or fill. The context is of that tick, or of a later one. */
export type QuoteAt = (listing: Listing, tick: number, context: DecisionContext) => Quote | null

export function createRecentQuotes(ticksKept: number): QuoteAt {
  const byListing = new Map<string, Map<number, Quote | null>>()
  return (listing, tick, context) => {
    if (tick === tickAt(context.now)) return tradableMarket(listing, context)?.quote ?? null
    const key = listingKey(listing)
    let quotes = byListing.get(key)
    if (quotes === undefined) byListing.set(key, (quotes = new Map<number, Quote | null>()))
    const known = quotes.get(tick)
    if (known !== undefined) return known
    const quote = tradableMarket(listing, context.earlier(endOfTick(tick)))?.quote ?? null
    quotes.set(tick, quote)
    for (const first of quotes.keys()) {
      if (quotes.size <= ticksKept) break
      quotes.delete(first)
    }
    return quote
  }
}
