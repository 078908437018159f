/**
 * Loss per idea: all open positions of a symbol in one direction, over venues, are one idea. What it plans to lose at
 * its stops, with the order, must not exceed the plan's limit.
 *   Σ planned losses ≤ pct % of the initial balance
 * A position, or an order, without a stop plans to lose everything where the plan requires stops with each order; else
 * it counts as nothing here, and is supervised on every mark alone.
 */
import { percentOf } from '../../margin/floors.js'
import { directionOf } from '../../model/account/position.js'
import { formatDecimal, usd } from '../../values/decimal.js'
import { plainFinding, type Rule } from '../finding.js'
import { plannedLoss } from '../../model/account/stops.js'

export const maxLossPerIdea: Rule = ({ account, order, isReducing, plannedLoss: ofOrder }) => {
  const { maxLossPerIdea: rule, stopRequired } = account.plan.risk.orderRules ?? {}
  if (rule === undefined) return plainFinding(false, () => '')
  const direction = directionOf(order.side)
  let isUnlimited = ofOrder === null
  let planned: bigint = ofOrder ?? 0n
  for (const position of account.positions.values()) {
    if (position.symbol !== order.symbol || position.direction !== direction) continue
    const loss = plannedLoss(account, position)
    if (loss === null) isUnlimited = true
    else planned += loss
  }
  const value = isUnlimited && stopRequired?.graceSeconds === 0 ? null : usd(planned)
  const limit = percentOf(account.plan.initialBalance, rule.pct)
  const inWords = (): string => (value === null ? 'everything: it has no stop' : `${formatDecimal(value)} USD`)
  return {
    isViolated: !isReducing && (value === null || value > limit),
    severity: 'SOFT',
    message: () =>
      `${order.symbol} ${direction} would plan to lose ${inWords()}; the plan allows ${formatDecimal(limit)} USD`,
    limit,
    value,
    unit: 'USD',
    bound: 'MAX',
  }
}
