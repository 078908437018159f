import { quantity } from './decimal.js'
import type { Draft } from './draft.js'
import type { CancelledBy } from './events.js'
import { remainingQuantity, type Order, type OrderReason } from './order.js'

type HowCancelled = readonly [reason: OrderReason, cancelledBy: CancelledBy]
type HowEnded = readonly [status: 'CANCELLED' | 'EXPIRED' | 'REJECTED', ...HowCancelled]

/** Ends a working order without a further fill, and what its exits waited for. Returns it in its final state. */
export function endOrder(draft: Draft, order: Order, ...[status, reason, cancelledBy]: HowEnded): Order {
  const ended: Order = { ...order, status, reason, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(ended)
  draft.emit({ type: 'order.cancel', order: ended, cancelledBy })
  for (const child of draft.account.orders.values()) if (child.parentOrderId === order.id) dropHeld(draft, child)
  return ended
}

/** Ends those working orders that are meant. One that ends may end others: each is looked at as it then is. */
export function endOrders(
  draft: Draft,
  isMeant: (order: Order) => boolean,
  ...[status, reason, cancelledBy]: HowEnded
): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined && isMeant(order)) endOrder(draft, order, status, reason, cancelledBy)
  }
}

/** Ends the working orders that could open or add to a position. */
export const endOpening = (draft: Draft, ...[reason, cancelledBy]: HowCancelled): void =>
  endOrders(draft, ({ flags }) => !flags.reduceOnly, 'CANCELLED', reason, cancelledBy)

/** What an exit still waits for will not come: it keeps what was released, and ends when that is nothing. */
function dropHeld(draft: Draft, child: Order): void {
  if (child.heldQuantity === 0n) return
  if (child.heldQuantity === remainingQuantity(child)) {
    endOrder(draft, child, 'CANCELLED', 'parent_cancelled', 'SYSTEM')
    return
  }
  changeOrder(draft, child, {
    quantity: quantity(child.quantity - child.heldQuantity),
    heldQuantity: quantity(0n),
  })
}

/** A working order with some fields changed, in its next version. */
export function changeOrder(draft: Draft, order: Order, fields: Partial<Order>): Order {
  const changed: Order = { ...order, ...fields, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(changed)
  return changed
}
