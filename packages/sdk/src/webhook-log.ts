import { unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { AnswerOf, BodyOf, Delivery, Operations, QueryOf } from './types.js'

export interface DeliveriesOptions extends CallOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: QueryOf<Operations['listWebhookDeliveries']>['status']
  /** Only those to the receiver of this key. */
  readonly key_id?: string | undefined
  readonly event_type?: QueryOf<Operations['listWebhookDeliveries']>['event_type']
  readonly pageSize?: number | undefined
}

/** The log of webhooks, over all keys of the caller. To verify what was received, see `@ats/sdk/webhooks`. */
export class WebhookLog {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** Deliveries with their latest 20 attempts, newest first. */
  deliveries(requested: DeliveriesOptions = {}): Rows<Delivery> {
    const { from, to, status, key_id, event_type, pageSize: limit = 500, ...options } = requested
    return rowsOf(to, async (end: string | undefined) => {
      const call = this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
      const params = { query: { from, to: end, status, key_id, event_type, limit } }
      const { data = [], response } = await this.#api.http.GET('/v1/webhook-deliveries', { params, ...call })
      return { rows: data, next: nextTo(response) }
    })
  }

  /** Attempts a delivery again, whatever its state. Scope `MANAGE_ORDERS`. */
  redeliver(deliveryId: string, options?: CallOptions): Promise<Delivery> {
    const params = { path: { delivery_id: deliveryId } }
    return unwrap(
      this.#api.http.POST('/v1/webhook-deliveries/{delivery_id}/redeliver', { params, ...this.#writing(options) }),
    )
  }

  /** Has those that match attempted again, at most 1,000; `next_from` goes on. Scope `MANAGE_ORDERS`. */
  redeliverAll(
    body: BodyOf<Operations['redeliverWebhooks']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['redeliverWebhooks']>> {
    return unwrap(this.#api.http.POST('/v1/webhook-deliveries/redeliver', { body, ...this.#writing(options) }))
  }

  /** Sends an event to the URL of the calling key. Scope `MANAGE_ORDERS`. @throws OperationRejected when it has none */
  sendTestEvent(options?: CallOptions): Promise<AnswerOf<Operations['sendTestEvent']>> {
    return unwrap(this.#api.http.POST('/v1/webhook-test-event', this.#writing(options)))
  }

  /** To send an event once more is harmless: receivers know it by its id. */
  #writing(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'same', lookUp: 'read deliveries()' }, isPlain: true })
  }
}
