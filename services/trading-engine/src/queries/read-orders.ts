import type { Pool } from 'pg'
import { notFound } from '@ats/service-kit/http'
import type { Account } from '../core/model/account/account.js'
import type { Order } from '../core/model/order/order.js'
import { isWorking } from '../core/model/order/order-status.js'
import { findOrder, findOrdersByClientId, listOrders, type Page, type TimeWindow } from '../store/read/history.js'

export interface OrdersFilter extends TimeWindow {
  readonly status: 'working' | 'all'
  readonly clientId: string | null
}

/**
 * Working orders come from the account itself, whole; older ones from the table, a page at a time. Rows do not have the
 * latest peak of a stop that trails.
 */
export async function readOrders(pool: Pool, account: Account, filter: OrdersFilter): Promise<Page<Order>> {
  const asShown = (order: Order): Order => (order.trail && account.orders.get(order.id)) ?? order
  if (filter.status === 'all' && filter.clientId === null) {
    const page = await listOrders(pool, account.id, filter)
    return { ...page, rows: page.rows.map(asShown) }
  }
  const candidates =
    filter.clientId === null
      ? [...account.orders.values()].reverse()
      : await findOrdersByClientId(pool, account.id, filter.clientId)
  const rows = candidates.filter(
    (order) =>
      (filter.status === 'all' || isWorking(order.status)) &&
      (filter.from === null || order.createdAt >= filter.from) &&
      (filter.to === null || order.createdAt <= filter.to),
  )
  return { rows: rows.slice(0, filter.limit).map(asShown), hasMore: rows.length > filter.limit }
}

export async function readOrder(pool: Pool, account: Account, orderId: string): Promise<Order> {
  const order = account.orders.get(orderId) ?? (await findOrder(pool, account.id, orderId))
  if (order === null) throw notFound('order')
  return order
}
