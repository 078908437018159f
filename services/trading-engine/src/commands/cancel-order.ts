import type { Origin } from '../core/model/order/origin.js'
import { decideCancel } from '../core/decide/decide-cancel.js'
import type { Order } from '../core/model/order/order.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { orderAfterVenue, type VenueWait } from './live/await-venue.js'
import { findEndedOrder } from './find-ended-order.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface CancelOrderRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly orderId: string
  readonly write: WriteDecimal
}

/**
 * POST …/orders/:order_id/cancel: the order in its final state; repeating it is safe. One that is at its venue is
 * answered when that has confirmed, or as it then is.
 */
export const cancelOrder = async (
  runCommand: RunCommand,
  request: CancelOrderRequest,
  venueWait: VenueWait,
): Promise<Answer> => orderAfterVenue(venueWait, request, await runCommand(cancelCommand(request)))

export const cancelCommand = ({ userId, origin, accountId, orderId, write }: CancelOrderRequest): Command<Order> => ({
  kind: 'cancel_order',
  userId,
  origin,
  accountId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: async (account, context, db) =>
    decideCancel(account, orderId, await findEndedOrder(db, account, orderId), context),
  render: (order, texts) => ({ status: 200, text: texts.order(order, write) }),
  write,
  asked: { orderId },
})
