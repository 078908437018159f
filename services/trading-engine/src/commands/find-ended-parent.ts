import type { Account } from '../core/account.js'
import type { Order } from '../core/order.js'
import type { PlaceOrder } from '../core/prepare-order.js'
import { findOrder } from '../store/history.js'
import type { Queryable } from '../store/queryable.js'

/** The parent that an order names, when it no longer works: an account holds only its working orders. */
export async function findEndedParent(
  db: Queryable,
  account: Account,
  { parentOrderId }: PlaceOrder,
): Promise<Order | null> {
  if (parentOrderId === null || account.orders.has(parentOrderId)) return null
  return findOrder(db, account.id, parentOrderId)
}
