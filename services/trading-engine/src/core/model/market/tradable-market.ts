import type { Instrument } from './instrument.js'
import type { Listing } from './listing.js'
import type { Quote } from './market-view.js'
import type { DecisionContext } from '../decision-context.js'

export interface TradableMarket {
  readonly instrument: Instrument
  readonly quote: Quote
}

/** Null while nothing can fire, fill or be closed: closed, stale, or never priced. */
export function tradableMarket(listing: Listing, context: DecisionContext): TradableMarket | null {
  const instrument = context.instruments.find(listing.symbol)
  const quote = context.market.quote(listing)
  if (instrument === undefined || quote === undefined || quote.staleReason !== null) return null
  if (!context.isMarketOpen(listing)) return null
  return { instrument, quote }
}
