/**
 * Margin: after the order, with its immediate fills paid for and the worse side of all working orders reserved, free
 * margin must not be negative.
 *   equity − used margin − reserved margin ≥ 0
 * The cost of executing now (spread to mark, fees) is in that equity.
 */
import { formatDecimal, usd } from '../decimal.js'
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const insufficientMargin: Rule<Violation> = ({ before, after, isReducing }) => {
  if (isReducing || after.freeMargin >= 0n) return null
  const needed = usd(before.freeMargin - after.freeMargin)
  return {
    rule: 'insufficient_margin',
    severity: 'SOFT',
    message: `the order needs ${formatDecimal(needed)} USD of margin and cost; ${formatDecimal(before.freeMargin)} USD is free`,
    limit: before.freeMargin,
    value: needed,
    unit: 'USD',
  }
}
