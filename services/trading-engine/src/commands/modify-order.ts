import { decideModify, type ModifyOrder } from '../core/decide/decide-modify.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { orderBody } from '../wire/order-body.js'
import { findEndedOrder } from './find-ended-order.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface ModifyOrderRequest {
  readonly userId: string
  readonly accountId: string
  readonly modify: ModifyOrder
  readonly write: WriteDecimal
}

/** POST …/orders/:order_id/modify: the order as it then is, or 422 with the violations that keep it as it was. */
export const modifyOrder = (
  runCommand: RunCommand,
  { userId, accountId, modify, write }: ModifyOrderRequest,
): Promise<Answer> =>
  runCommand({
    kind: 'modify_order',
    userId,
    accountId,
    clientId: null,
    fingerprint: Buffer.alloc(0),
    decide: async (account, context, db) =>
      decideModify(account, modify, await findEndedOrder(db, account, modify.orderId), context),
    render: (order) => ({ status: 200, body: orderBody(order, write) }),
    write,
  })
