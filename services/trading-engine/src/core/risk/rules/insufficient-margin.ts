/**
 * Margin: after the order, with its immediate fills paid for and the worse side of all working orders reserved, free
 * margin must not be negative.
 *   equity − used margin − reserved margin ≥ 0
 * The cost of executing now (spread to mark, fees) is in that equity.
 */
import { formatDecimal, usd } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const insufficientMargin: Rule = ({ before, after, isReducing }) => {
  const needed = usd(before.freeMargin - after.freeMargin)
  return {
    isViolated: !isReducing && after.freeMargin < 0n,
    severity: 'SOFT',
    message: () =>
      `the order needs ${formatDecimal(needed)} USD of margin and cost; ${formatDecimal(before.freeMargin)} USD is free`,
    limit: before.freeMargin,
    value: needed,
    unit: 'USD',
    bound: 'MAX',
  }
}
