import type { Draft } from '../model/draft.js'
import type { Order } from '../model/order/order.js'

/** A working order with some fields changed, in its next version. */
export function changeOrder(draft: Draft, order: Order, fields: Partial<Order>): Order {
  const changed: Order = { ...order, ...fields, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(changed)
  return changed
}
