import { isReducedBy } from '../model/account/position.js'
import type { Draft } from '../model/draft.js'
import { listingKey } from '../model/market/listing.js'
import type { Order } from '../model/order/order.js'
import { changeOrder } from './change-order.js'
import { dropContingentOf, terminateOrder, type CancellationCause } from './terminate-order.js'

/**
 * For a state in which nothing may open: orders against an open position become reduce-only and stay so in later
 * states, as one of them may be the position's stop; every other order that could open or add ends.
 */
export function keepReducing(draft: Draft, ...[reason, cancelledBy]: CancellationCause): void {
  keepReducingOr(draft, (order) => void terminateOrder(draft, order, 'CANCELLED', reason, cancelledBy))
}

/** The same, for orders that end in a way of their own. */
export function keepReducingOr(draft: Draft, terminate: (order: Order) => void): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order === undefined || order.flags.reduceOnly) continue
    const position = draft.account.positions.get(listingKey(order))
    if (isReducedBy(position, order.side)) makeReduceOnly(draft, order)
    else terminate(order)
  }
}

/** It opens nothing any more that its exits could be there for. */
export function makeReduceOnly(draft: Draft, order: Order): void {
  changeOrder(draft, order, { flags: { ...order.flags, reduceOnly: true } })
  dropContingentOf(draft, order, 'reduce_only')
}
