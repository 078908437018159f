import type { Draft } from '../model/draft.js'
import type { CancelledBy } from '../model/events.js'
import type { Order } from '../model/order/order.js'
import type { AnyRecheckedRule } from '../model/plan/violation.js'
import { terminateOrder } from './terminate-order.js'

/** Ends an order that was accepted earlier and is impossible now: REJECTED, or CANCELLED if part of it has filled. */
export function refuseOrder(
  draft: Draft,
  order: Order,
  reason: AnyRecheckedRule | 'news_freeze' | 'post_only',
  by: CancelledBy,
): void {
  terminateOrder(draft, order, order.filledQuantity === 0n ? 'REJECTED' : 'CANCELLED', reason, by)
}
