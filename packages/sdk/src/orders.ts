import { toIntent, type ClientId } from './client-id.js'
import type { EngineApi } from './engine-api.js'
import { unwrap } from './engine-api.js'
import { refusalOf, toPlacement, type Placement } from './placement.js'
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
  async place(order: NewOrder, options: CallOptions = {}): Promise<Placement> {
    const intent = toIntent(order)
    const call = { ...options, repeat: placing(intent.client_id) }
    const answer = unwrap(this.#api.http.POST('/v1/order', { body: intent, ...this.#api.through(call) }))
    return toPlacement(await answer.catch(refusalOf), intent.client_id)
  }

  /** Tells what an order would do now, and the finding of every rule, without placing it. Scope `TRADE`. */
  preview(order: NewOrder, options: CallOptions = {}): Promise<Preview> {
    const call = { ...options, repeat: { kind: 'read' } as const }
    return unwrap(this.#api.http.POST('/v1/order/preview', { body: order, ...this.#api.through(call) }))
  }
}

export const placing = (clientId: ClientId) => ({ kind: 'intent', clientId, lookUp: LOOK_UP_ORDER }) as const
