import type { Account } from '../core/model/account/account.js'
import type { Order } from '../core/model/order/order.js'
import { findOrder } from '../store/read/history.js'
import type { Queryable } from '../store/read/queryable.js'

/** A stored order that no longer works: an account holds only its working ones. Null when there is none. */
export async function findEndedOrder(db: Queryable, account: Account, orderId: string | null): Promise<Order | null> {
  if (orderId === null || account.orders.has(orderId)) return null
  return findOrder(db, account.id, orderId)
}
