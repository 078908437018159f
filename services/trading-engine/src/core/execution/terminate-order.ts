import { quantity } from '../values/decimal.js'
import { isReducedBy } from '../model/account/position.js'
import { isKeptWithTrade, isSentOrder, type LiveOrder } from '../model/live/live-order.js'
import { listingKey } from '../model/market/listing.js'
import type { Draft } from '../model/draft.js'
import type { CancelledBy } from '../model/events.js'
import { remainingQuantity, type Order, type OrderReason } from '../model/order/order.js'
import { changeOrder } from './change-order.js'
import { endedHere } from './live/order-transitions.js'
import { withdraw } from './live/withdraw.js'

export type CancellationCause = readonly [reason: OrderReason, cancelledBy: CancelledBy]
type TerminationCause = readonly [status: 'CANCELLED' | 'EXPIRED' | 'REJECTED', ...CancellationCause]

/**
 * Ends a working order without a further fill, and what its exits waited for. Returns it in its final state; one that
 * is at its venue works on until that confirms it.
 */
export function terminateOrder(draft: Draft, order: Order, ...cause: TerminationCause): Order {
  const { live } = order
  if (live === undefined) return endOrder(draft, order, ...cause)
  const [, reason, by] = cause
  if (isSentOrder(live) && !isGoneWithTrade(draft, order)) return withdraw(draft, order, live, { reason, by })
  return endHere(draft, order, live, cause)
}

/** Ostium keeps a take-profit or a stop with its trade: no log reports its end, and there is nothing to cancel. */
function isGoneWithTrade({ account }: Draft, order: Order): boolean {
  return isKeptWithTrade(order) && !isReducedBy(account.positions.get(listingKey(order)), order.side)
}

/** Ends it with the requests to its venue: nothing more is sent of it, and nothing is waited for. */
function endHere(draft: Draft, order: Order, live: LiveOrder, cause: TerminationCause): Order {
  const ended = endedHere(live, () => draft.stamp())
  for (const request of ended.requests) draft.putRequest(request)
  return endOrder(draft, { ...order, live: ended.live }, ...cause)
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
