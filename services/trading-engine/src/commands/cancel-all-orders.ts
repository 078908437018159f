import type { Origin } from '../core/model/order/origin.js'
import { decideCancelAll } from '../core/decide/decide-cancel-all.js'
import { fingerprint } from '../core/values/fingerprint.js'
import { normaliseSymbol } from '../core/values/symbol.js'
import type { Order } from '../core/model/order/order.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { orderCodec } from '../wire/order/order-codec.js'
import { isUnderWay } from '../core/model/live/live-order.js'
import { awaitVenue, orderNow, type VenueWait } from './live/await-venue.js'
import { isWorking } from '../core/model/order/order-status.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface CancelAllRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  /** Any accepted spelling; null cancels the orders of every symbol. */
  readonly symbol: string | null
  readonly clientId: string | null
  readonly write: WriteDecimal
}

/**
 * POST …/orders/cancel-all: all of them or none, in one transaction. `failed` is empty, but for LIVE orders that their
 * venue has been asked to cancel and has not cancelled when the answer has waited for it.
 */
export const cancelAllOrders = async (
  runCommand: RunCommand,
  request: CancelAllRequest,
  venueWait: VenueWait,
): Promise<Answer> => afterVenues(venueWait, request, await runCommand(cancelAllCommand(request)))

export const cancelAllCommand = (request: CancelAllRequest): Command<readonly Order[]> => ({
  kind: 'cancel_all_orders',
  userId: request.userId,
  origin: request.origin,
  accountId: request.accountId,
  clientId: request.clientId,
  fingerprint: fingerprint('POST cancel-all', {
    account_id: request.accountId,
    symbol: request.symbol === null ? null : normaliseSymbol(request.symbol),
  }),
  decide: (account, context) => decideCancelAll(account, request.symbol, context),
  render: (orders, texts) => {
    const cancelled = orders.filter(({ status }) => !isWorking(status))
    const failed = orders.filter(({ status }) => isWorking(status)).map(({ id }) => ({ order_id: id, message: ASKED }))
    const bodies = cancelled.map((order) => texts.order(order, request.write)).join(',')
    return { status: 200, text: `{"cancelled":[${bodies}],"failed":${JSON.stringify(failed)}}` }
  },
  write: request.write,
  asked: { symbol: request.symbol },
})

const ASKED = 'its venue has been asked to cancel it, and has not confirmed that yet'

interface Cancelled {
  readonly cancelled: readonly object[]
  readonly failed: readonly { readonly order_id: string; readonly message: string }[]
}

async function afterVenues(
  venueWait: VenueWait,
  { accountId, write }: CancelAllRequest,
  answer: Answer,
): Promise<Answer> {
  if (!answer.text.includes(ASKED)) return answer
  const { cancelled, failed } = JSON.parse(answer.text) as Cancelled
  const asked = new Set(failed.map(({ order_id: id }) => id))
  const account = await awaitVenue(venueWait, accountId, (order) => asked.has(order.id) && isUnderWay(order))
  if (account === null) return answer
  const ended: object[] = []
  const left: object[] = []
  for (const one of failed) {
    const order = await orderNow(venueWait, account, one.order_id)
    if (order?.status === 'CANCELLED') ended.push(orderCodec.value(order, write))
    else if (order === null || isWorking(order.status)) left.push(one)
    else left.push({ ...one, message: `it was ${order.status} before its venue had cancelled it` })
  }
  return { ...answer, text: JSON.stringify({ cancelled: [...cancelled, ...ended], failed: left }) }
}
