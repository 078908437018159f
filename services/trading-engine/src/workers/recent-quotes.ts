/** Quotes of the latest ticks that have passed, each asked of the market once. */
import { tradableMarket } from '../core/calendar/tradable-market.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { Quote } from '../core/model/market-view.js'
import type { Micros } from '../core/values/time.js'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'

/** The last moment of a tick: what was committed within it was there. */
export const endOfTick = (tick: number): Micros => (tick + 1) * TICK_MICROS - 1

/** Null where nothing could fire or fill. The context is of that tick, or of a later one. */
export type QuoteAt = (symbol: string, tick: number, context: DecisionContext) => Quote | null

export function createRecentQuotes(ticksKept: number): QuoteAt {
  const bySymbol = new Map<string, Map<number, Quote | null>>()
  return (symbol, tick, context) => {
    if (tick === tickAt(context.now)) return tradableMarket({ symbol }, context)?.quote ?? null
    let quotes = bySymbol.get(symbol)
    if (quotes === undefined) bySymbol.set(symbol, (quotes = new Map<number, Quote | null>()))
    const known = quotes.get(tick)
    if (known !== undefined) return known
    const quote = tradableMarket({ symbol }, context.earlier(endOfTick(tick)))?.quote ?? null
    quotes.set(tick, quote)
    for (const first of quotes.keys()) {
      if (quotes.size <= ticksKept) break
      quotes.delete(first)
    }
    return quote
  }
}
