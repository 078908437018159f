/**
 * Stale market data: while the feed of the order's symbol, or of any symbol the account holds, has gone quiet, equity
 * and margin are guesses, so nothing may be opened. Reducing goes on.
 */
import { plainFinding, type Rule } from '../finding.js'

export const staleMarketData: Rule = ({ order, quote, staleSymbols, isReducing }) => {
  const stale = quote === undefined || quote.staleReason !== null ? order.symbol : staleSymbols[0]
  return plainFinding(
    !isReducing && stale !== undefined,
    () => `the price of ${stale} is stale; opening orders wait for the feed`,
  )
}
