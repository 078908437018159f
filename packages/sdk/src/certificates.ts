import type { HistoryOptions } from './account-reads.js'
import { unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { Certificate } from './types.js'

/** Certificates of accounts that have passed. What is signed is `JSON.stringify(answer.certificate)`. */
export class Certificates {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** The caller's, those signed last first. */
  list({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<Certificate> {
    return rowsOf(to, async (end: string | undefined) => {
      const call = { params: { query: { from, to: end, limit } }, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/certificates', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  /** Anybody's, by its code. */
  get(code: string, options?: CallOptions): Promise<Certificate> {
    return unwrap(
      this.#api.http.GET('/v1/certificates/{code}', { params: { path: { code } }, ...this.#reading(options) }),
    )
  }

  /**
   * That of an account that has passed: one an account, under the name that is given last, without `displayName` under
   * none. @throws OperationRejected when it has not passed
   */
  issue(accountId: string, displayName?: string, options?: CallOptions): Promise<Certificate> {
    const body = displayName === undefined ? {} : { display_name: displayName }
    const call = { params: { path: { account_id: accountId } }, body, ...this.#reading(options) }
    return unwrap(this.#api.http.POST('/v1/account/{account_id}/certificate', call))
  }

  /** The public key of this service, SPKI in DER, in base64: compare it with the one that the firm publishes. */
  async key(options?: CallOptions): Promise<string> {
    return (await unwrap(this.#api.http.GET('/v1/certificate-key', this.#reading(options)))).public_key
  }

  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
  }
}
