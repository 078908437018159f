import type { Pool } from 'pg'
import type { Route } from '@ats/service-kit/http'
import { VENUE_WAIT_MS, type VenueWait } from '../../commands/live/await-venue.js'
import { cancelAllOrders } from '../../commands/cancel-all-orders.js'
import { cancelOrder } from '../../commands/cancel-order.js'
import { closePosition } from '../../commands/close-position.js'
import { placingContext } from '../../commands/placing-context.js'
import { findEndedOrder } from '../../commands/find-ended-order.js'
import { modifyOrder } from '../../commands/modify-order.js'
import { placeOrder } from '../../commands/place-order.js'
import { protectPosition } from '../../commands/protect-position.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { previewOrder } from '../../queries/preview-order.js'
import type { AccountTexts } from '../../queries/account-texts.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { readOrder, readOrders } from '../../queries/read-orders.js'
import { decimalWriter } from '../../wire/decimals.js'
import { orderCodec } from '../../wire/order/order-codec.js'
import { answerReply } from '../answer-reply.js'
import { commanderOf, route, visitorOf, type Caller } from '../caller.js'
import { listHeaders, listReply, windowOf } from '../list-reply.js'
import { HISTORY_LIMIT, UNLIMITED, WITH_VENUE_MS } from '../schemas/limits.js'
import { decimalsQuery, ordersQuery } from '../schemas/queries.js'
import {
  cancelAllBody,
  closePositionBody,
  modifyOrderBody,
  placeOrderBody,
  protectPositionBody,
} from '../schemas/requests.js'
import { cancelAllAnswer, modifiedOrder, order, orders } from '../schemas/responses/order.js'
import { closeAnswer, placement } from '../schemas/responses/placement.js'
import { protectedPosition } from '../schemas/responses/position.js'
import { preview } from '../schemas/responses/preview.js'
import { toClosePosition, toModifyOrder, toPlaceOrder, toProtectPosition } from '../schemas/to-order-command.js'

export interface OrderRouteDependencies {
  readonly pool: Pool
  readonly runCommand: RunCommand
  readonly readAccount: ReadAccount
  readonly accountTexts: AccountTexts
  readonly contexts: VenueWait['contexts']
}

/** More are written in turns with the work of others. */
const SHARED_ORDERS_MAX = 50

/** Spec 4.1, and the additions around it. */
export function orderRoutes({
  pool,
  runCommand,
  readAccount,
  accountTexts,
  contexts,
}: OrderRouteDependencies): readonly Route<Caller>[] {
  const venueWait: VenueWait = { pool, contexts, waitMs: VENUE_WAIT_MS }
  return [
    route('TRADE', {
      method: 'POST',
      path: '/v1/order',
      operationId: 'placeOrder',
      summary: 'Place an order',
      description:
        'Answers 200 both for placed and for refused orders: check `violations`. `warnings` says what is wrong with an ' +
        'order that was taken: `stop_beyond_liquidation` is a stop whose position would be liquidated before it fires. ' +
        'Retrying with the same `client_id` returns the first answer, refusals included; a new attempt needs a new ' +
        '`client_id`.',
      tags: ['orders'],
      query: decimalsQuery,
      body: placeOrderBody,
      responses: { 200: { description: 'Placed, or refused with its violations.', schema: placement } },
      errors: ['not_found', 'conflict'],
      needsCaller: true,
      handler: async ({ principal, body, query, isGone }) => {
        const request = { ...commanderOf(principal), accountId: body.account_id, order: toPlaceOrder(body) }
        const terms = { write: decimalWriter(query.decimals), isAbandoned: isGone }
        return answerReply(await placeOrder(runCommand, { ...request, ...terms }))
      },
    }),
    route('TRADE', {
      method: 'POST',
      path: '/v1/order/preview',
      operationId: 'previewOrder',
      summary: 'What an order would do now, without placing it',
      description:
        'Takes the body of an order and answers with its expected fills, fees and violations, the position it would ' +
        'leave with its margin and liquidation price, and the account before and after. Nothing is kept, `client_id` included.',
      tags: ['orders'],
      query: decimalsQuery,
      body: placeOrderBody,
      responses: {
        200: { description: 'What it would do; `order` is null when it would be refused.', schema: preview },
      },
      errors: ['not_found', 'conflict'],
      needsCaller: true,
      handler: async ({ principal, body, query }) => {
        const read = await readAccount(principal.userId, body.account_id)
        const order = toPlaceOrder(body)
        const endedParent = await findEndedOrder(pool, read.account, order.parentOrderId)
        const inContext = { ...read, context: await placingContext(pool, read.account, read.context) }
        return { status: 200, text: previewOrder(inContext, order, endedParent, decimalWriter(query.decimals)) }
      },
    }),
    route('any', {
      method: 'GET',
      path: '/v1/account/:account_id/orders',
      operationId: 'listOrders',
      hasEtag: true,
      summary: 'List working orders, or all of them',
      tags: ['orders'],
      params: { account_id: 'uuid' },
      query: ordersQuery,
      responses: { 200: { description: 'Newest first.', schema: orders } },
      errors: [],
      handler: async (request) => {
        const { principal, params, query } = request
        const read = await readAccount(principal.userId, params.account_id)
        const { account } = read
        const status = query.status ?? (query.client_id === undefined ? 'working' : 'all')
        const isWhole = status === 'working' && query.limit === undefined
        const window = windowOf(query, isWhole ? UNLIMITED : HISTORY_LIMIT)
        const page = await readOrders(pool, account, {
          ...window,
          status,
          clientId: query.client_id ?? null,
        })
        const write = decimalWriter(query.decimals)
        const isPlain = isWhole && query.client_id === undefined && query.from === undefined && query.to === undefined
        if (isPlain && page.rows.length <= SHARED_ORDERS_MAX) {
          const headers = listHeaders(page, window, query, (row) => row.createdAt)
          return { status: 200, ...accountTexts('workingOrders', read, write), headers }
        }
        return listReply(
          page,
          window,
          query,
          (row) => row.createdAt,
          (row) => orderCodec.json(row, write),
          visitorOf(request),
        )
      },
    }),
    route('any', {
      method: 'GET',
      path: '/v1/account/:account_id/orders/:order_id',
      operationId: 'getOrder',
      hasEtag: true,
      summary: 'One order, in whatever state it is',
      tags: ['orders'],
      params: { account_id: 'uuid', order_id: 'uuid' },
      query: decimalsQuery,
      responses: { 200: { description: 'The order.', schema: order } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account } = await readAccount(principal.userId, params.account_id)
        const found = await readOrder(pool, account, params.order_id)
        return { status: 200, body: orderCodec.value(found, decimalWriter(query.decimals)) }
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/account/:account_id/orders/:order_id/modify',
      operationId: 'modifyOrder',
      answerWithinMs: WITH_VENUE_MS,
      summary: 'Change a working order in place',
      description:
        'Same id, next version. What is not sent stays. Asking for more is checked by the risk rules like a new order; ' +
        'a limit that now meets the book takes from it. `warnings` as in the answer to placing it. A LIVE order that ' +
        'its venue has keeps its old values until that confirms the change: the answer waits up to 5 s for it, and ' +
        'says `modify_requested_at` when it did not come. One that its venue is executing is answered with 409.',
      tags: ['orders'],
      params: { account_id: 'uuid', order_id: 'uuid' },
      query: decimalsQuery,
      body: modifyOrderBody,
      responses: { 200: { description: 'The order as it now is.', schema: modifiedOrder } },
      errors: ['conflict', 'risk_rejected'],
      handler: async ({ principal, params, body, query }) =>
        answerReply(
          await modifyOrder(
            runCommand,
            {
              ...commanderOf(principal),
              accountId: params.account_id,
              modify: toModifyOrder(params.order_id, body),
              write: decimalWriter(query.decimals),
            },
            venueWait,
          ),
        ),
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/account/:account_id/orders/:order_id/cancel',
      operationId: 'cancelOrder',
      answerWithinMs: WITH_VENUE_MS,
      summary: 'Cancel a working order',
      description:
        'Repeating it is safe: an order that is cancelled already is answered with its final state. For a LIVE order ' +
        'that its venue has the answer waits up to 5 s for the chain; after that the order still works and says ' +
        '`cancel_requested_at`. A fill that comes first wins.',
      tags: ['orders'],
      params: { account_id: 'uuid', order_id: 'uuid' },
      query: decimalsQuery,
      responses: { 200: { description: 'The order in its final state.', schema: order } },
      errors: ['conflict'],
      handler: async ({ principal, params, query }) =>
        answerReply(
          await cancelOrder(
            runCommand,
            {
              ...commanderOf(principal),
              accountId: params.account_id,
              orderId: params.order_id,
              write: decimalWriter(query.decimals),
            },
            venueWait,
          ),
        ),
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/account/:account_id/orders/cancel-all',
      operationId: 'cancelAllOrders',
      answerWithinMs: WITH_VENUE_MS,
      summary: 'Cancel every working order, or every one of a symbol',
      description:
        'All of them or none. For LIVE orders that their venues have, the answer waits up to 5 s for the chain; what ' +
        'has not been confirmed by then, or was filled first, is in `failed`.',
      tags: ['orders'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      body: cancelAllBody,
      bodyOptional: true,
      responses: { 200: { description: 'What was cancelled; all of it or nothing.', schema: cancelAllAnswer } },
      errors: ['conflict'],
      handler: async ({ principal, params, body, query }) => {
        const { symbol = null, client_id: clientId = null } = body
        const request = {
          ...commanderOf(principal),
          accountId: params.account_id,
          symbol,
          clientId,
          write: decimalWriter(query.decimals),
        }
        return answerReply(await cancelAllOrders(runCommand, request, venueWait))
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'PUT',
      path: '/v1/account/:account_id/positions/:position_id/protection',
      operationId: 'protectPosition',
      answerWithinMs: WITH_VENUE_MS,
      summary: "Set or remove a position's stop and target",
      description:
        'They are reduce-only orders that cancel each other and end with the position. What is set takes the place of ' +
        'whatever would have stopped the position, or taken its profit, before.',
      tags: ['orders'],
      params: { account_id: 'uuid', position_id: 'uuid' },
      nouns: { position_id: 'open position' },
      query: decimalsQuery,
      body: protectPositionBody,
      keepNulls: true,
      responses: { 200: { description: 'The position with its protection.', schema: protectedPosition } },
      errors: ['risk_rejected'],
      handler: async ({ principal, params, body, query }) =>
        answerReply(
          await protectPosition(
            runCommand,
            {
              ...commanderOf(principal),
              accountId: params.account_id,
              protect: toProtectPosition(params.position_id, body),
              write: decimalWriter(query.decimals),
            },
            venueWait,
          ),
        ),
    }),
    route('TRADE', {
      method: 'POST',
      path: '/v1/account/:account_id/close-position',
      operationId: 'closePosition',
      summary: 'Close a position, or part of it, with a reduce-only order',
      tags: ['orders'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      body: closePositionBody,
      responses: { 200: { description: 'The closing order and what remains open.', schema: closeAnswer } },
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, params, body, query }) =>
        answerReply(
          await closePosition(runCommand, {
            ...commanderOf(principal),
            accountId: params.account_id,
            close: toClosePosition(body),
            write: decimalWriter(query.decimals),
          }),
        ),
    }),
  ]
}
