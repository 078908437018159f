/**
 * Stop required: where the plan gives no time to set one (`grace_seconds` 0), an order that opens or adds brings its
 * stop along, or adds to a position whose stop grows with it. Any stop it has must not be further than the plan allows.
 *   planned loss of the order ≤ max_risk_pct % of the initial balance
 * What becomes of a position without stops is supervised (`execution/order-rules/uncovered.ts`).
 */
import { percentOf } from '../../margin/floors.js'
import { formatDecimal } from '../../values/decimal.js'
import { plainFinding, type Rule } from '../finding.js'

export const stopRequired: Rule = ({ account, isReducing, order, plannedLoss: value }) => {
  const rule = account.plan.risk.orderRules?.stopRequired
  if (rule === undefined || isReducing) return plainFinding(false, () => '')
  const limit = rule.riskPctMax === null ? null : percentOf(account.plan.initialBalance, rule.riskPctMax)
  const isMissing = value === null && rule.graceSeconds === 0
  const isFar = value !== null && limit !== null && value > limit
  const message = (): string =>
    isFar
      ? `the order would lose ${formatDecimal(value)} USD at its stop; the plan allows ${formatDecimal(limit)} USD`
      : `the plan needs a stop with each order that opens: send stop_loss with this ${order.side}`
  return { isViolated: isMissing || isFar, severity: 'SOFT', message, limit, value, unit: 'USD', bound: 'MAX' }
}
