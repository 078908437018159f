import { unwrap, type EngineApi } from './engine-api.js'
import type { AccountEvent } from './events.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type {
  Account as AccountRow,
  AnswerOf,
  Breach,
  ClosedPosition,
  Operations,
  Order,
  Position,
  QueryOf,
  Objectives,
  Risk,
  Summary,
  Trade,
  Transfer,
} from './types.js'

/** A span of time, both ends in it: RFC 3339, or a date for the whole day. */
export interface Span {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A history is read in pages of this many rows unless `pageSize` says otherwise, at most 500. */
const PAGE_SIZE = 500
/** The most of a page of trading days. */
const DAYS_A_PAGE = 41

export interface HistoryOptions extends Span, CallOptions {
  readonly pageSize?: number | undefined
}

export interface EventsOptions extends CallOptions {
  /** The sequence of the last event that is known; 0, unless given: none. */
  readonly after?: number | undefined
  readonly pageSize?: number | undefined
}

export interface AnalyticsOptions extends Span, CallOptions {
  readonly group_by?: QueryOf<Operations['getAnalytics']>['group_by']
}

export interface RiskOptions extends CallOptions {
  readonly odds?: boolean | undefined
}

export interface JournalOptions extends HistoryOptions {
  readonly tag?: string | undefined
  readonly symbol?: string | undefined
}

export type JournalEntry = AnswerOf<Operations['listJournal']>[number]
export type Analytics = AnswerOf<Operations['getAnalytics']>
/** Tables of the past that there are files of. */
export const HISTORY_TABLES = ['trades', 'orders', 'ledger', 'journal'] as const
export type HistoryTable = (typeof HISTORY_TABLES)[number]
export type TaxSummary = AnswerOf<Operations['getTaxSummary']>
export type Funding = AnswerOf<Operations['getFunding']>
export type FundingPayment = Funding['by_asset_class']['crypto']['payments'][number]

/** The part of an account that is read: any key of its owner may. */
export class AccountReads {
  protected readonly api: EngineApi
  protected readonly path: { readonly account_id: string }

  constructor(
    readonly id: string,
    api: EngineApi,
  ) {
    this.api = api
    this.path = { account_id: id }
  }

  // The present

  /** The account: plan, state, venues, balances. */
  get(options?: CallOptions): Promise<AccountRow> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}', { params: { path: this.path }, ...this.reading(options) }),
    )
  }

  /** Equity, margins and PnL at the present marks. */
  summary(options?: CallOptions): Promise<Summary> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/summary', { params: { path: this.path }, ...this.reading(options) }),
    )
  }

  /**
   * How far the account is from each limit of its plan; with `odds` also what becomes of it if it goes on as it has
   * traded (`odds`, or `odds_reason`): 429 while those of another account of its user are estimated.
   */
  risk({ odds = false, ...options }: RiskOptions = {}): Promise<Risk> {
    const params = { path: this.path, ...(odds && { query: { odds: 'true' as const } }) }
    return unwrap(this.api.http.GET('/v1/account/{account_id}/risk', { params, ...this.reading(options) }))
  }

  /** How far the account is from its objective, each part with a sentence. */
  objectives(options?: CallOptions): Promise<Objectives> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/objectives', {
        params: { path: this.path },
        ...this.reading(options),
      }),
    )
  }

  /** All open positions. */
  positions(options?: CallOptions): Promise<readonly Position[]> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/positions', {
        params: { path: this.path },
        ...this.reading(options),
      }),
    )
  }

  /** Win rate, profit factor and the like, over closed positions; with `group_by` by group, too. */
  analytics({ from, to, group_by, ...call }: AnalyticsOptions = {}): Promise<Analytics> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/analytics', {
        params: { path: this.path, query: { from, to, group_by } },
        ...this.reading(call),
      }),
    )
  }

  /** A calendar year by symbol, and by the ledger. */
  taxSummary({ year, ...call }: { readonly year: number } & CallOptions): Promise<TaxSummary> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/tax-summary', {
        params: { path: this.path, query: { year } },
        ...this.reading(call),
      }),
    )
  }

  /** Closed positions with tags, note and excursions. */
  journal({ tag, symbol, ...options }: JournalOptions = {}): Rows<JournalEntry> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/journal', {
        params: { path: this.path, query: { ...query, tag, symbol } },
        ...call,
      }),
    )
  }

  /**
   * A table of the past as CSV, of any length: read it as it comes, for what is not taken for 30 seconds is cut off.
   * Asked for once.
   * @throws BaseError when the service refuses, or does not answer in time; what breaks off later fails when it is read
   */
  async historyFile(
    table: HistoryTable,
    { from, to, signal }: Span & Pick<CallOptions, 'signal'> = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const query = new URLSearchParams({ table, ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
    const path = `/v1/account/${encodeURIComponent(this.id)}/history.csv?${query.toString()}`
    const { body } = await this.api.transport.open(path, {}, signal ?? new AbortController().signal)
    return body ?? new ReadableStream({ start: (empty) => empty.close() })
  }

  /** Balance and equity over time, oldest first, at most 1,000 points. */
  equity(
    query: QueryOf<Operations['getEquityCurve']> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['getEquityCurve']>> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/equity', {
        params: { path: this.path, query },
        ...this.reading(options),
      }),
    )
  }

  /** The leverage of a symbol on a venue, and what bounds it. */
  leverage(
    query: QueryOf<Operations['getLeverage']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['getLeverage']>> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/leverage', {
        params: { path: this.path, query },
        ...this.reading(options),
      }),
    )
  }

  // History, newest first unless said otherwise

  /** Orders, working and ended. */
  orders(options: HistoryOptions = {}): Rows<Order> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/orders', {
        params: { path: this.path, query: { ...query, status: 'all' } },
        ...call,
      }),
    )
  }

  /** Fills. */
  trades(options: HistoryOptions = {}): Rows<Trade> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/trades', { params: { path: this.path, query }, ...call }),
    )
  }

  /** Closed positions, by the time they were closed. */
  positionsHistory(options: HistoryOptions = {}): Rows<ClosedPosition> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/positions/history', { params: { path: this.path, query }, ...call }),
    )
  }

  /** Every movement of money. */
  ledger(options: HistoryOptions = {}): Rows<Transfer> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/ledger', { params: { path: this.path, query }, ...call }),
    )
  }

  /** Crossed limits of the plan, and near ones (`WARN`). */
  breaches(options: HistoryOptions = {}): Rows<Breach> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/breaches', { params: { path: this.path, query }, ...call }),
    )
  }

  /** Trading days by the reset of the plan: results, lowest equity and breaches of each. */
  days(options: HistoryOptions = {}): Rows<AnswerOf<Operations['listDays']>[number]> {
    return this.#history({ pageSize: DAYS_A_PAGE, ...options }, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/days', { params: { path: this.path, query }, ...call }),
    )
  }

  /** The breaches that end an account. */
  violations(options: HistoryOptions = {}): Rows<Breach> {
    return this.#history(options, (query, call) =>
      this.api.http.GET('/v1/account/{account_id}/violations', { params: { path: this.path, query }, ...call }),
    )
  }

  /** Totals of funding in a span of time, with its newest payments. */
  funding(options: HistoryOptions = {}): Promise<Funding> {
    const { from, to, pageSize: limit, ...call } = options
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/funding', {
        params: { path: this.path, query: { from, to, limit } },
        ...this.reading(call),
      }),
    )
  }

  /** Funding payments. */
  fundingPayments(options: HistoryOptions = {}): Rows<FundingPayment> {
    return this.#history(options, async (query, call) => {
      const params = { path: this.path, query }
      const { data, response } = await this.api.http.GET('/v1/account/{account_id}/funding', { params, ...call })
      return { data: data && paymentsOf(data), response }
    })
  }

  /** The events of the account after a sequence (0: from the beginning), oldest first, up to the present. */
  events({ after = 0, pageSize: limit = PAGE_SIZE, ...options }: EventsOptions = {}): Rows<AccountEvent> {
    return rowsOf(after, async (from: number) => {
      const params = { path: this.path, query: { after: from, limit } }
      const call = this.reading(options)
      const { data = [], response } = await this.api.http.GET('/v1/account/{account_id}/events', { params, ...call })
      const next = response.headers.get('x-has-more') === 'true' ? (data.at(-1)?.sequence ?? null) : null
      return { rows: data as readonly AccountEvent[], next }
    })
  }

  /** The sequence of the latest event; 0 before the first. Takes twice as many reads as it has binary digits. */
  async latestSequence(options?: CallOptions): Promise<number> {
    const isThereAfter = async (after: number): Promise<boolean> => {
      const query = { after, limit: 1 }
      const params = { path: this.path, query }
      return (
        (await unwrap(this.api.http.GET('/v1/account/{account_id}/events', { params, ...this.reading(options) })))
          .length > 0
      )
    }
    let [low, high] = [0, 1]
    if (!(await isThereAfter(low))) return 0
    while (await isThereAfter(high)) [low, high] = [high, high * 2]
    // There is an event after `low`, and none after `high`.
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (await isThereAfter(middle)) low = middle
      else high = middle
    }
    return high
  }

  protected reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.api.through({ ...options, repeat: { kind: 'read' } })
  }

  #history<T>(
    { from, to, pageSize = PAGE_SIZE, ...options }: HistoryOptions,
    fetchPage: (
      query: Span & { limit: number },
      call: ReturnType<EngineApi['through']>,
    ) => Promise<{ data?: T[] | undefined; response: Response }>,
  ): Rows<T> {
    return rowsOf(to, async (end: string | undefined) => {
      const { data = [], response } = await fetchPage({ from, to: end, limit: pageSize }, this.reading(options))
      return { rows: data, next: nextTo(response) }
    })
  }
}

/** The payments of all asset classes, newest first. */
function paymentsOf({ by_asset_class }: Funding): FundingPayment[] {
  const payments = Object.values(by_asset_class).flatMap((sums) => sums.payments)
  return payments.sort((a, b) => (instantOf(a) < instantOf(b) ? 1 : -1))
}

/** Without its `Z`, so that milliseconds come before the microseconds in them. */
const instantOf = ({ timestamp }: FundingPayment): string => timestamp.slice(0, -1)
