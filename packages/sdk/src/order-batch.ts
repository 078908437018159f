import type { ClientId, Intent } from './client-id.js'
import { unwrap, type EngineApi } from './engine-api.js'
import type { BaseError } from './errors.js'
import { OutcomeUnknown } from './errors.js'
import { toPlacement, type Placement } from './placement.js'
import { errorOf } from './transport/to-error.js'
import type { CallOptions } from './transport/transport.js'
import type { AnswerOf, BodyOf, Operations } from './types.js'

type BatchBody = BodyOf<Operations['placeOrders']>

/** An order among others of one account. Without a `client_id` it gets one. */
export type BatchOrder = Omit<BatchBody['orders'][number], 'client_id'> & { readonly client_id?: ClientId | undefined }

/** An order of a batch that ended in an error: OutcomeUnknown where it may have been placed, else it was not. */
export interface Failed {
  readonly placed: null
  readonly error: BaseError
  readonly clientId: ClientId
}

export type BatchResult = Placement | Failed

/** The service takes as many orders in one request. */
export const BATCH_MAX = 50

const PATH = '/v1/orders/batch'
const LOOK_UP = 'place it again with the same client_id, or find it with account(…).findOrder(clientId)'

/** Places a batch, and those of it again that had no certain answer, until the deadline. */
export async function placeBatch(
  api: EngineApi,
  accountId: string,
  intents: readonly Intent<BatchOrder>[],
  options: CallOptions,
): Promise<BatchResult[]> {
  const deadline = api.clock.now() + (options.deadlineMs ?? api.deadlineMs)
  const results = new Map<ClientId, BatchResult>()
  let pending = intents
  for (let round = 1; pending.length > 0; round += 1) {
    const left = { ...options, deadlineMs: deadline - api.clock.now() }
    for (const result of await sendBatch(api, accountId, pending, left, round > 1)) results.set(result.clientId, result)
    pending = pending.filter(({ client_id }) => isOpen(results.get(client_id)))
    const waitMs = Math.min(5_000, 100 * 2 ** round)
    if (api.clock.now() + waitMs >= deadline || options.signal?.aborted === true) break
    if (pending.length > 0) await api.clock.sleep(waitMs, options.signal).catch(() => undefined) // looked at above
  }
  return intents.flatMap(({ client_id }) => results.get(client_id) ?? [])
}

const isOpen = (result: BatchResult | undefined): boolean =>
  result?.placed === null && result.error instanceof OutcomeUnknown

async function sendBatch(
  api: EngineApi,
  accountId: string,
  orders: readonly Intent<BatchOrder>[],
  options: CallOptions,
  isAgain: boolean,
): Promise<BatchResult[]> {
  const clientId = orders.map(({ client_id }) => client_id).join()
  const repeat = { kind: 'intent', clientId, lookUp: LOOK_UP } as const
  const call = api.through({ ...options, repeat, cost: orders.length })
  try {
    const body = { account_id: accountId, orders: [...orders] }
    const { results } = await unwrap(api.http.POST(PATH, { body, ...call }))
    return orders.flatMap(({ client_id }, index) =>
      results[index] === undefined ? [] : [toResult(results[index], client_id)],
    )
  } catch (error) {
    // A refusal of those that were asked about again says nothing about the first time.
    if (!(error instanceof OutcomeUnknown) && !isAgain) throw error
    return orders.map(({ client_id }) => unknown(client_id, error))
  }
}

function toResult(
  { status, body }: AnswerOf<Operations['placeOrders']>['results'][number],
  clientId: ClientId,
): BatchResult {
  if ('trades' in body) return toPlacement(body, clientId)
  const error = errorOf('/v1/order', status, body)
  const isUncertain = status >= 500 || error.reason === 'in_progress'
  return isUncertain ? unknown(clientId, error) : { placed: null, error, clientId }
}

function unknown(clientId: ClientId, cause: unknown): Failed {
  const message = `it may or may not have been placed: ${LOOK_UP}`
  return { placed: null, error: new OutcomeUnknown(message, { cause, clientId, lookUp: LOOK_UP }), clientId }
}
