import type { Route } from '@ats/service-kit/http'
import type { Ended } from '../../commands/pipeline/idempotency.js'
import type { RunCommands } from '../../commands/pipeline/run-command.js'
import { placeOrders } from '../../commands/place-orders.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { decimalWriter } from '../../wire/decimals.js'
import { commanderOf, route, type Caller } from '../caller.js'
import { decimalsQuery } from '../schemas/queries.js'
import { batchedOrders, placeOrdersBody } from '../schemas/requests.js'
import { placements } from '../schemas/responses/placement.js'
import { toPlaceOrder } from '../schemas/to-order-command.js'

export interface OrderBatchDependencies {
  readonly runCommands: RunCommands
}

/** 50 orders with all that an order can say. */
const BATCH_BYTES_MAX = 32 * 1024

export const orderBatchRoutes = ({ runCommands }: OrderBatchDependencies): readonly Route<Caller>[] => [
  route('TRADE', {
    method: 'POST',
    path: '/v1/orders/batch',
    operationId: 'placeOrders',
    summary: 'Place up to 50 orders on one account',
    description:
      'Each order is decided on its own, in the order of the list, and has the answer that `POST /v1/order` would have ' +
      'given: `status` and `body`. One that is wrong or refused stops no other. Each needs a `client_id`, by which it ' +
      'is done once, whether it is sent again with others or alone. A batch counts as its number of orders in every ' +
      'budget, and is 429 as a whole where they do not fit.',
    tags: ['orders'],
    query: decimalsQuery,
    body: placeOrdersBody,
    bodyBytesMax: BATCH_BYTES_MAX,
    bodyRequests: batchedOrders,
    responses: { 200: { description: 'What became of each order, in the order of the list.', schema: placements } },
    errors: ['not_found'],
    needsCaller: true,
    handler: async ({ principal, body, query, isGone, failed }) => {
      const caller = { ...commanderOf(principal), isAbandoned: isGone }
      const request = { ...caller, accountId: body.account_id, write: decimalWriter(query.decimals) }
      const orders = body.orders.flatMap((order) => ('values' in order ? [toPlaceOrder(order.values)] : []))
      const ends = (await placeOrders(runCommands, { ...request, orders })).values()
      const results = body.orders.map((order) => ('error' in order ? order : nextOf(ends)))
      const texts = results.map((ended) => {
        const { status, text } = 'answer' in ended ? ended.answer : failed(ended.error)
        return `{"status":${status},"body":${text}}`
      })
      const areReplays = results.every((ended) => 'answer' in ended && ended.answer.isReplay)
      return {
        status: 200,
        text: `{"results":[${texts.join(',')}]}`,
        ...(areReplays ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
      }
    },
  }),
]

function nextOf(ends: Iterator<Ended>): Ended {
  const { value } = ends.next() as { readonly value: Ended | undefined }
  assertInvariant(value !== undefined, 'each order has an end')
  return value
}
