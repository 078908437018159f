import { toIntent, type Intent } from './client-id.js'
import { placing, unwrap, type EngineApi } from './engine-api.js'
import { refusalOf, toPlacement, type Placement } from './placement.js'
import { BATCH_MAX, placeBatch, type BatchOrder, type BatchResult } from './order-batch.js'
import type { CallOptions } from './transport/transport.js'
import type { BodyOf, Operations, Preview } from './types.js'

/** An order to place. Without a `client_id` it gets one; send your own when the intent has to outlive the process. */
export type NewOrder = BodyOf<Operations['placeOrder']>

/** The way to find out what became of an order that was not answered. */
export const LOOK_UP_ORDER = 'place it again with the same client_id, or find it with account(…).findOrder(clientId)'

/** Placing orders on any account of the caller. */
export class Orders {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /**
   * Places an order, once, however often it has to be sent. Scope `TRADE`.
   * @returns with `placed: true` the order and its immediate fills, else the violations of the rules that refused it
   * @throws OutcomeUnknown when the deadline or the signal came before an answer
   * @throws InvalidOrder, BadSymbol, NotFound for an order that makes no sense, which was not placed
   */
  place(order: NewOrder, options: CallOptions = {}): Promise<Placement> {
    return this.repeat(toIntent(order), options)
  }

  /**
   * Places an order again that may have been placed: the answer is the first one, or it is placed now, once. An order
   * that does not carry the `client_id` of its first attempt is no such order, and no type for this.
   */
  async repeat(intent: Intent<NewOrder>, options: CallOptions = {}): Promise<Placement> {
    const call = placing(this.#api, intent, LOOK_UP_ORDER, options)
    const answer = await unwrap(this.#api.http.POST('/v1/order', call)).catch(refusalOf)
    return toPlacement(answer, intent.client_id)
  }

  /** Tells what an order would do now, and the finding of every rule, without placing it. Scope `TRADE`. */
  preview(order: NewOrder, options: CallOptions = {}): Promise<Preview> {
    const call = { ...options, repeat: { kind: 'read' } as const }
    return unwrap(this.#api.http.POST('/v1/order/preview', { body: order, ...this.#api.through(call) }))
  }

  /**
   * Places many orders on an account: in requests of 50, decided in their order, not all or nothing. Scope `TRADE`.
   * @returns what became of each, in the order they were given; `placed` is null where it was an error
   * @throws when a request was refused as a whole: nothing of it was placed
   */
  async placeAll(accountId: string, orders: readonly BatchOrder[], options: CallOptions = {}): Promise<BatchResult[]> {
    const results: BatchResult[] = []
    for (let at = 0; at < orders.length; at += BATCH_MAX) {
      const intents = orders.slice(at, at + BATCH_MAX).map((order) => toIntent(order))
      results.push(...(await placeBatch(this.#api, accountId, intents, options)))
    }
    return results
  }
}
