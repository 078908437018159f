import type { Instrument } from '../model/instrument.js'
import type { Quote } from '../model/market-view.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface TradableMarket {
  readonly instrument: Instrument
  readonly quote: Quote
}

/** Null while nothing can fire, fill or be closed: closed, stale, or never priced. */
export function tradableMarket(
  { symbol }: { readonly symbol: string },
  context: DecisionContext,
): TradableMarket | null {
  const instrument = context.instruments.find(symbol)
  const quote = context.market.quote(symbol)
  if (instrument === undefined || quote === undefined || quote.isStale || !context.isMarketOpen(instrument)) return null
  return { instrument, quote }
}
