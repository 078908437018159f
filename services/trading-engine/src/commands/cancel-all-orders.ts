import type { Origin } from '../core/model/order/origin.js'
import { decideCancelAll } from '../core/decide/decide-cancel-all.js'
import { fingerprint } from '../core/values/fingerprint.js'
import { normaliseSymbol } from '../core/values/symbol.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { isWorking } from '../core/model/order/order-status.js'
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
 * venue has been asked to cancel.
 */
export const cancelAllOrders = (runCommand: RunCommand, request: CancelAllRequest): Promise<Answer> =>
  runCommand({
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
      const failed = orders
        .filter(({ status }) => isWorking(status))
        .map(({ id }) => ({ order_id: id, message: ASKED }))
      const bodies = cancelled.map((order) => texts.order(order, request.write)).join(',')
      return { status: 200, text: `{"cancelled":[${bodies}],"failed":${JSON.stringify(failed)}}` }
    },
    write: request.write,
  })

const ASKED = 'its venue has been asked to cancel it, and has not confirmed that yet'
