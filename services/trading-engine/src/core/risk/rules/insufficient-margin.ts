/**
 * Margin: after the order, with its immediate fills paid for and the worse side of all working orders reserved, free
 * margin must not be negative.
 *   equity − used margin − reserved margin ≥ 0
 * The cost of executing now (spread to mark, fees) is in that equity. Whatever is free, nothing is added to a position
 * whose liquidation is due: a better average entry would carry it on.
 */
import { formatDecimal, usd } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const insufficientMargin: Rule = ({ before, after, isReducing, addsToLiquidated }) => {
  const needed = usd(before.freeMargin - after.freeMargin)
  return {
    isViolated: !isReducing && (addsToLiquidated || after.freeMargin < 0n),
    severity: 'SOFT',
    message: () =>
      addsToLiquidated
        ? DUE
        : `the order needs ${formatDecimal(needed)} USD of margin and cost; ${formatDecimal(before.freeMargin)} USD is free`,
    limit: before.freeMargin,
    value: needed,
    unit: 'USD',
    bound: 'MAX',
  }
}

const DUE = 'the open position is at its maintenance margin or under it: it is liquidated, and nothing is added to it'
