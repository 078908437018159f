import { ArgumentsRequired, BadRequest, BadResponse } from 'ccxt'
import { description } from './describe.js'
import {
  headerOf,
  isRow,
  numberOf,
  rowOf,
  rowsOf,
  textOf,
  withoutUndefined,
  type Fields,
  type Row,
} from './platform/row.js'
import { Runtime, type TradingAccount } from './platform/runtime.js'
import { isoOf } from './platform/times.js'
import { errorOf } from './refusal.js'

/** The part of a history that is asked for. */
interface HistoryWindow {
  /** `public` or `private`. */
  readonly access: string
  /** Rows of a page. */
  readonly page: number
  /** Milliseconds since the epoch. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly limit: number | undefined
  /** The engine's symbol; undefined takes all of them. */
  readonly marketId: string | undefined
  /** Values of `field` that are wanted; undefined takes all of them. */
  readonly field: string | undefined
  readonly values: readonly string[]
}

export const PAGE = 500
const PAGES_MAX = 20
export const DEFAULT_LIMIT = 100
const ENDED = ['TERMINATED', 'CLOSED']

/** Requests and their answers: signed, with all digits, errors in ccxt's classes; accounts and pages. */
export class Transport extends Runtime {
  override describe(): Fields {
    return this.deepExtend(super.describe(), description()) as Fields
  }

  override sign(path: string, api: string = 'public', method: string = 'GET', params: Row = {}): Fields {
    const inPath = this.extractParams(path)
    const encoded: Fields = {}
    for (const name of inPath) {
      encoded[name] = this.encodeURIComponent(textOf(params, name) ?? '')
    }
    const rest = withoutUndefined(this.omit(params, inPath))
    const isRead = method === 'GET' || method === 'DELETE'
    const query = this.urlencode({ ...(isRead ? rest : {}), decimals: 'string' })
    const base = textOf(this.urls, 'api') ?? ''
    const trimmed = base.endsWith('/') ? base.slice(0, -1) : base
    const url = `${trimmed}/v1/${this.implodeParams(path, encoded)}`
    const headers: Fields = isRead ? {} : { 'Content-Type': 'application/json' }
    if (api === 'private') {
      this.checkRequiredCredentials()
      headers['X-API-Key'] = this.apiKey
      headers['X-API-Secret'] = this.secret
    }
    const hasDecimals = !path.endsWith('dead-man-switch') && path !== 'config' && path !== 'key'
    const whole = hasDecimals ? `${url}?${query}` : url
    return { url: whole, method, headers, body: isRead ? undefined : this.json(rest) }
  }

  override handleErrors(
    status: number,
    _reason: string,
    url: string,
    _method: string,
    headers: Fields,
    _body: string,
    response: unknown,
    _requestHeaders: unknown,
    _requestBody: unknown,
  ): undefined {
    this.keepHeaders(response, headers)
    // Anything else is not the engine's: ccxt decides by the status alone.
    if (status >= 400 && isRow(response) && textOf(response, 'error') !== undefined) {
      throw errorOf(this.id, url, status, response, headerOf(headers, 'Retry-After'))
    }
    return undefined
  }

  /** A request, and the object that it was answered with. Throws `BadResponse` for anything else. */
  protected async read(path: string, params: Row, access: string): Promise<Row> {
    return this.asRow(await this.request(path, access, 'GET', params), path)
  }

  /** A request, and the list that it was answered with. */
  protected async list(path: string, params: Row, access: string): Promise<readonly Row[]> {
    return rowsOf(this.asList(await this.request(path, access, 'GET', params), path))
  }

  protected async send(method: string, path: string, params: Row): Promise<Row> {
    return this.asRow(await this.request(path, 'private', method, params), path)
  }

  private asRow(answer: unknown, path: string): Row {
    if (!isRow(answer)) {
      throw new BadResponse(`${this.id} ${path} was answered with no JSON object`)
    }
    return answer
  }

  private asList(answer: unknown, path: string): readonly unknown[] {
    if (!Array.isArray(answer)) {
      throw new BadResponse(`${this.id} ${path} was answered with no JSON list`)
    }
    return answer as readonly unknown[]
  }

  /**
   * Rows of a history, page after page, until there are as many as asked for. With `since` all of them from there are
   * needed, for the result begins with the oldest; more than 10,000 of them are a `BadRequest`, never a gap.
   */
  protected async pages(path: string, params: Row, window: HistoryWindow): Promise<Row[]> {
    const since = window.since
    const enough = window.limit ?? DEFAULT_LIMIT
    const rows: Row[] = []
    const from = since === undefined ? undefined : isoOf(since)
    let to = window.until === undefined ? undefined : isoOf(window.until)
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const answer = (await this.request(path, window.access, 'GET', {
        ...params,
        from,
        to,
        limit: window.page,
      })) as object
      for (const row of rowsOfPage(answer)) {
        if (isWanted(row, window)) {
          rows.push(row)
        }
      }
      const headers = this.headersOf(answer)
      to = headerOf(headers, 'X-Next-To')
      const hasEnough = since === undefined && rows.length >= enough
      if (hasEnough || headerOf(headers, 'X-Has-More') !== 'true' || to === undefined) {
        return rows
      }
    }
    if (since !== undefined) {
      const message = `more than ${PAGES_MAX * window.page} rows since ${isoOf(since)}: ask for less with params.until`
      throw new BadRequest(`${this.id} ${path}: ${message}`)
    }
    return rows
  }

  /** The account that is traded: `accountId`, or the caller's only one that has not ended. */
  protected async tradingAccount(): Promise<TradingAccount> {
    if (this.knownAccount === undefined) {
      this.knownAccount = toAccount(await this.findAccount())
    }
    return this.knownAccount
  }

  private async findAccount(): Promise<Row> {
    const given = this.asText(this.accountId)
    if (given !== undefined) {
      return this.read('account/{account_id}', { account_id: given }, 'private')
    }
    const rows = await this.list('accounts', {}, 'private')
    const open = rows.filter((row) => !ENDED.includes(textOf(row, 'state') ?? ''))
    if (open.length === 1) {
      return open[0] as Row
    }
    const names = open.map((row) => `${textOf(row, 'id')} (${textOf(row, 'plan_id')})`).join(', ')
    const message = open.length === 0 ? 'the key has no open account' : `set accountId to one of ${names}`
    throw new ArgumentsRequired(`${this.id} ${message}`)
  }

  /** The path parameter of the account. */
  protected override async accountParams(): Promise<Fields> {
    const account = await this.tradingAccount()
    return { account_id: account.id }
  }

  /** The venue that a call asks for, else that of the options; undefined leaves the choice to the engine. */
  protected venueOf(params: Row): string | undefined {
    return textOf(params, 'venue') ?? textOf(this.options, 'venue')
  }

  protected untilOf(params: Row): number | undefined {
    return numberOf(params, 'until')
  }
}

function toAccount(row: Row): TradingAccount {
  const exposure = rowOf(rowOf(row, 'risk_config'), 'exposure')
  const mode = textOf(exposure, 'margin_mode')
  return { id: textOf(row, 'id') ?? '', marginMode: mode === undefined ? undefined : mode.toLowerCase() }
}

/** The rows of a list, or the payments of all asset classes. */
function rowsOfPage(answer: unknown): readonly Row[] {
  if (!isRow(answer)) {
    return rowsOf(answer)
  }
  const groups = rowsOf(Object.values(rowOf(answer, 'by_asset_class') ?? {}))
  return groups.flatMap((group) => rowsOf(group['payments']))
}

function isWanted(row: Row, window: HistoryWindow): boolean {
  if (window.marketId !== undefined && textOf(row, 'symbol') !== window.marketId) {
    return false
  }
  return window.field === undefined || window.values.includes(textOf(row, window.field) ?? '')
}
