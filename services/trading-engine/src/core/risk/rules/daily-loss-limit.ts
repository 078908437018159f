/**
 * Daily loss: once the order has executed what it can, at current marks, equity must not stand under the day's floor.
 *   equity − cost of executing now (spread to mark, fees; of what rests: its fees) ≥ floor of the day
 * The loss of the day is realised and unrealised, unless the plan leaves open profit and loss out. The floors are in
 * `margin/floors`.
 */
import { dailyFloor } from '../../margin/floors.js'
import { SEVERITY_OF } from '../../model/plan/violation.js'
import { formatDecimal } from '../../values/decimal.js'
import { plainFinding, type Rule } from '../finding.js'
import { measureAfter } from '../measure-after.js'

export const dailyLossLimit: Rule = (proposal) => {
  const { account, isReducing } = proposal
  const rule = account.plan.risk.dailyLoss
  const floor = dailyFloor(account)
  if (rule === null || floor === null) return NOT_IN_PLAN
  const { name, value, isJudged } = measureAfter(proposal, rule)
  return {
    isViolated: isJudged && !isReducing && value < floor,
    severity: SEVERITY_OF[rule.action],
    message: () =>
      `${name} would be ${formatDecimal(value)} USD; the floor of this trading day is ${formatDecimal(floor)} USD`,
    limit: floor,
    value,
    unit: 'USD',
    bound: 'MIN',
    until: account.day.endsAt,
  }
}

const NOT_IN_PLAN = plainFinding(false, () => 'the plan has no daily loss limit')
