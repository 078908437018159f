import { quantity } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { isReducedBy } from '../model/account/position.js'
import { isAtVenue, isKeptWithTrade, isRequestEnded, type Ending, type LiveOrder } from '../model/live/live-order.js'
import type { VenueAction, VenueRequest, VenueState } from '../model/live/venue-request.js'
import { listingKey } from '../model/market/listing.js'
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
  if (isAtVenue(order) && !isGoneWithTrade(draft, order)) return withdraw(draft, order, order.live, cause)
  return endOrder(draft, { ...order, live: withoutRequests(draft, order.live) }, ...cause)
}

/** Ostium keeps a take-profit or a stop with its trade: no log tells of its end, and there is nothing to withdraw. */
function isGoneWithTrade({ account }: Draft, order: Order): boolean {
  return isKeptWithTrade(order) && !isReducedBy(account.positions.get(listingKey(order)), order.side)
}

/** Asks the venue to cancel it, once. What the service wants takes the place of what its trader asked for. */
function withdraw(draft: Draft, order: Order, live: LiveOrder, [, reason, by]: TerminationCause): Order {
  const ending = { reason, by }
  if (live.cancelRequestedAt === null) return askToCancel(draft, order, { ...live, ending })
  const isTakenOver = live.ending === null || (!isRepeated(live.ending) && isRepeated(ending))
  return isTakenOver ? changeOrder(draft, order, { live: { ...live, ending } }) : order
}

/** A trader is told why his cancellation was not carried out; the service's own is asked for again. */
export const isRepeated = ({ reason }: Ending): boolean => reason !== 'user_cancelled'

/** Asks the venue to let go of it, without a wish for its end. */
export const askToRelease = (draft: Draft, order: Order, live: LiveOrder): Order =>
  live.cancellation === null ? askToCancel(draft, order, live) : order

function askToCancel(draft: Draft, order: Order, live: LiveOrder): Order {
  if (isTakenBack(live)) {
    const cancelRequestedAt = live.modifyRequestedAt
    return changeOrder(draft, order, { live: { ...live, cancelRequestedAt, modifyRequestedAt: null, heldNext: null } })
  }
  const cancellation = requestCancellation(draft, order, live)
  return changeOrder(draft, order, { live: { ...live, cancellation, cancelRequestedAt: cancellation.createdAt } })
}

/** Its cancellation is under way, for the engine to hold it. */
export const isTakenBack = ({ heldNext = null }: LiveOrder): boolean => heldNext !== null

/** The request to its venue to cancel it, which is put down. */
export function requestCancellation(draft: Draft, order: Order, live: LiveOrder): VenueRequest {
  const cancellation = newRequest(draft, order, { kind: 'cancel', symbol: order.symbol, requestId: live.request.id })
  draft.putRequest(cancellation)
  return cancellation
}

/** Between cancellations by the service that its venue did not carry out. */
const CANCEL_AGAIN_MICROS = 10_000_000

/**
 * Asks again for cancellations that the service wants, until the order has ended: in an account that is halted nobody
 * else does.
 */
export function cancelAgain(draft: Draft, now: Micros): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    const { live } = order ?? {}
    if (order !== undefined && live !== undefined && cancelAgainAt(order) <= now) askToCancel(draft, order, live)
  }
}

/** When a cancellation that was not carried out is asked for again; Infinity: there is none. A frozen order has one. */
export function cancelAgainAt(order: Order): Micros {
  const { live } = order
  if (live === undefined || live.cancellation !== null || !isAtVenue(order)) return Infinity
  if (live.ending !== null) return (live.cancelRequestedAt ?? 0) + CANCEL_AGAIN_MICROS
  return live.state === 'FROZEN' ? order.updatedAt + CANCEL_AGAIN_MICROS : Infinity
}

/** Nothing more will be sent of it, and nothing is waited for. */
function withoutRequests(draft: Draft, live: LiveOrder): LiveOrder {
  if (isRequestEnded(live)) return live
  const request: VenueRequest = { ...live.request, state: 'CANCELLED', updatedAt: draft.stamp() }
  draft.putRequest(request)
  return { ...endParts(draft, live, 'FAILED'), request, state: 'CANCELLED', cancelRequestedAt: null }
}

/** The end of the requests about an order that has ended at its venue. */
export function endParts(draft: Draft, live: LiveOrder, state: VenueState): LiveOrder {
  for (const part of [live.cancellation, live.change])
    if (part !== null && !isRequestEnded(part)) draft.putRequest({ ...part, state, updatedAt: draft.stamp() })
  const ended: LiveOrder = { ...live, cancellation: null, change: null, modifyRequestedAt: null }
  return live.heldNext === undefined ? ended : { ...ended, heldNext: null }
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
