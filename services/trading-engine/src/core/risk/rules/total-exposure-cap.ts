/**
 * Total exposure cap: the notional of all symbols, each with all working orders of its worse side filled, must not
 * exceed the plan's limit.
 *   Σ worst notional ≤ exposure.max_total_notional
 */
import { formatDecimal } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const totalExposureCap: Rule = ({ account, after, isReducing }) => {
  const limit = account.plan.risk.exposure.totalNotionalMax
  const value = after.worstNotional
  return {
    isViolated: !isReducing && value > limit,
    severity: 'SOFT',
    message: () =>
      `total exposure would reach ${formatDecimal(value)} USD; the plan allows ${formatDecimal(limit)} USD`,
    limit,
    value,
    unit: 'USD',
    bound: 'MAX',
  }
}
