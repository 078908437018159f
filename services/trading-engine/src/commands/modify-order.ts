import { withInputs } from '../core/model/outcome.js'
import type { Origin } from '../core/model/order/origin.js'
import { decideModify, type ModifyOrder } from '../core/decide/decide-modify.js'
import { warningsOf, type Warning } from '../core/decide/warnings.js'
import type { Order } from '../core/model/order/order.js'
import { isWorking } from '../core/model/order/order-status.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { orderCodec } from '../wire/order/order-codec.js'
import { orderAfterVenue, type VenueWait } from './live/await-venue.js'
import { withHeldElsewhere } from './placing-context.js'
import { findEndedOrder } from './find-ended-order.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface ModifyOrderRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly modify: ModifyOrder
  readonly write: WriteDecimal
}

/**
 * POST …/orders/:order_id/modify: the changed order with its warnings, or 422 with the violations that leave it
 * unchanged.
 */
export const modifyOrder = async (
  runCommand: RunCommand,
  request: ModifyOrderRequest,
  venueWait: VenueWait,
): Promise<Answer> => {
  const answer = await runCommand(modifyCommand(request))
  return orderAfterVenue(venueWait, { ...request, orderId: request.modify.orderId }, answer)
}

interface Modified {
  readonly order: Order
  readonly warnings: readonly Warning[]
}

export const modifyCommand = ({ userId, origin, accountId, modify, write }: ModifyOrderRequest): Command<Modified> => ({
  kind: 'modify_order',
  userId,
  origin,
  accountId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: async (account, context, db) => {
    const ended = await findEndedOrder(db, account, modify.orderId)
    const changing = await withHeldElsewhere(db, account, context)
    const outcome = withInputs(decideModify(account, modify, ended, changing), changing)
    if (outcome.kind === 'problem') return outcome
    const { answer: order, changes } = outcome
    const warnings = isWorking(order.status) ? warningsOf(changes?.account ?? account, order, context) : []
    return { ...outcome, answer: { order, warnings } }
  },
  render: ({ order, warnings }) => ({
    status: 200,
    text: JSON.stringify({ ...orderCodec.value(order, write), warnings }),
  }),
  write,
  asked: modify,
})
