import type { HistoryOptions } from './account-reads.js'
import { toIntent, type ClientId } from './client-id.js'
import { placing, unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { AnswerOf, BodyOf, Operations, Payout, ProfitAdjustment } from './types.js'

/** A request; its client_id is drawn where it is left out. */
export type NewPayout = Omit<BodyOf<Operations['requestPayout']>, 'client_id'> & {
  readonly client_id?: ClientId | undefined
}

/** The profit that an account pays to its trader. */
export class Payouts {
  readonly #api: EngineApi
  readonly #path: { readonly account_id: string }

  constructor(api: EngineApi, accountId: string) {
    this.#api = api
    this.#path = { account_id: accountId }
  }

  /** The amount that may be asked for now, with every condition and limit that the plan has. */
  available(options?: CallOptions): Promise<AnswerOf<Operations['getAvailablePayout']>> {
    const params = { path: this.#path }
    return unwrap(
      this.#api.http.GET('/v1/account/{account_id}/payouts/available', { params, ...this.#reading(options) }),
    )
  }

  /** Newest first, decided ones too. */
  list({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<Payout> {
    return rowsOf(to, async (end: string | undefined) => {
      const params = { path: this.#path, query: { from, to: end, limit } }
      const call = { params, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/account/{account_id}/payouts', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  /**
   * Asks for an amount, in whole cents. Scopes `TRADE` and `MANAGE_ORDERS`.
   * @throws OperationRejected while a condition is not met, another one is open, or it is more than what is available
   */
  request(payout: NewPayout, options: CallOptions = {}): Promise<Payout> {
    const call = placing(this.#api, toIntent(payout), 'read payouts.list()', options)
    return unwrap(this.#api.http.POST('/v1/account/{account_id}/payouts', { params: { path: this.#path }, ...call }))
  }

  /**
   * Takes a request back before an operator has proposed it. Scopes `TRADE` and `MANAGE_ORDERS`.
   * @throws OperationRejected once it is proposed or decided
   */
  cancel(payoutId: string, options: CallOptions = {}): Promise<Payout> {
    const params = { path: { ...this.#path, payout_id: payoutId } }
    const call = this.#api.through({ ...options, repeat: { kind: 'same', lookUp: 'read payouts.list()' } })
    return unwrap(this.#api.http.POST('/v1/account/{account_id}/payouts/{payout_id}/cancel', { params, ...call }))
  }

  /** Amounts that rules or the operator have taken off the profit that can be paid, newest first. */
  adjustments({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<ProfitAdjustment> {
    return rowsOf(to, async (end: string | undefined) => {
      const params = { path: this.#path, query: { from, to: end, limit } }
      const call = { params, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/account/{account_id}/profit-adjustments', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  /** The statement of a payout: a CSV for spreadsheets, or a PDF to keep. Asked for once. */
  async statement(
    payoutId: string,
    format: 'csv' | 'pdf',
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): Promise<Uint8Array> {
    const [account, payout] = [this.#path.account_id, payoutId].map(encodeURIComponent)
    const path = `/v1/account/${account}/payouts/${payout}/statement.${format}`
    const response = await this.#api.transport.open(path, {}, signal ?? new AbortController().signal)
    return new Uint8Array(await response.arrayBuffer())
  }

  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' } })
  }
}
