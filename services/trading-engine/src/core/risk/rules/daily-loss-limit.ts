/**
 * Daily loss: once the order has executed what it can, at current marks, equity must not stand under the day's floor.
 *   equity − cost of executing now (spread to mark, fees; of what rests: its fees) ≥ floor of the day
 * The loss of the day is realised and unrealised. The floors are in `floors`.
 */
import { formatDecimal } from '../../values/decimal.js'
import { SEVERITY_OF } from '../../model/plan/violation.js'
import { dailyFloor } from '../floors.js'
import type { Rule } from '../finding.js'

export const dailyLossLimit: Rule = ({ account, isReducing, equityAfter }) => {
  const floor = dailyFloor(account)
  return {
    isViolated: !isReducing && equityAfter < floor,
    severity: SEVERITY_OF[account.plan.risk.dailyLoss.action],
    message: () =>
      `equity would be ${formatDecimal(equityAfter)} USD; the floor of this trading day is ${formatDecimal(floor)} USD`,
    limit: floor,
    value: equityAfter,
    unit: 'USD',
    bound: 'MIN',
    until: account.day.endsAt,
  }
}
