import type { PlaceOrder } from '../core/decide/prepare-order.js'
import type { Ended } from './pipeline/idempotency.js'
import type { RunCommands } from './pipeline/run-command.js'
import { placeCommand, type PlaceOrderRequest } from './place-order.js'

export interface PlaceOrdersRequest extends Omit<PlaceOrderRequest, 'order'> {
  /** Each with a client_id of its own. */
  readonly orders: readonly PlaceOrder[]
}

/** POST /v1/orders/batch: for each order the end it would have had alone. */
export const placeOrders = async (
  runCommands: RunCommands,
  { orders, ...request }: PlaceOrdersRequest,
): Promise<readonly Ended[]> => {
  const [first, ...others] = orders.map((order) => placeCommand({ ...request, order }))
  return first === undefined ? [] : runCommands([first, ...others])
}
