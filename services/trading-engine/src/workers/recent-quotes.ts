/** Quotes of the latest ticks that have passed, each computed by the market once. */
import { tradableMarket } from '../core/model/market/tradable-market.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { Quote } from '../core/model/market/market-view.js'
import { endOfTick, tickAt } from '../core/values/tick.js'

/** Null where nothing could fire or fill. The context is of that tick, or of a later one. */
export type QuoteAt = (listing: Listing, tick: number, context: DecisionContext) => Quote | null

type Span = readonly [from: number, last: number]

export interface RecentQuotes {
  readonly at: QuoteAt
  /** Has the market make those of a span that are not known yet, each when asked for the next: some take tens of µs. */
  readonly read: (listing: Listing, span: Span, context: DecisionContext) => Iterable<unknown>
}

export function createRecentQuotes(ticksKept: number): RecentQuotes {
  const byListing = new Map<string, Map<number, Quote | null>>()
  const spansRead = new Map<string, Span>()
  const at: QuoteAt = (listing, tick, context) => {
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
  return {
    at,
    *read(listing, [from, last], context) {
      const key = listingKey(listing)
      const before = spansRead.get(key)
      if (before !== undefined && before[0] <= from && before[1] >= last) return
      for (let tick = from; tick <= last; tick += 1)
        if (byListing.get(key)?.has(tick) !== true) yield at(listing, tick, context)
      spansRead.set(key, [from, last])
    },
  }
}
