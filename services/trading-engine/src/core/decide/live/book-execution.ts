/**
 * Books an execution, whatever was asked of its order since: the fill, the end of its request when that has no more to
 * execute, and what then becomes of the rest of the order.
 */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { endingOf, isKeptWithTrade, type LiveOrder } from '../../model/live/live-order.js'
import { isEnded, STATE_AFTER, type EndedRequest } from '../../model/live/venue-request-states.js'
import { listingKey } from '../../model/market/listing.js'
import { isWorking } from '../../model/order/order-status.js'
import { remainingQuantity, type Order } from '../../model/order/order.js'
import { isReducedBy } from '../../model/account/position.js'
import type { VenueRequest } from '../../model/live/venue-request.js'
import type { Micros } from '../../values/time.js'
import { assertInvariant } from '../../values/invariant.js'
import { changeOrder } from '../../execution/change-order.js'
import { asked } from '../../execution/live/ask-venue.js'
import { bookVenueFill, type Executed } from '../../execution/live/book-venue-fill.js'
import { executed } from '../../execution/live/order-transitions.js'
import { fillTermsOf } from '../../execution/fill-terms.js'
import { expectMatch } from '../../execution/match-order.js'
import { refuseOrder } from '../../execution/refuse-order.js'
import { terminateOrder } from '../../execution/terminate-order.js'
import { recheckOrder } from '../recheck-order.js'

/** `order` null: none waits for it. `request` null: the venue did it by itself. */
export function bookExecution(
  draft: Draft,
  order: Order | null,
  request: VenueRequest | null,
  report: Executed,
  context: DecisionContext,
): true {
  const filled = bookVenueFill(draft, order, report, context)
  if (order !== null) endExecuted(draft, filled ?? draft.account.orders.get(order.id) ?? order, report, context)
  else if (request !== null && report.isLast && !isEnded(request))
    draft.putRequest(executedBy(report, request, draft.stamp()))
  return true
}

function endExecuted(draft: Draft, order: Order, report: Executed, context: DecisionContext): void {
  const isOver = !isWorking(order.status)
  const isLast = isLastOf(draft, order, report)
  if (!isLast && !isOver) return
  const { live } = order
  assertInvariant(live !== undefined, 'what a venue executed was asked of it')
  const at = draft.stamp()
  // Where the venue held more than the books, the order is done before its request is.
  const after = executed(live, isLast ? executedBy(report, live.request, at) : null, () => draft.stamp())
  for (const request of after.requests) draft.putRequest(request)
  if (isOver) draft.putOrder({ ...order, live: after.live, updatedAt: at, version: order.version + 1 })
  else goOn(draft, changeOrder(draft, order, { live: after.live }), live, context)
}

const executedBy = ({ place }: Executed, request: VenueRequest, updatedAt: Micros): EndedRequest => ({
  ...request,
  ...{ state: STATE_AFTER.executed, txHash: place.txHash, updatedAt },
})

/** An exit that is kept with several trades is executed by each of them, and goes on while one is left. */
function isLastOf({ account }: Draft, order: Order, { isLast }: Executed): boolean {
  if (!isKeptWithTrade(order)) return isLast
  return !isWorking(order.status) || !isReducedBy(account.positions.get(listingKey(order)), order.side)
}

/** Goes on with what is left of an order whose request was executed. */
function goOn(draft: Draft, order: Order, before: LiveOrder, context: DecisionContext): void {
  const position = draft.account.positions.get(listingKey(order))
  const isFlip = !order.flags.reduceOnly && position === undefined && before.request.action.kind === 'close'
  const ending = endingOf(before)
  if (ending !== null) return void terminateOrder(draft, order, 'CANCELLED', ending.reason, ending.by)
  if (!isFlip) return void terminateOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM')
  const instrument = context.instruments.find(order.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of a working order is listed')
  const match = expectMatch(draft.account, order, context.market.quote(order), context.isMarketOpen(order))
  const whole = { ...match, executions: match.executions.length > 0 ? match.executions : wholeAt(order, context) }
  const terms = fillTermsOf(draft.account, order, instrument, match, 'TAKER', context.now)
  const { refusedBy } = recheckOrder(draft.account, order, whole, instrument, terms, context, null)
  if (refusedBy !== null) return refuseOrder(draft, order, refusedBy, 'RISK')
  if (!context.isMarketOpen(order)) return refuseOrder(draft, order, 'stale_market_data', 'RISK')
  const { live } = asked(draft, order, { isNow: true }, context)
  if (live !== undefined) changeOrder(draft, order, { live })
}

function wholeAt(order: Order, { market }: DecisionContext) {
  const mark = market.quote(order)?.mark
  return mark === undefined ? [] : [{ price: mark, quantity: remainingQuantity(order) }]
}
