/**
 * Closes positions as the plan's rules about orders ask for, by market orders of the service's own with the name of the
 * rule as their reason; none of it is a breach:
 *   stop_required       the time that the position may be without stops is over
 *   max_loss_per_idea   all positions of its symbol and direction have lost the plan's limit at their marks, or more
 *   flat_by             it was open at a moment by which the plan has its instrument flat; orders that waited then, and
 *                       could open, are cancelled
 * What cannot be traded then is closed as soon as it can be, if the rule still asks for it.
 */
import { isOverdue, nextFlat } from '../calendar/flat-by.js'
import { tradableMarket, type TradableMarket } from '../calendar/tradable-market.js'
import { percentOf } from '../margin/floors.js'
import { ideaPnl } from '../margin/ideas.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import { graceEndsAt } from '../model/account/uncovered.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { FlatByRule, IdeaRule } from '../model/plan/order-rules.js'
import type { ClosingRule } from '../model/plan/violation.js'
import { negate } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { Order } from '../model/order/order.js'
import { closeOut } from './close-out.js'
import { terminateOrders } from './terminate-order.js'

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
  const { stopRequired, maxLossPerIdea, flatBy } = account.plan.risk.orderRules ?? {}
  const endsAt = stopRequired === undefined ? null : graceEndsAt(position, stopRequired)
  if (endsAt !== null && endsAt <= context.now) return 'stop_required'
  if (flatBy !== undefined && isHeldTooLong(position, position.openedAt, flatBy, context)) return 'flat_by'
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

function isHeldTooLong(
  { symbol }: Pick<Position, 'symbol'>,
  since: Micros,
  rules: readonly FlatByRule[],
  { instruments, now }: Pick<DecisionContext, 'instruments' | 'now'>,
): boolean {
  const instrument = instruments.find(symbol)
  return instrument !== undefined && isOverdue(rules, instrument, since, now)
}

/** Whether an order that could open has waited over a moment by which its instrument is flat. */
function isWaitingTooLong({ plan }: Account, order: Order, context: DecisionContext): boolean {
  const { flatBy } = plan.risk.orderRules ?? {}
  return flatBy !== undefined && !order.flags.reduceOnly && isHeldTooLong(order, order.createdAt, flatBy, context)
}

/** Whether there is anything for `closeByOrderRules` to do; a plan without such rules costs one look at it. */
export function isAnyClosedByOrderRules(account: Account, context: DecisionContext): boolean {
  if (account.plan.risk.orderRules === undefined || account.state === 'TERMINATED' || account.state === 'CLOSED')
    return false
  for (const position of account.positions.values()) if (toClose(account, position, context) !== null) return true
  if (account.plan.risk.orderRules.flatBy === undefined) return false
  return [...account.orders.values()].some((order) => isWaitingTooLong(account, order, context))
}

export function closeByOrderRules(draft: Draft, context: DecisionContext): void {
  const isMeant = (order: Order): boolean => isWaitingTooLong(draft.account, order, context)
  terminateOrders(draft, isMeant, 'CANCELLED', 'flat_by', 'RISK')
  // All of an idea is closed, though each close changes what is left of its loss.
  const found = [...draft.account.positions.values()].map((position) => toClose(draft.account, position, context))
  for (const closing of found) {
    if (closing !== null) closeOut(draft, closing.position, closing.instrument, closing.rule, context)
  }
}

/** When to look at the account for the clock's part of it; null: time alone closes nothing. */
export function orderRulesLookAt(
  { plan, positions, orders }: Account,
  { now, instruments }: Pick<DecisionContext, 'now' | 'instruments'>,
): Micros | null {
  const { stopRequired, flatBy } = plan.risk.orderRules ?? {}
  let first: Micros | null = null
  const note = (at: Micros | null): void => {
    if (at !== null) first = Math.min(first ?? at, at <= now ? now + RETRY_MICROS : at)
  }
  const noteFlat = (symbol: string, since: Micros): void => {
    const instrument = instruments.find(symbol)
    if (flatBy === undefined || instrument === undefined) return
    note(isOverdue(flatBy, instrument, since, now) ? now : (nextFlat(flatBy, instrument, now)?.at ?? null))
  }
  for (const position of positions.values()) {
    if (stopRequired !== undefined) note(graceEndsAt(position, stopRequired))
    noteFlat(position.symbol, position.openedAt)
  }
  if (flatBy !== undefined)
    for (const { symbol, flags, createdAt } of orders.values()) if (!flags.reduceOnly) noteFlat(symbol, createdAt)
  return first
}
