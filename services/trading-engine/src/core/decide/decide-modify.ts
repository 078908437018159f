/**
 * Changes a working order in place (contract: orders): same id, next version. The change carries the risk of a new
 * order, so the rules are checked as if the order were placed now and its old version did not exist; only a change that
 * asks for less is unchecked. A limit that now crosses the book executes as it would on placement.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { max, min, quantity, type Price, type Quantity } from '../values/decimal.js'
import { openDraft, type Draft } from '../model/draft.js'
import { checkPrice, limitPriceOnGrid, movedByGrid, triggerPriceOnGrid } from '../execution/price-grid.js'
import type { Instrument } from '../model/market/instrument.js'
import { assertInvariant } from '../values/invariant.js'
import { isBeingExecuted, isUnderWay } from '../model/live/live-order.js'
import { executionOf } from '../execution/execution-of.js'
import { NO_BOOK, type Match } from '../execution/match-order.js'
import { isCloseByService, isContingent, liveQuantity, type Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { anyLot, checkMinimum, openingSizes, sizeOnGrid } from '../execution/order-size.js'
import { decided, invalid, type Issue, type Outcome, type Problem } from '../model/outcome.js'
import { propose } from '../risk/propose.js'
import { passOnceMet } from '../risk/supervise.js'
import { evaluateRisk } from '../risk/evaluate.js'
import { fillTermsOf } from '../execution/fill-terms.js'
import { formatTimestamp, type Micros } from '../values/time.js'
import { withoutDistance } from '../model/order/exit-terms.js'
import { trailTrigger, withDistance, type TrailTerms } from '../model/order/trail.js'
import { isArmed } from '../model/order/trigger.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Null leaves a field as it is. */
export interface ModifyOrder {
  readonly orderId: string
  readonly price: Price | null
  readonly triggerPrice: Price | null
  /** Another distance for one that trails, which keeps its peak; absent: as it is. */
  readonly trail?: Pick<TrailTerms, 'offset' | 'offsetPct'>
  readonly quantity: Quantity | null
  readonly expiresAt: Micros | null
  /** The version the caller saw; null: whichever it is. */
  readonly version: number | null
}

/** `ended` is the order as stored when it no longer works; null when the account has no such order. */
export function decideModify(
  account: Account,
  command: ModifyOrder,
  ended: Order | null,
  context: DecisionContext,
): Outcome<Order> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const working = draft.account.orders.get(command.orderId)
  if (working === undefined) return { kind: 'problem', problem: notWorking(draft, command.orderId, ended) }
  if (isUnderWay(working)) return unchangeable(working, CHANGING)
  if (isCloseByService(working)) return unchangeable(working, BY_SERVICE)
  if (isBeingExecuted(working)) return unchangeable(working, EXECUTING)
  if (command.version !== null && command.version !== working.version) {
    const message = `the order is at version ${working.version}, not ${command.version}: read it again`
    return { kind: 'problem', problem: { kind: 'version', message, order: working } }
  }
  const instrument = context.instruments.find(working.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of a working order is listed')
  const changed = changeOrder(draft.account, working, command, instrument, context)
  if ('issues' in changed) return { kind: 'problem', problem: { kind: 'invalid', issues: changed.issues } }
  return replaceOrder(draft, working, changed, instrument, context)
}

const CHANGING = 'a change or the cancellation of the order is under way at its venue: wait for its end'
const BY_SERVICE = 'the service closes the position by this order: it cannot be modified'
const EXECUTING = 'the order is being executed at its venue and can no longer be modified'

const unchangeable = (order: Order, message: string): Outcome<never> => ({
  kind: 'problem',
  problem: { kind: 'order_not_working', message, order },
})

function notWorking(draft: Draft, orderId: string, ended: Order | null): Problem {
  const final = draft.find(orderId) ?? ended
  if (final === null) return { kind: 'not_found', message: 'no such order' }
  const message = `the order is ${final.status} and can no longer be modified`
  return { kind: 'order_not_working', message, order: final }
}

function changeOrder(
  account: Account,
  order: Order,
  command: ModifyOrder,
  instrument: Instrument,
  context: DecisionContext,
): Order | { readonly issues: readonly Issue[] } {
  const { tickSize } = instrument
  const limitPrice = command.price === null ? order.limitPrice : limitPriceOnGrid(order.side, command.price, tickSize)
  const trail = command.trail && order.trail && withDistance(order.trail, command.trail)
  const followed = trail === undefined ? order.triggerPrice : trailTrigger(trail, order.side, tickSize)
  const triggerPrice = command.triggerPrice === null ? followed : triggerPriceOnGrid(command.triggerPrice, tickSize)
  const size = resize(account, { ...order, limitPrice, triggerPrice }, command, instrument, context)
  const problems = [
    command.price === null ? null : checkLimit(order, limitPrice, tickSize),
    command.triggerPrice === null ? null : checkTrigger(order, triggerPrice, tickSize),
    typeof size === 'bigint' ? null : size,
    command.trail === undefined ? null : checkTrail(order),
    checkExpiry(order, command.expiresAt, context),
  ]
  const issues = problems.flatMap((problem) => (problem?.kind === 'invalid' ? problem.issues : []))
  if (issues.length > 0 || typeof size !== 'bigint') return { issues }
  return {
    ...order,
    ...sizesOf(account, order, size),
    limitPrice,
    triggerPrice,
    ...(trail === undefined ? {} : { trail }),
    ...(command.triggerPrice === null ? {} : withoutDistance(order)),
    requestedPrice: command.price === null ? order.requestedPrice : movedByGrid(command.price, tickSize),
    requestedTriggerPrice:
      command.triggerPrice === null ? order.requestedTriggerPrice : movedByGrid(command.triggerPrice, tickSize),
    expiresAt: command.expiresAt ?? order.expiresAt,
    version: order.version + 1,
  }
}

/** Keeps the quantity of an exit that its entry has already released, up to the new size and the position. */
function sizesOf(account: Account, order: Order, size: Quantity): Pick<Order, 'quantity' | 'contingentQuantity'> {
  if (order.bracketId === null) return { quantity: size, contingentQuantity: order.contingentQuantity }
  const isReleased = order.contingentQuantity === 0n
  const held = isReleased ? order.contingentQuantity : max(quantity(0n), quantity(size - liveQuantity(order)))
  const position = account.positions.get(listingKey(order))
  const sizeMax = isContingent(order) || position === undefined ? size : order.filledQuantity + held + position.quantity
  return { quantity: min(size, quantity(sizeMax)), contingentQuantity: held }
}

function checkLimit(order: Order, onGrid: Price | null, tickSize: Price): Problem | null {
  if (order.limitPrice !== null) return checkPrice('price', onGrid, tickSize)
  return invalid(['price'], 'price.kind', `a ${order.kind} order without a limit cannot be given one`)
}

function checkTrigger(order: Order, onGrid: Price | null, tickSize: Price): Problem | null {
  if (order.trail !== undefined && isArmed(order))
    return invalid(['trigger_price'], 'trigger_price.trail', 'the trigger follows the market: send another trail')
  if (isArmed(order)) return checkPrice('trigger_price', onGrid, tickSize)
  const why = order.triggerState === null ? `a ${order.kind} order has no trigger` : 'the order has fired already'
  return invalid(['trigger_price'], 'trigger_price.kind', why)
}

function checkTrail(order: Order): Problem | null {
  if (order.trail !== undefined && isArmed(order)) return null
  const why =
    order.trail === undefined ? 'only an order that was placed with trail has one' : 'the order has fired already'
  return invalid(['trail'], 'trail.kind', why)
}

/** At new prices the quantity that stays has to be worth what the venue takes, too. */
function resize(
  account: Account,
  order: Order,
  { price, triggerPrice, quantity: requested }: ModifyOrder,
  instrument: Instrument,
  context: DecisionContext,
): Quantity | Problem {
  if (price === null && triggerPrice === null && requested === null) return order.quantity
  const { venue, symbol, filledQuantity, flags } = order
  const terms = instrument.terms[venue]
  assertInvariant(terms !== undefined, 'the venue of a working order lists its symbol')
  const sizes = flags.reduceOnly
    ? { ...anyLot(instrument.lotSize), filled: filledQuantity }
    : openingSizes(order, instrument, terms, account.positions.get(listingKey({ venue, symbol })), context)
  return requested === null ? (checkMinimum(order.quantity, sizes) ?? order.quantity) : sizeOnGrid(requested, sizes)
}

function checkExpiry(order: Order, requested: Micros | null, { now }: DecisionContext): Problem | null {
  if (requested === null) return null
  if (order.tif !== 'GTD') return invalid(['expires_at'], 'expires_at.tif', `a ${order.tif} order has no expires_at`)
  if (requested > now) return null
  return invalid(['expires_at'], 'expires_at.past', `expires_at must be after ${formatTimestamp(now)}`)
}

function replaceOrder(
  draft: Draft,
  working: Order,
  requested: Order,
  instrument: Instrument,
  context: DecisionContext,
): Outcome<Order> {
  const execution = executionOf(draft.account)
  const otherOrders = new Map(draft.account.orders)
  otherOrders.delete(requested.id)
  const without = { ...draft.account, orders: otherOrders }
  // Where its limit is, it rests already: what reaches it there fills it as maker.
  const isMoved = requested.limitPrice !== working.limitPrice
  const match = isMoved ? execution.match(without, requested, context) : RESTING
  const fillTerms = fillTermsOf(draft.account, requested, instrument, match, 'TAKER', context.now)
  const exits = draft.account.plan.risk.orderRules === undefined ? [] : [...draft.exitsOf(requested.id)]
  if (!asksForLess(working, requested)) {
    const verdict = evaluateRisk(propose(without, requested, instrument, match, fillTerms, context, exits))
    if (verdict.kind === 'refused')
      return { kind: 'problem', problem: { kind: 'risk_rejected', violations: verdict.violations } }
  }
  const modified = execution.modify(draft, working, requested, { match, fillTerms }, context)
  passOnceMet(draft, context)
  return decided(draft.changes(), draft.find(modified.id) ?? modified)
}

const RESTING: Match = { executions: [], ...NO_BOOK, wouldTake: false, rests: true }

/** At most smaller, or for a shorter time: no rule can have anything against that. */
const asksForLess = (before: Order, after: Order): boolean =>
  after.limitPrice === before.limitPrice &&
  after.triggerPrice === before.triggerPrice &&
  after.trail === before.trail &&
  after.quantity <= before.quantity &&
  (after.expiresAt ?? Infinity) <= (before.expiresAt ?? Infinity)
