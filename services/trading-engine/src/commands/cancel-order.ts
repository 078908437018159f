import type { Origin } from '../core/model/order/origin.js'
import { decideCancel } from '../core/decide/decide-cancel.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { orderAfterVenue, type VenueWait } from './live/await-venue.js'
import { findEndedOrder } from './find-ended-order.js'
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
): Promise<Answer> => orderAfterVenue(venueWait, request, await cancel(runCommand, request))

const cancel = (runCommand: RunCommand, request: CancelOrderRequest): Promise<Answer> =>
  runCommand({
    kind: 'cancel_order',
    userId: request.userId,
    origin: request.origin,
    accountId: request.accountId,
    clientId: null,
    fingerprint: Buffer.alloc(0),
    decide: async (account, context, db) =>
      decideCancel(account, request.orderId, await findEndedOrder(db, account, request.orderId), context),
    render: (order, texts) => ({ status: 200, text: texts.order(order, request.write) }),
    write: request.write,
  })
