/**
 * Account leverage: total notional after the order, working orders of the worse side filled, over equity.
 *   Σ worst notional ÷ equity ≤ exposure.max_leverage
 * Without equity left there is no leverage that would be low enough.
 */
import { divide, formatDecimal } from '../decimal.js'
import type { Rule } from './finding.js'

export const maxLeverage: Rule = ({ account, after, isReducing }) => {
  const limit = account.plan.risk.exposure.leverageMax
  const value = after.equity > 0n ? divide(after.worstNotional, after.equity, 'CEIL') : null
  return {
    isBroken: !isReducing && (value === null || value > limit),
    severity: 'SOFT',
    message: () =>
      value === null
        ? `the account has no equity left to carry ${formatDecimal(after.worstNotional)} USD of exposure`
        : `account leverage would be above the plan's ${formatDecimal(limit)}`,
    limit,
    value,
    unit: 'ratio',
    bound: 'MAX',
  }
}
