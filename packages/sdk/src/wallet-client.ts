import createClient, { type Client } from 'openapi-fetch'
import { createTransport, unwrap, type ClientOptions } from './engine-api.js'
import { signUser } from './sign-user.js'
import type { CallOptions, Transport } from './transport/transport.js'
import type { AnswerOf, ApiKey, BodyOf, NotificationRule, QueryOf, WalletOperations, WalletPaths } from './types.js'

export interface WalletClientOptions extends ClientOptions {
  /** The user whose keys these are: sent as `X-User-Id`. */
  readonly userId: string
  /** The secret that the wallet shares with its gateway, where it believes signed users only (`gateway-hmac`). */
  readonly gatewaySecret?: string | undefined
}

/** The wallet: keys, hooks and notification rules of a user. Calls are repeated in their deadline where it is safe. */
export class WalletClient {
  readonly #http: Client<WalletPaths>
  readonly #transport: Transport

  constructor({ userId, gatewaySecret, ...options }: WalletClientOptions) {
    const headers =
      gatewaySecret === undefined ? () => ({ 'x-user-id': userId }) : signUser('wallet', userId, gatewaySecret)
    this.#transport = createTransport(options, { headers, query: {}, wholeNumbers: new Set() })
    this.#http = createClient<WalletPaths>({ baseUrl: options.url })
  }

  /** The active keys of the user, newest first, without their secrets. */
  keys(options: CallOptions = {}): Promise<ApiKey[]> {
    const call = this.#transport.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
    return unwrap(this.#http.GET('/api/api-keys', call))
  }

  /**
   * Creates a key. Its `secret`, and with a `webhookUrl` its `webhookSecret`, are in this answer and nowhere else.
   * @throws OperationRejected when ten are active; OutcomeUnknown, never repeated, when no answer came
   */
  createKey(
    body: BodyOf<WalletOperations['createApiKey']>,
    options?: CallOptions,
  ): Promise<AnswerOf<WalletOperations['createApiKey']>> {
    const call = this.#once('read keys(): a key whose secret was lost is of no use: revoke it', options)
    return unwrap(this.#http.POST('/api/api-keys', { body, ...call }))
  }

  /** Changes the label or the webhook URL of a key; what is left out stays, null removes the URL. @throws NotFound */
  updateKey(
    id: string,
    body: BodyOf<WalletOperations['updateApiKey']>,
    options?: CallOptions,
  ): Promise<AnswerOf<WalletOperations['updateApiKey']>> {
    // The first URL of a key brings a secret, which a second answer would not have.
    const call = this.#once('read keys(), and rotateWebhookSecret(id) for a new secret', options)
    return unwrap(this.#http.PATCH('/api/api-keys/{id}', { params: { path: { id } }, body, ...call }))
  }

  /** Replaces key and secret of a key under the same id; both pairs are good for the overlap. @throws NotFound */
  rotateKey(
    id: string,
    body: BodyOf<WalletOperations['rotateApiKey']>,
    options?: CallOptions,
  ): Promise<AnswerOf<WalletOperations['rotateApiKey']>> {
    const call = this.#once('read keys(), and rotate once more if its keyPrefix has changed', options)
    return unwrap(this.#http.POST('/api/api-keys/{id}/rotate', { params: { path: { id } }, body, ...call }))
  }

  /** Reads what happened to the keys and who was refused with one, newest first, at most 500 entries. */
  activity(
    query: QueryOf<WalletOperations['listKeyActivity']> = {},
    options: CallOptions = {},
  ): Promise<AnswerOf<WalletOperations['listKeyActivity']>> {
    const call = this.#transport.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
    return unwrap(this.#http.GET('/api/api-keys/activity', { params: { query }, ...call }))
  }

  /** Replaces the signing secret of a key's webhooks; both are used until `previousExpiresAt`. @throws NotFound */
  rotateWebhookSecret(id: string, options?: CallOptions): Promise<AnswerOf<WalletOperations['rotateWebhookSecret']>> {
    const call = this.#once('rotate once more, and change the receiver without delay', options)
    return unwrap(this.#http.POST('/api/api-keys/{id}/rotate-webhook-secret', { params: { path: { id } }, ...call }))
  }

  /** Revokes a key, immediately and for ever; again is the same answer. @throws NotFound */
  revokeKey(id: string, options: CallOptions = {}): Promise<AnswerOf<WalletOperations['revokeApiKey']>> {
    const repeat = { kind: 'same', lookUp: 'revoke it again' } as const
    const call = this.#transport.through({ ...options, repeat, priority: 'urgent', isPlain: true })
    return unwrap(this.#http.DELETE('/api/api-keys/{id}', { params: { path: { id } }, ...call }))
  }

  /** The active hooks of the user, newest first, without their tokens. */
  hooks(options: CallOptions = {}): Promise<AnswerOf<WalletOperations['listHooks']>> {
    const call = this.#transport.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
    return unwrap(this.#http.GET('/api/hooks', call))
  }

  /**
   * Creates a hook: an address for alerts. Its `token` is in this answer and nowhere else.
   * @throws OperationRejected when ten are active; OutcomeUnknown, never repeated, when no answer came
   */
  createHook(
    body: BodyOf<WalletOperations['createHook']>,
    options?: CallOptions,
  ): Promise<AnswerOf<WalletOperations['createHook']>> {
    const call = this.#once('read hooks(): a hook whose token was lost is of no use: revoke or rotate it', options)
    return unwrap(this.#http.POST('/api/hooks', { body, ...call }))
  }

  /** Changes label, caps, addresses or template of a hook; what is left out stays. @throws NotFound */
  updateHook(
    id: string,
    body: BodyOf<WalletOperations['updateHook']>,
    options: CallOptions = {},
  ): Promise<AnswerOf<WalletOperations['updateHook']>> {
    const repeat = { kind: 'same', lookUp: 'read hooks()' } as const
    const call = this.#transport.through({ ...options, repeat, isPlain: true })
    return unwrap(this.#http.PATCH('/api/hooks/{id}', { params: { path: { id } }, body, ...call }))
  }

  /** Replaces the token of a hook; both are good for the overlap. @throws NotFound */
  rotateHook(
    id: string,
    body: BodyOf<WalletOperations['rotateHook']>,
    options?: CallOptions,
  ): Promise<AnswerOf<WalletOperations['rotateHook']>> {
    const call = this.#once('read hooks(), and rotate once more if its tokenPrefix has changed', options)
    return unwrap(this.#http.POST('/api/hooks/{id}/rotate', { params: { path: { id } }, body, ...call }))
  }

  /** Revokes a hook, immediately and for ever; again is the same answer. @throws NotFound */
  revokeHook(id: string, options: CallOptions = {}): Promise<AnswerOf<WalletOperations['revokeHook']>> {
    const repeat = { kind: 'same', lookUp: 'revoke it again' } as const
    const call = this.#transport.through({ ...options, repeat, priority: 'urgent', isPlain: true })
    return unwrap(this.#http.DELETE('/api/hooks/{id}', { params: { path: { id } }, ...call }))
  }

  /** The notification rules of the user, newest first. */
  notificationRules(options: CallOptions = {}): Promise<AnswerOf<WalletOperations['listNotificationRules']>> {
    const call = this.#transport.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
    return unwrap(this.#http.GET('/api/notification-rules', call))
  }

  /**
   * Creates a rule, which sends nothing before its target is proven: `TradingClient.notifications.send(id)`, then
   * `proveNotificationRule`. @throws OperationRejected when there are ten; OutcomeUnknown, never repeated
   */
  createNotificationRule(
    body: BodyOf<WalletOperations['createNotificationRule']>,
    options?: CallOptions,
  ): Promise<NotificationRule> {
    const call = this.#once('read notificationRules()', options)
    return unwrap(this.#http.POST('/api/notification-rules', { body, ...call }))
  }

  /**
   * Changes what a rule tells of, and when; what is left out stays. With `paused` it sends nothing until it is resumed,
   * and then nothing of before. @throws NotFound
   */
  updateNotificationRule(
    id: string,
    body: BodyOf<WalletOperations['updateNotificationRule']>,
    options: CallOptions = {},
  ): Promise<NotificationRule> {
    const repeat = { kind: 'same', lookUp: 'read notificationRules()' } as const
    const call = this.#transport.through({ ...options, repeat, isPlain: true })
    return unwrap(this.#http.PATCH('/api/notification-rules/{id}', { params: { path: { id } }, body, ...call }))
  }

  /**
   * Proves the target of a rule by the newest code that it got. Five wrong ones end a code, so it is not repeated.
   * @throws BadRequest of another code; OperationRejected (`no_code`) when none is good any more; NotFound
   */
  proveNotificationRule(id: string, code: string, options?: CallOptions): Promise<NotificationRule> {
    const call = this.#once('read notificationRules()', options)
    const params = { path: { id } }
    return unwrap(this.#http.POST('/api/notification-rules/{id}/prove', { params, body: { code }, ...call }))
  }

  /** Deletes a rule; what waits to be sent by it is not sent. @throws NotFound, also when it is deleted already */
  deleteNotificationRule(
    id: string,
    options?: CallOptions,
  ): Promise<AnswerOf<WalletOperations['deleteNotificationRule']>> {
    const call = this.#once('read notificationRules()', options)
    return unwrap(this.#http.DELETE('/api/notification-rules/{id}', { params: { path: { id } }, ...call }))
  }

  #once(lookUp: string, options: CallOptions = {}): ReturnType<Transport['through']> {
    return this.#transport.through({ ...options, repeat: { kind: 'once', lookUp }, isPlain: true })
  }
}
