/**
 * Closes positions as the plan's rules about orders ask for, by market orders of the service's own with the name of the
 * rule as their reason; none of it is a breach:
 *   stop_required       the time that the position may be without stops is over
 *   max_loss_per_idea   all positions of its symbol and direction have lost the plan's limit at their marks, or more
 * What cannot be traded then is closed as soon as it can be, if the rule still asks for it.
 */
import { tradableMarket, type TradableMarket } from '../calendar/tradable-market.js'
import { percentOf } from '../margin/floors.js'
import { ideaPnl } from '../margin/ideas.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import { graceEndsAt } from '../model/account/uncovered.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { IdeaRule } from '../model/plan/order-rules.js'
import type { ClosingRule } from '../model/plan/violation.js'
import { negate } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { closeOut } from './close-out.js'

/** From one attempt to the next. */
const RETRY_MICROS = 5_000_000

interface ToClose extends TradableMarket {
  readonly position: Position
  readonly rule: ClosingRule
}

function toClose(account: Account, position: Position, context: DecisionContext): ToClose | null {
  const rule = closingRule(account, position, context)
  const market = rule === null ? null : tradableMarket(position, context)
  return rule === null || market === null ? null : { ...market, position, rule }
}

function closingRule(account: Account, position: Position, context: DecisionContext): ClosingRule | null {
  const { stopRequired, maxLossPerIdea } = account.plan.risk.orderRules ?? {}
  const endsAt = stopRequired === undefined ? null : graceEndsAt(position, stopRequired)
  if (endsAt !== null && endsAt <= context.now) return 'stop_required'
  return maxLossPerIdea !== undefined && isIdeaLost(account, position, maxLossPerIdea, context)
    ? 'max_loss_per_idea'
    : null
}

function isIdeaLost(
  { plan, positions }: Account,
  position: Position,
  { pct }: IdeaRule,
  { market }: Pick<DecisionContext, 'market'>,
): boolean {
  const pnl = ideaPnl(positions.values(), position, market)
  return pnl !== null && pnl <= negate(percentOf(plan.initialBalance, pct))
}

/** Whether there is anything for `closeByOrderRules` to do; a plan without such rules costs one look at it. */
export function isAnyClosedByOrderRules(account: Account, context: DecisionContext): boolean {
  if (account.plan.risk.orderRules === undefined || account.state === 'TERMINATED' || account.state === 'CLOSED')
    return false
  for (const position of account.positions.values()) if (toClose(account, position, context) !== null) return true
  return false
}

export function closeByOrderRules(draft: Draft, context: DecisionContext): void {
  // All of an idea is closed, though each close changes what is left of its loss.
  const found = [...draft.account.positions.values()].map((position) => toClose(draft.account, position, context))
  for (const closing of found) {
    if (closing !== null) closeOut(draft, closing.position, closing.instrument, closing.rule, context)
  }
}

/** When to look at the account for the clock's part of it; null: time alone closes nothing. */
export function orderRulesLookAt({ plan, positions }: Account, now: Micros): Micros | null {
  const { stopRequired } = plan.risk.orderRules ?? {}
  if (stopRequired === undefined) return null
  let first: Micros | null = null
  for (const position of positions.values()) {
    const endsAt = graceEndsAt(position, stopRequired)
    if (endsAt === null) continue
    const at = endsAt <= now ? now + RETRY_MICROS : endsAt
    first = first === null ? at : Math.min(first, at)
  }
  return first
}
