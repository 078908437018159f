import type { Draft } from '../model/draft.js'
import type { Order } from '../model/order/order.js'
import { terminateOrder } from './terminate-order.js'

/**
 * Ends the part of an order that has not filled and does not rest: IOC and FOK are EXPIRED by their time in force;
 * other orders without a limit are CANCELLED, because the book was exhausted.
 */
export const endUnfilledRest = (draft: Draft, order: Order): Order =>
  order.limitPrice === null && order.tif !== 'FOK'
    ? terminateOrder(draft, order, 'CANCELLED', 'book_exhausted', 'SYSTEM')
    : terminateOrder(draft, order, 'EXPIRED', 'time_in_force', 'SYSTEM')
