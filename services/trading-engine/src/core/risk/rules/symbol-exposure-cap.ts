/**
 * Symbol exposure cap: the notional a symbol can reach on all venues together, with all working orders of the worse
 * side filled, must not exceed the plan's limit.
 *   Σ over venues of worst notional(symbol) ≤ exposure.max_symbol_notional
 * A symbol held on two venues is one exposure, whatever the directions.
 */
import { usd, formatDecimal } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const symbolExposureCap: Rule = ({ account, order, after, isReducing }) => {
  const limit = account.plan.risk.exposure.symbolNotionalMax
  const ofSymbol = after.exposures.filter(({ symbol }) => symbol === order.symbol)
  const value = usd(ofSymbol.reduce((sum, { worstNotional }) => sum + worstNotional, 0n))
  return {
    isViolated: !isReducing && value > limit,
    severity: 'SOFT',
    message: () =>
      `${order.symbol} exposure would reach ${formatDecimal(value)} USD; the plan allows ${formatDecimal(limit)} USD a symbol`,
    limit,
    value,
    unit: 'USD',
    bound: 'MAX',
  }
}
