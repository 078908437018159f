/**
 * Drawdown: once the order has executed what it can, at current marks, equity must not stand under the drawdown floor.
 *   equity − cost of executing now (spread to mark, fees; of what rests: its fees) ≥ floor
 * Where the market goes from there is the supervisor's business. The floors are in `floors`.
 */
import { formatDecimal } from '../../values/decimal.js'
import { SEVERITY_OF } from '../../model/plan/violation.js'
import { drawdownFloor } from '../floors.js'
import type { Rule } from '../finding.js'

export const maxDrawdown: Rule = ({ account, isReducing, equityAfter }) => {
  const floor = drawdownFloor(account)
  return {
    isViolated: !isReducing && equityAfter < floor,
    severity: SEVERITY_OF.TERMINATE,
    message: () =>
      `equity would be ${formatDecimal(equityAfter)} USD; the plan's drawdown floor is ${formatDecimal(floor)} USD`,
    limit: floor,
    value: equityAfter,
    unit: 'USD',
    bound: 'MIN',
  }
}
