/**
 * Stale market data: while the feed of the order's symbol, or of any symbol the account holds, has gone quiet, equity
 * and margin are guesses, so nothing may be opened. Reducing goes on.
 */
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const staleMarketData: Rule<Violation> = ({ order, quote, staleSymbols, isReducing }) => {
  const stale = quote === undefined || quote.isStale ? order.symbol : staleSymbols[0]
  if (isReducing || stale === undefined) return null
  return {
    rule: 'stale_market_data',
    severity: 'SOFT',
    message: `the price of ${stale} is stale; opening orders wait for the feed`,
    limit: null,
    value: null,
    unit: null,
  }
}
