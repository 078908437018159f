/**
 * Drawdown: once the order has executed what it can, at current marks, equity must not stand under the drawdown floor.
 *   equity − cost of executing now (spread to mark, fees; of what rests: its fees) ≥ floor
 * Where the market goes from there is the supervisor's business. The floors are in `margin/floors`.
 */
import { drawdownFloor } from '../../margin/floors.js'
import { SEVERITY_OF } from '../../model/plan/violation.js'
import { formatDecimal } from '../../values/decimal.js'
import type { Rule } from '../finding.js'
import { measureAfter } from '../measure-after.js'

export const maxDrawdown: Rule = (proposal) => {
  const { account, isReducing } = proposal
  const floor = drawdownFloor(account)
  const { name, value, isJudged } = measureAfter(proposal, account.plan.risk.maxDrawdown)
  return {
    isViolated: isJudged && !isReducing && value < floor,
    severity: SEVERITY_OF.TERMINATE,
    message: () =>
      `${name} would be ${formatDecimal(value)} USD; the plan's drawdown floor is ${formatDecimal(floor)} USD`,
    limit: floor,
    value,
    unit: 'USD',
    bound: 'MIN',
  }
}
