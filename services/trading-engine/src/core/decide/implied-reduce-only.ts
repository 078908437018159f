/**
 * Orders that are reduce-only without saying so: one that names a position, and, while the account is not ACTIVE, any
 * on the other side of a position. So nothing that is sent in another state can open a position, whenever it fills.
 */
import type { Account } from '../model/account/account.js'
import type { OrderFlags, Side } from '../model/order/order.js'
import { isReducedBy, type Position } from '../model/account/position.js'

interface Requested {
  readonly side: Side
  readonly flags: OrderFlags
}

/**
 * @param target the position that the order names
 * @param existingPosition the account's position in the symbol and on the venue of the order
 */
export function withImpliedReduceOnly<Order extends Requested>(
  { state }: Account,
  order: Order,
  target: Position | null,
  existingPosition: Position | undefined,
): Order {
  const isImplied = target !== null || (state !== 'ACTIVE' && isReducedBy(existingPosition, order.side))
  return isImplied ? { ...order, flags: { ...order.flags, reduceOnly: true } } : order
}
