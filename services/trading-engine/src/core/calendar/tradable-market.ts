import type { Instrument } from '../model/instrument.js'
import type { Quote } from '../model/market-view.js'
import type { World } from '../model/decision-context.js'

export interface TradableMarket {
  readonly instrument: Instrument
  readonly quote: Quote
}

/** Null while nothing can fire, fill or be closed: closed, stale, or never priced. */
export function tradableMarket({ symbol }: { readonly symbol: string }, world: World): TradableMarket | null {
  const instrument = world.instruments.find(symbol)
  const quote = world.market.quote(symbol)
  if (instrument === undefined || quote === undefined || quote.isStale || !world.isMarketOpen(instrument)) return null
  return { instrument, quote }
}
