import type { Draft } from './draft.js'
import type { CancelledBy } from './events.js'
import type { Order, OrderReason } from './order.js'

/** Ends a working order without a further fill. Returns it in its final state. */
export function endOrder(
  draft: Draft,
  order: Order,
  status: 'CANCELLED' | 'EXPIRED' | 'REJECTED',
  reason: OrderReason,
  cancelledBy: CancelledBy,
): Order {
  const ended: Order = { ...order, status, reason, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(ended)
  draft.emit({ type: 'order.cancel', order: ended, cancelledBy })
  return ended
}
