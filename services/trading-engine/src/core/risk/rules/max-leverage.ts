/**
 * Account leverage: total notional after the order, working orders of the worse side filled, over equity.
 *   Σ worst notional ÷ equity ≤ exposure.max_leverage
 * Without equity left there is no leverage that would be low enough.
 */
import { divide, formatDecimal, rate, type Rate } from '../../values/decimal.js'
import type { Figures } from '../../margin/figures.js'
import type { Rule } from '../finding.js'

/** Null without equity. */
export const accountLeverage = ({ worstNotional, equity }: Pick<Figures, 'worstNotional' | 'equity'>): Rate | null =>
  equity > 0n ? rate(divide(worstNotional, equity, 'CEIL')) : null

export const maxLeverage: Rule = ({ account, after, isReducing }) => {
  const limit = account.plan.risk.exposure.leverageMax
  const value = accountLeverage(after)
  return {
    isViolated: !isReducing && (value === null || value > limit),
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
