/**
 * Closes positions as the plan's rules about orders ask for, by market orders of the service's own with the name of the
 * rule as their reason; none of it is a breach:
 *   stop_required       the time that the position may be without stops is over
 *   max_loss_per_idea   all positions of its symbol and direction have lost the plan's limit at their marks, or more
 *   flat_by             it was open at a moment by which the plan has its instrument flat; orders that waited then, and
 *                       could open, are cancelled
 * What cannot be traded then is closed as soon as it can be, if the rule still asks for it. A plan may have a break of
 * these rules be a strike (`strike.ts`), in place of the close or with it; and an idea that is lost end the account:
 * with a mark of it that is stale its last good one counts, and the account is locked until that is fresh.
 */
import { isOverdue, nextFlat } from '../calendar/flat-by.js'
import { tradableMarket, type TradableMarket } from '../model/market/tradable-market.js'
import { percentOf } from '../margin/floors.js'
import { ideaPnl, ideasOf, lastIdeaPnl } from '../margin/ideas.js'
import { listingKey } from '../model/market/listing.js'
import type { Strike } from '../model/account/strike.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import { graceEndsAt } from '../model/account/uncovered.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { FlatByRule, IdeaRule, StopRule } from '../model/plan/order-rules.js'
import type { ClosingRule } from '../model/plan/violation.js'
import { formatDecimal, negate } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { Order } from '../model/order/order.js'
import { closeOut } from './close-out.js'
import { enforce, lockedWhileStale, type Crossing } from './enforce.js'
import { isCounted, strike } from './strike.js'
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
  if (stopRequired?.action === 'CLOSE' && isGraceOver(position, stopRequired, context)) return 'stop_required'
  if (flatBy !== undefined && isHeldTooLong(position, position.openedAt, closing(flatBy), context)) return 'flat_by'
  return maxLossPerIdea?.action === 'CLOSE' && isIdeaLost(account, position, maxLossPerIdea, context)
    ? 'max_loss_per_idea'
    : null
}

function isGraceOver(position: Position, rule: StopRule, { now }: Pick<DecisionContext, 'now'>): boolean {
  const endsAt = graceEndsAt(position, rule)
  return endsAt !== null && endsAt <= now
}

const ofSeverity = (severity: FlatByRule['severity']) => {
  const known = new WeakMap<readonly FlatByRule[], readonly FlatByRule[]>()
  return (rules: readonly FlatByRule[]): readonly FlatByRule[] => {
    const found = known.get(rules) ?? rules.filter((rule) => rule.severity === severity)
    known.set(rules, found)
    return found
  }
}
const closing = ofSeverity('CLOSE')
const warning = ofSeverity('WARN')

function isIdeaLost(
  { plan, positions }: Account,
  position: Position,
  { pct }: IdeaRule,
  { market }: Pick<DecisionContext, 'market'>,
): boolean {
  const pnl = ideaPnl(positions.values(), position, market)
  return pnl !== null && pnl <= negate(percentOf(plan.initialBalance, pct))
}

/** The crossing of an idea that ends the account; null where none is lost, or nothing more can be done now. */
function lostIdea(account: Account, { market }: Pick<DecisionContext, 'market'>): Crossing | null {
  const { maxLossPerIdea: rule } = account.plan.risk.orderRules ?? {}
  if (rule?.action !== 'TERMINATE') return null
  const limit = negate(percentOf(account.plan.initialBalance, rule.pct))
  for (const idea of ideasOf(account.positions.values())) {
    const lost = lastIdeaPnl(account.positions.values(), idea, market)
    if (lost === null || lost.pnl > limit) continue
    const message =
      `${idea.symbol} ${idea.direction} has a result of ${formatDecimal(lost.pnl)} USD` +
      `${lost.isStale ? ', at a stale price' : ''}: the plan ends an account at ${formatDecimal(limit)} USD`
    const crossing = { kind: 'TERMINATE', rule: 'max_loss_per_idea', limit, equity: lost.pnl, message } as const
    const due = lost.isStale ? lockedWhileStale(account, crossing) : crossing
    if (due !== null) return due
  }
  return null
}

interface Warned {
  readonly position: Position
  readonly rule: 'stop_required' | 'flat_by'
}

/** The positions whose break of a rule is a strike now, and nothing else. */
function* toWarn({ plan, positions }: Account, context: DecisionContext): Generator<Warned> {
  const { stopRequired, flatBy } = plan.risk.orderRules ?? {}
  for (const position of positions.values()) {
    if (stopRequired?.action === 'STRIKE' && isGraceOver(position, stopRequired, context))
      yield { position, rule: 'stop_required' }
    if (flatBy !== undefined && isHeldTooLong(position, warnedFrom(position), warning(flatBy), context))
      yield { position, rule: 'flat_by' }
  }
}

const warnedFrom = ({ openedAt, flatWarnedAt = openedAt }: Position): Micros => Math.max(openedAt, flatWarnedAt)

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
  if (flatBy === undefined || order.flags.reduceOnly) return false
  return isHeldTooLong(order, order.createdAt, closing(flatBy), context)
}

/** Whether there is anything for `closeByOrderRules` to do; a plan without such rules costs one look at it. */
export function isAnyClosedByOrderRules(account: Account, context: DecisionContext): boolean {
  if (account.plan.risk.orderRules === undefined || account.state === 'TERMINATED' || account.state === 'CLOSED')
    return false
  for (const position of account.positions.values()) if (toClose(account, position, context) !== null) return true
  if (lostIdea(account, context) !== null || toWarn(account, context).next().done !== true) return true
  if (account.plan.risk.orderRules.flatBy === undefined) return false
  return [...account.orders.values()].some((order) => isWaitingTooLong(account, order, context))
}

export function closeByOrderRules(draft: Draft, context: DecisionContext): void {
  const lost = lostIdea(draft.account, context)
  if (lost !== null) enforce(draft, lost, draft.account.day.endsAt, context)
  if (!isOver(draft.account)) closeAllMeant(draft, context)
  for (const warned of [...toWarn(draft.account, context)]) if (!isOver(draft.account)) warn(draft, warned, context)
}

const isOver = ({ state }: Account): boolean => state === 'TERMINATED' || state === 'CLOSED'

function warn(draft: Draft, { position, rule }: Warned, context: DecisionContext): void {
  const { uncovered, ...held } = draft.account.positions.get(listingKey(position)) ?? position
  const isFlatBy = rule === 'flat_by'
  draft.putPosition({
    ...held,
    ...(uncovered && { uncovered: isFlatBy ? uncovered : { ...uncovered, struckAt: context.now } }),
    ...(isFlatBy && { flatWarnedAt: context.now }),
  })
  strike(draft, rule, position, context)
}

function closeAllMeant(draft: Draft, context: DecisionContext): void {
  const isMeant = (order: Order): boolean => isWaitingTooLong(draft.account, order, context)
  terminateOrders(draft, isMeant, 'CANCELLED', 'flat_by', 'RISK')
  // All of an idea is closed, though each close changes what is left of its loss.
  const found = [...draft.account.positions.values()].map((position) => toClose(draft.account, position, context))
  for (const closing of found) {
    if (closing !== null) closeOut(draft, closing.position, closing.instrument, closing.rule, context)
  }
  for (const closing of onceEach(found)) if (!isOver(draft.account)) strikeForClose(draft, closing, context)
}

/** The first of each idea, and all others: an idea that is lost is one strike. */
function onceEach(found: readonly (ToClose | null)[]): readonly ToClose[] {
  const ideas = new Set<string>()
  return found.filter((closing) => {
    if (closing?.rule !== 'max_loss_per_idea') return closing !== null
    const idea = `${closing.position.symbol} ${closing.position.direction}`
    return !ideas.has(idea) && ideas.add(idea)
  }) as readonly ToClose[]
}

/** A close that takes several looks at the market is one strike. */
function strikeForClose(draft: Draft, { position, rule }: ToClose, context: DecisionContext): void {
  const isNoted = ({ positionId, rule: noted }: Strike): boolean => positionId === position.id && noted === rule
  if (isCounted(draft, rule) && !draft.account.strikes.some(isNoted)) strike(draft, rule, position, context)
}

/** When to look at the account for the clock's part of it; null: time alone closes nothing. */
export function orderRulesLookAt(
  { plan, positions, orders }: Account,
  clock: Pick<DecisionContext, 'now' | 'instruments'>,
): Micros | null {
  const { now, instruments } = clock
  const { stopRequired, flatBy } = plan.risk.orderRules ?? {}
  let first: Micros | null = null
  const note = (at: Micros | null): void => {
    if (at !== null) first = Math.min(first ?? at, at <= now ? now + RETRY_MICROS : at)
  }
  const noteFlat = (symbol: string, since: Micros): void => {
    const instrument = instruments.find(symbol)
    if (flatBy === undefined || instrument === undefined) return
    note(isOverdue(closing(flatBy), instrument, since, now) ? now : (nextFlat(flatBy, instrument, now)?.at ?? null))
  }
  for (const position of positions.values()) {
    if (stopRequired !== undefined) note(graceEndsAt(position, stopRequired))
    noteFlat(position.symbol, position.openedAt)
    // A command that came between the moment and the look at it has warned of nothing.
    if (flatBy !== undefined && isHeldTooLong(position, warnedFrom(position), warning(flatBy), clock)) note(now)
  }
  if (flatBy !== undefined)
    for (const { symbol, flags, createdAt } of orders.values()) if (!flags.reduceOnly) noteFlat(symbol, createdAt)
  return first
}
