import { Account } from './account.js'
import { Certificates } from './certificates.js'
import { Challenges } from './challenges.js'
import { CopyLinks } from './copy-links.js'
import { Competitions } from './competitions.js'
import { toIntent } from './client-id.js'
import { createEngineApi, placing, unwrap, type ClientOptions, type EngineApi } from './engine-api.js'
import type { HistoryOptions } from './account-reads.js'
import { Hooks } from './hooks.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import { LabOf, labUrlOf, RunOf, type RunAccess } from './lab.js'
import { createLabApi } from './lab-api.js'
import { Market } from './market.js'
import { Notifications } from './notifications.js'
import { Orders } from './orders.js'
import { Sandbox } from './sandbox.js'
import type { StreamOptions } from './stream/reconnect.js'
import { streamAccounts, type AccountsFrame } from './stream/streams.js'
import type { CallOptions } from './transport/transport.js'
import type { Account as AccountRow, AnswerOf, BodyOf, Grant, Operations, Plan } from './types.js'
import { WebhookLog } from './webhook-log.js'

export interface TradingClientOptions extends ClientOptions {
  /** `svc_ak_…`. Without key and secret only public calls answer. */
  readonly key?: string | undefined
  /** `svc_sk_…`. */
  readonly secret?: string | undefined
  /** The address of the laboratory, where it is not below that of the service. */
  readonly labUrl?: string | undefined
}

/** The laboratory, whose runs open clients of this service. */
export type Lab = LabOf<TradingClient>
/** A run of the laboratory, with the client of the service in it. */
export type LabRun = RunOf<TradingClient>

export interface AccountsOptions extends CallOptions {
  readonly include?: 'risk' | undefined
}

/**
 * The trading engine. Calls are repeated within their deadline where that is safe, slow down before the rate limit is
 * hit, and give decimals as text. They throw the errors of `errors.ts`; an order that risk rules refuse is no error but
 * `{ placed: false, violations }`.
 */
export class TradingClient {
  readonly orders: Orders
  readonly market: Market
  readonly webhooks: WebhookLog
  readonly hooks: Hooks
  readonly notifications: Notifications
  readonly sandbox: Sandbox
  readonly challenges: Challenges
  readonly certificates: Certificates
  readonly competitions: Competitions
  readonly copyLinks: CopyLinks
  readonly lab: Lab
  readonly #api: EngineApi

  constructor({ key, secret, labUrl, ...options }: TradingClientOptions) {
    const credentials = key === undefined || secret === undefined ? {} : { 'x-api-key': key, 'x-api-secret': secret }
    this.#api = createEngineApi(options, () => credentials)
    this.orders = new Orders(this.#api)
    this.market = new Market(this.#api)
    this.webhooks = new WebhookLog(this.#api)
    this.hooks = new Hooks(this.#api)
    this.notifications = new Notifications(this.#api, this.webhooks)
    this.sandbox = new Sandbox(this.#api)
    this.challenges = new Challenges(this.#api)
    this.certificates = new Certificates(this.#api)
    this.competitions = new Competitions(this.#api)
    this.copyLinks = new CopyLinks(this.#api)
    const lab = createLabApi({ ...options, url: labUrl ?? options.url }, () => credentials)
    this.lab = new LabOf(this.#api, lab, (access) => openLabRun({ ...options, ...access }))
  }

  /** One account of the caller, by its id. Asks nothing yet. */
  account(id: string): Account {
    return new Account(id, this.#api, this.orders)
  }

  /** All accounts of the caller; with `include: 'risk'`, each with what is used of its limits, and its floors. */
  accounts({ include, ...options }: AccountsOptions = {}): Promise<AnswerOf<Operations['listAccounts']>> {
    return unwrap(this.#api.http.GET('/v1/accounts', { ...this.#reading(options), params: { query: { include } } }))
  }

  /** Opens an account under a plan (`plans()`). @throws OperationRejected when there is one, or the user may not */
  createAccount(account: BodyOf<Operations['createAccount']>, options: CallOptions = {}): Promise<AccountRow> {
    const body = toIntent(account)
    return unwrap(this.#api.http.POST('/v1/accounts', placing(this.#api, body, 'read accounts()', options)))
  }

  /** The plans that accounts can be opened under, with their rules. */
  plans(options?: CallOptions): Promise<readonly Plan[]> {
    return unwrap(this.#api.http.GET('/v1/plans', this.#reading(options)))
  }

  /** The caller's rights to open an account on a plan, newest first, used ones too. */
  grants({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<Grant> {
    return rowsOf(to, async (end: string | undefined) => {
      const params = { query: { from, to: end, limit } }
      const { data = [], response } = await this.#api.http.GET('/v1/grants', { params, ...this.#reading(options) })
      return { rows: data, next: nextTo(response) }
    })
  }

  /** The key itself: scopes, expiry, addresses, what is left of its budget. */
  key(options: CallOptions = {}): Promise<AnswerOf<Operations['getKey']>> {
    return unwrap(
      this.#api.http.GET('/v1/key', this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })),
    )
  }

  /** All accounts of the caller as they change: the newest summary and risk of each, and where its events are. */
  accountsStream(options: StreamOptions = {}): AsyncGenerator<AccountsFrame> {
    return streamAccounts(this.#api, options)
  }

  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' } })
  }
}

export type RunOptions = RunAccess & Omit<ClientOptions, 'url'>

/** A run that somebody else has started, by its address and key. @throws TypeError where the address is of no run */
export function openLabRun({ url, key, secret, accountId, webhookSecret = null, ...options }: RunOptions): LabRun {
  const headers = () => ({ 'x-api-key': key, 'x-api-secret': secret })
  const client = new TradingClient({ ...options, url, key, secret })
  const lab = createLabApi({ ...options, url: labUrlOf(url) }, headers)
  return new RunOf({ url, key, secret, accountId, webhookSecret }, client, lab)
}
