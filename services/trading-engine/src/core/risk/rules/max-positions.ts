/**
 * Positions: open positions, plus symbols in which working orders may open one, counted per venue and symbol.
 *   count after the order ≤ exposure.max_positions
 */
import { ONE } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const maxPositions: Rule = ({ account, after, isReducing }) => {
  const limit = account.plan.risk.exposure.positionsMax
  const value = after.exposures.length
  return {
    isViolated: !isReducing && value > limit,
    severity: 'SOFT',
    message: () => `the account could hold ${value} positions; the plan allows ${limit}`,
    limit: BigInt(limit) * ONE,
    value: BigInt(value) * ONE,
    unit: 'positions',
    bound: 'MAX',
  }
}
