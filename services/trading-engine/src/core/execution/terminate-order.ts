import { quantity } from '../values/decimal.js'
import { isAtVenue, isRequestEnded, type LiveOrder } from '../model/live/live-order.js'
import type { VenueAction, VenueRequest } from '../model/live/venue-request.js'
import type { Draft } from '../model/draft.js'
import type { CancelledBy } from '../model/events.js'
import { remainingQuantity, type Order, type OrderReason } from '../model/order/order.js'

export type CancellationCause = readonly [reason: OrderReason, cancelledBy: CancelledBy]
type TerminationCause = readonly [status: 'CANCELLED' | 'EXPIRED' | 'REJECTED', ...CancellationCause]

/**
 * Ends a working order without a further fill, and what its exits waited for. Returns it in its final state; one that
 * is at its venue works on until that confirms it.
 */
export function terminateOrder(draft: Draft, order: Order, ...cause: TerminationCause): Order {
  if (order.live === undefined) return endOrder(draft, order, ...cause)
  if (isAtVenue(order)) return withdraw(draft, order, order.live, cause)
  return endOrder(draft, { ...order, live: unasked(draft, order.live) }, ...cause)
}

/** Asks the venue to cancel it, once. */
function withdraw(draft: Draft, order: Order, live: LiveOrder, [, reason, by]: TerminationCause): Order {
  if (live.cancelRequestedAt !== null) return order
  const cancellation = newRequest(draft, order, {
    kind: 'cancel',
    symbol: order.symbol,
    requestId: live.request.id,
  })
  draft.putRequest(cancellation)
  const asked = { ...live, cancellation, cancelRequestedAt: cancellation.createdAt, ending: { reason, by } }
  return changeOrder(draft, order, { live: asked })
}

/** Nothing was sent, and nothing will be. */
function unasked(draft: Draft, live: LiveOrder): LiveOrder {
  if (isRequestEnded(live)) return live
  const request: VenueRequest = { ...live.request, state: 'CANCELLED', updatedAt: draft.stamp() }
  draft.putRequest(request)
  return { ...live, request, state: 'CANCELLED' }
}

/** A request about an order to its venue. */
export function newRequest(draft: Draft, order: Order, action: VenueAction): VenueRequest {
  const at = draft.stamp()
  return {
    id: draft.newId(),
    accountId: order.accountId,
    orderId: order.id,
    venue: order.venue,
    action,
    state: 'NEW',
    txHash: null,
    venueOrderId: null,
    reason: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** Ends it in the books: what its venue has of it, if anything, has ended. */
export function endOrder(draft: Draft, order: Order, ...[status, reason, cancelledBy]: TerminationCause): Order {
  const ended: Order = { ...order, status, reason, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(ended)
  draft.emit({ type: 'order.cancel', order: ended, cancelledBy })
  dropContingentOf(draft, order, 'parent_cancelled')
  return ended
}

/** Ends those working orders that are meant. One that ends may end others: each is looked at as it then is. */
export function terminateOrders(
  draft: Draft,
  isMeant: (order: Order) => boolean,
  ...[status, reason, cancelledBy]: TerminationCause
): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined && isMeant(order)) terminateOrder(draft, order, status, reason, cancelledBy)
  }
}

/** Drops what exits of the order wait for: it opens nothing any more that they could be there for. */
export function dropContingentOf(draft: Draft, entry: Order, reason: OrderReason): void {
  for (const exit of draft.exitsOf(entry.id)) dropContingent(draft, exit, reason)
}

/** Drops the contingent quantity of an exit: the exit keeps its released quantity, and ends when that is 0. */
function dropContingent(draft: Draft, exit: Order, reason: OrderReason): void {
  if (exit.contingentQuantity === 0n) return
  if (exit.contingentQuantity === remainingQuantity(exit)) {
    terminateOrder(draft, exit, 'CANCELLED', reason, 'SYSTEM')
    return
  }
  changeOrder(draft, exit, {
    quantity: quantity(exit.quantity - exit.contingentQuantity),
    contingentQuantity: quantity(0n),
  })
}

/** A working order with some fields changed, in its next version. */
export function changeOrder(draft: Draft, order: Order, fields: Partial<Order>): Order {
  const changed: Order = { ...order, ...fields, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(changed)
  return changed
}
