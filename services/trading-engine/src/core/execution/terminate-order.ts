import { quantity } from '../values/decimal.js'
import type { Draft } from '../model/draft.js'
import type { CancelledBy } from '../model/events.js'
import { remainingQuantity, type Order, type OrderReason } from '../model/order.js'
import { isReducedBy, positionKey } from '../model/position.js'

export type HowCancelled = readonly [reason: OrderReason, cancelledBy: CancelledBy]
type HowEnded = readonly [status: 'CANCELLED' | 'EXPIRED' | 'REJECTED', ...HowCancelled]

/** Ends a working order without a further fill, and what its exits waited for. Returns it in its final state. */
export function terminateOrder(draft: Draft, order: Order, ...[status, reason, cancelledBy]: HowEnded): Order {
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
  ...[status, reason, cancelledBy]: HowEnded
): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined && isMeant(order)) terminateOrder(draft, order, status, reason, cancelledBy)
  }
}

/**
 * For a state in which nothing may open: what stands against an open position only reduces from now on, whatever becomes
 * of the state, for it may be the position's stop; every other order that could open or add ends.
 */
export function keepReducing(draft: Draft, ...[reason, cancelledBy]: HowCancelled): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order === undefined || order.flags.reduceOnly) continue
    const position = draft.account.positions.get(positionKey(order.venue, order.symbol))
    if (isReducedBy(position, order.side)) makeReduceOnly(draft, order)
    else terminateOrder(draft, order, 'CANCELLED', reason, cancelledBy)
  }
}

/** It opens nothing any more that its exits could be there for. */
export function makeReduceOnly(draft: Draft, order: Order): void {
  changeOrder(draft, order, { flags: { ...order.flags, reduceOnly: true } })
  dropContingentOf(draft, order, 'reduce_only')
}

function dropContingentOf(draft: Draft, entry: Order, reason: OrderReason): void {
  for (const child of draft.account.orders.values())
    if (child.parentOrderId === entry.id) dropContingent(draft, child, reason)
}

/** What an exit still waits for will not come: it keeps what was released, and ends when that is nothing. */
function dropContingent(draft: Draft, child: Order, reason: OrderReason): void {
  if (child.contingentQuantity === 0n) return
  if (child.contingentQuantity === remainingQuantity(child)) {
    terminateOrder(draft, child, 'CANCELLED', reason, 'SYSTEM')
    return
  }
  changeOrder(draft, child, {
    quantity: quantity(child.quantity - child.contingentQuantity),
    contingentQuantity: quantity(0n),
  })
}

/** A working order with some fields changed, in its next version. */
export function changeOrder(draft: Draft, order: Order, fields: Partial<Order>): Order {
  const changed: Order = { ...order, ...fields, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(changed)
  return changed
}
