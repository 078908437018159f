import { ArgumentsRequired, BadRequest, BadResponse, BaseError, Exchange, NetworkError } from 'ccxt'
import { description } from './describe.js'
import { parseJsonExactly } from './parse-json.js'
import { errorOf } from './refusal.js'
import { isRow, rowOf, rowsOf, textOf, type Row } from './rows/row.js'
import { withoutUndefined } from './order-request.js'

export type Params = Record<string, unknown>
type Access = 'public' | 'private'
type Method = 'GET' | 'POST' | 'PUT'

export interface TradingAccount {
  readonly id: string
  /** `cross` or `isolated`, as the plan of the account says. */
  readonly marginMode: string | undefined
}

/** The part of a history that is asked for. */
export interface HistoryWindow {
  /** Milliseconds since the epoch. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly limit: number | undefined
  readonly keep: (row: Row) => boolean
  /** The rows of an answer. */
  readonly rowsOf?: (answer: Row | readonly unknown[]) => readonly Row[]
}

const PAGE = 500
const PAGES_MAX = 20
const DEFAULT_LIMIT = 100
const ENDED = ['TERMINATED', 'CLOSED']

/** Requests and their answers: signed, with all digits, errors in ccxt's classes; accounts and pages. */
export class Transport extends Exchange {
  private openAccount: Promise<TradingAccount> | undefined
  private readonly headersOf = new WeakMap<object, Row>()

  override describe(): Record<string, unknown> {
    return this.deepExtend(super.describe(), description()) as Record<string, unknown>
  }

  override sign(path: string, api: string = 'public', method: string = 'GET', params: Params = {}): Params {
    const inPath = this.extractParams(path)
    const encoded = Object.fromEntries(inPath.map((name) => [name, encodeURIComponent(textOf(params, name) ?? '')]))
    const rest = withoutUndefined(this.omit(params, inPath))
    const base = textOf(this.urls, 'api') ?? ''
    const isRead = method === 'GET'
    const query = this.urlencode({ ...(isRead ? rest : {}), decimals: 'string' })
    const url = `${base.replace(/\/$/, '')}/v1/${this.implodeParams(path, encoded)}?${query}`
    const headers: Record<string, string> = isRead ? {} : { 'Content-Type': 'application/json' }
    if (api === 'private') {
      this.checkRequiredCredentials()
      Object.assign(headers, this.keyHeaders())
    }
    return { url, method, headers, body: isRead ? undefined : JSON.stringify(rest) }
  }

  protected keyHeaders(): Record<string, string> {
    return { 'X-API-Key': this.apiKey, 'X-API-Secret': this.secret }
  }

  /** As ccxt's own, but that every failure on the way is one of its classes. */
  override async fetch(url: string, method?: string, headers?: unknown, body?: unknown): Promise<unknown> {
    try {
      return await super.fetch(url, method, headers, body)
    } catch (error) {
      if (error instanceof BaseError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new NetworkError(`${this.id} ${method} ${url} failed: ${reason}`)
    }
  }

  override parseJson(text: string): unknown {
    return parseJsonExactly(text)
  }

  override handleErrors(
    status: number,
    _reason: string,
    url: string,
    _method: string,
    headers: Params,
    _body: string,
    response: unknown,
  ): undefined {
    if (typeof response === 'object' && response !== null) this.headersOf.set(response, headers)
    if (status < 400) return
    // Anything else is not the engine's: ccxt decides by the status alone.
    if (!isRow(response) || textOf(response, 'error') === undefined) return
    throw errorOf(this.id, { url, status, body: response, retryAfter: textOf(headers, 'Retry-After') })
  }

  /** A request, and the object or list that it was answered with. Throws `BadResponse` for anything else. */
  protected async call(
    access: Access,
    method: Method,
    path: string,
    params: Params,
  ): Promise<Row | readonly unknown[]> {
    const answer: unknown = await this.request(path, access, method, params)
    if (isRow(answer) || Array.isArray(answer)) return answer
    throw new BadResponse(`${this.id} ${method} ${path} was answered with no JSON object or list`)
  }

  protected async read(path: string, params: Params = {}, access: Access = 'public'): Promise<Row> {
    return this.asRow(await this.call(access, 'GET', path, params), path)
  }

  protected async list(path: string, params: Params = {}, access: Access = 'public'): Promise<readonly Row[]> {
    return rowsOf(await this.call(access, 'GET', path, params))
  }

  protected async send(method: 'POST' | 'PUT', path: string, params: Params): Promise<Row> {
    return this.asRow(await this.call('private', method, path, params), path)
  }

  private asRow(answer: Row | readonly unknown[], path: string): Row {
    if (isRow(answer)) return answer
    throw new BadResponse(`${this.id} ${path} was answered with a list`)
  }

  /**
   * Rows of a history, page after page, until there are as many as asked for. With `since` all of them from there are
   * needed, for the result begins with the oldest; more than 10,000 of them are a `BadRequest`, never a gap.
   */
  protected async pages(path: string, params: Params, window: HistoryWindow): Promise<Row[]> {
    const { since, until, keep } = window
    const enough = since === undefined ? (window.limit ?? DEFAULT_LIMIT) : Infinity
    const rows: Row[] = []
    let to: string | undefined = until === undefined ? undefined : new Date(until).toISOString()
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const from = since === undefined ? undefined : new Date(since).toISOString()
      const answer = await this.call('private', 'GET', path, { ...params, from, to, limit: PAGE })
      const found = (window.rowsOf ?? rowsOf)(answer)
      rows.push(...found.filter(keep))
      const headers = this.headersOf.get(answer)
      to = textOf(headers, 'X-Next-To')
      if (rows.length >= enough || textOf(headers, 'X-Has-More') !== 'true' || to === undefined) return rows
    }
    if (since === undefined) return rows
    const message = `more than ${PAGES_MAX * PAGE} rows since ${since}: ask for less with params.until`
    throw new BadRequest(`${this.id} ${path}: ${message}`)
  }

  /** The account that is traded: `accountId`, or the caller's only one that has not ended. */
  protected tradingAccount(): Promise<TradingAccount> {
    this.openAccount ??= this.findAccount().catch((error: unknown) => {
      this.openAccount = undefined
      throw error
    })
    return this.openAccount
  }

  private async findAccount(): Promise<TradingAccount> {
    if (typeof this.accountId === 'string' && this.accountId !== '')
      return toAccount(await this.read('account/{account_id}', { account_id: this.accountId }, 'private'))
    const open = (await this.list('accounts', {}, 'private')).filter(
      (row) => !ENDED.includes(textOf(row, 'state') ?? ''),
    )
    const [only] = open
    if (only !== undefined && open.length === 1) return toAccount(only)
    const names = open.map((row) => `${textOf(row, 'id')} (${textOf(row, 'plan_id')})`).join(', ')
    const message = open.length === 0 ? 'the key has no open account' : `set accountId to one of ${names}`
    throw new ArgumentsRequired(`${this.id} ${message}`)
  }

  /** The path parameter of the account. */
  protected async accountParams(): Promise<{ account_id: string }> {
    return { account_id: (await this.tradingAccount()).id }
  }
}

function toAccount(row: Row): TradingAccount {
  const exposure = rowOf(rowOf(row, 'risk_config'), 'exposure')
  return { id: textOf(row, 'id') ?? '', marginMode: textOf(exposure, 'margin_mode')?.toLowerCase() }
}
