/**
 * Loss per idea: all open positions of a symbol in one direction, over venues, are one idea. What it plans to lose at
 * its stops, with the order, must not exceed the plan's limit.
 *   Σ planned losses ≤ pct % of the initial balance
 * A position, or an order, without a stop plans to lose everything where the plan requires stops with each order; else
 * it counts as nothing here, and is supervised on every mark alone.
 */
import { percentOf } from '../../margin/floors.js'
import { ofIdea } from '../../margin/ideas.js'
import { directionOf } from '../../model/account/position.js'
import { formatDecimal, usd } from '../../values/decimal.js'
import { plainFinding, type Rule } from '../finding.js'
import { plannedLoss } from '../../model/account/stops.js'
import { plannedLossOf } from '../planned-loss.js'

export const maxLossPerIdea: Rule = (proposal) => {
  const { account, order, isReducing } = proposal
  const { maxLossPerIdea: rule, stopRequired } = account.plan.risk.orderRules ?? {}
  if (rule === undefined) return plainFinding(false, () => '')
  const direction = directionOf(order.side)
  const idea = ofIdea(account.positions.values(), { symbol: order.symbol, direction })
  const losses = [...idea.map((position) => plannedLoss(account, position)), plannedLossOf(proposal)]
  const isUnlimited = stopRequired?.graceSeconds === 0 && losses.includes(null)
  const value = isUnlimited ? null : usd(losses.reduce((sum: bigint, loss) => sum + (loss ?? 0n), 0n))
  const limit = percentOf(account.plan.initialBalance, rule.pct)
  const planned = (): string => (value === null ? 'everything: it has no stop' : `${formatDecimal(value)} USD`)
  return {
    isViolated: !isReducing && (value === null || value > limit),
    severity: 'SOFT',
    message: () =>
      `${order.symbol} ${direction} would plan to lose ${planned()}; the plan allows ${formatDecimal(limit)} USD`,
    limit,
    value,
    unit: 'USD',
    bound: 'MAX',
  }
}
