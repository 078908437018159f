import { unwrap, type EngineApi } from './engine-api.js'
import type { Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { Delivery } from './types.js'
import type { DeliveriesOptions, WebhookLog } from './webhook-log.js'

/** The messages of notification rules. Rules are made with `WalletClient`. */
export class Notifications {
  readonly #api: EngineApi
  readonly #log: WebhookLog

  constructor(api: EngineApi, log: WebhookLog) {
    this.#api = api
    this.#log = log
  }

  /**
   * Has a code sent to the target of a rule, or a test once it is proven. Scope `MANAGE_ORDERS`. A target gets four an
   * hour. @throws NotFound; OperationRejected where nothing is sent by its channel (`channel_off`), and while it is
   * paused (`rule_paused`); RateLimitExceeded
   */
  send(ruleId: string, options: CallOptions = {}): Promise<Delivery> {
    const repeat = { kind: 'once', lookUp: 'read messages(ruleId)' } as const
    const call = this.#api.through({ ...options, repeat, isPlain: true })
    return unwrap(this.#api.http.POST('/v1/notification-messages', { body: { rule_id: ruleId }, ...call }))
  }

  /** Lists what was sent by a rule with the answers to it, newest first. */
  messages(ruleId: string, options: Omit<DeliveriesOptions, 'key_id'> = {}): Rows<Delivery> {
    return this.#log.deliveries({ ...options, key_id: ruleId })
  }
}
