import {
  BaseError,
  Exchange,
  ExchangeClosedByUser,
  NetworkError,
  NotSupported,
  OperationFailed,
  UnsubscribeError,
  type Position,
} from 'ccxt'
import { parseJsonExactly } from './parse-json.js'
import { isRow, rowOf, rowsOf, textOf, type Fields, type Row } from './row.js'
import { createAccountStream, type AccountStream } from './streams/account-stream.js'
import type { StreamAnswer } from './streams/connection.js'
import { createMarketStreams, type MarketStreams, type MarketTopic } from './streams/market-streams.js'
import { createUpdates, type Updates } from './streams/updates.js'

/** The rows of a stream that are news of a name. */
export interface News {
  readonly name: string
  /** How many rows are kept. */
  readonly max: number
  /** Fields that name a row: a later one takes its place. Without any, only the newest row is kept. */
  readonly key: readonly string[]
  /** A later row of the same name is none. */
  readonly isOnce?: boolean
  /** The field of a frame that has the list of rows, or the one row; the frame itself without it. */
  readonly list?: string
  readonly at?: string
  /** For the account: the frames, the types of events, and the engine's symbol of rows. */
  readonly event?: string
  readonly types?: readonly string[]
  readonly marketId?: string | undefined
  /** No more than this many rows at a time. */
  readonly take?: number
}

export interface MarketNews extends News {
  readonly channel: string
  readonly venue: string | undefined
  readonly ids: readonly string[]
}

type Fetch = (url: string, options: Fields) => Promise<StreamAnswer>

/** News of the service's streams: a call waits for them, or has those that came since the last one. */
export class StreamRuntime extends Exchange {
  /** Positions that were told of last, by the names that watch them. */
  protected readonly toldPositions: Record<string, Position[]> = {}
  private marketStreams: MarketStreams | undefined
  private accountStreamOpen: AccountStream | undefined
  private readonly sinks = new Map<string, Map<string, (row: Row) => void>>()
  private readonly updatesOf = new Map<string, Updates<Row>>()
  private readonly accountNewsOf = new Map<string, News>()

  /** The error of an answer that is no stream, or (status 0) of a last frame that says why the stream ends. */
  protected streamRefusal(_status: number, _body: Row | undefined): Error {
    throw new NotSupported(`${this.id} streams`)
  }

  /** The path parameter of the account. */
  protected accountParams(): Promise<Fields> {
    throw new NotSupported(`${this.id} accounts`)
  }

  protected async marketNews(news: MarketNews): Promise<Row[]> {
    const updates = this.updates(nameOf(news), news)
    for (const symbol of news.ids) this.follow({ venue: news.venue, channel: news.channel, symbol }, news, updates)
    return this.nextOf(updates, news)
  }

  /** Ends the news of a name; the stream of a symbol goes on while another name has its news. */
  protected endMarketNews(news: MarketNews): void {
    this.endUpdates(nameOf(news))
    for (const symbol of news.ids) {
      const topic = { venue: news.venue, channel: news.channel, symbol }
      const sinks = this.sinks.get(keyOf(topic))
      sinks?.delete(news.name)
      if (sinks?.size !== 0) continue
      this.sinks.delete(keyOf(topic))
      this.marketStreams?.unfollow(topic)
    }
  }

  private follow(topic: MarketTopic, news: MarketNews, updates: Updates<Row>): void {
    const key = keyOf(topic)
    const sinks = this.sinks.get(key) ?? new Map<string, (row: Row) => void>()
    this.sinks.set(key, sinks)
    sinks.set(news.name, (row) => updates.push(marketRows(row, news)))
    this.streamsOfMarket().follow(topic, {
      onData: (text) => {
        const row = parseJsonExactly(text)
        if (isRow(row)) for (const take of sinks.values()) take(row)
      },
      onEnd: (error) => {
        const prefix = `${topic.venue ?? ''} `
        for (const name of sinks.keys()) this.updatesOf.get(prefix + name)?.fail(this.streamError(error))
      },
    })
  }

  private streamsOfMarket(): MarketStreams {
    this.marketStreams ??= createMarketStreams({
      ...this.streamOptions(),
      open: (query, signal) => this.openStream('stream', 'public', query, {}, signal),
      symbolOf: (text) => {
        const row = parseJsonExactly(text)
        return isRow(row) ? textOf(row, 'symbol') : undefined
      },
    })
    return this.marketStreams
  }

  /** Begins the news of a name, without waiting for any. */
  protected async followAccount(news: News, params: Row): Promise<void> {
    const updates = this.accountUpdates(news)
    const all = { ...params, ...(await this.accountParams()) }
    // Unless its name was given up in the meantime.
    if (this.updatesOf.get(news.name) === updates) this.accountStream().follow(news.name, all)
  }

  protected async accountNews(news: News, params: Row): Promise<Row[]> {
    const updates = this.accountUpdates(news)
    await this.followAccount(news, params)
    return this.nextOf(updates, news)
  }

  private accountUpdates(news: News): Updates<Row> {
    this.accountNewsOf.set(news.name, news)
    return this.updates(news.name, news)
  }

  /** The stream closes with the last of its names; the account's next one starts from the present. */
  protected endAccountNews(name: string): void {
    this.endUpdates(name)
    this.accountStreamOpen?.unfollow(name)
  }

  private accountStream(): AccountStream {
    this.accountStreamOpen ??= createAccountStream({
      ...this.streamOptions(),
      open: (params, resume, signal) =>
        this.openStream('account/{account_id}/stream', 'private', params, resume, signal),
      onRow: (name, event, row) => {
        const news = this.accountNewsOf.get(name)
        if (news !== undefined) this.updatesOf.get(name)?.push(accountRows(event, row, news))
      },
      onEnd: (name, error) => this.updatesOf.get(name)?.fail(this.streamError(error)),
    })
    return this.accountStreamOpen
  }

  private async nextOf(updates: Updates<Row>, news: News): Promise<Row[]> {
    const rows = await updates.next(news.take)
    return this.newUpdates || news.take !== undefined ? rows : updates.kept()
  }

  private updates(name: string, news: News): Updates<Row> {
    const known = this.updatesOf.get(name)
    const updates = known ?? createUpdates<Row>({ ...news, keyOf: (row) => keyIn(row, news) })
    this.updatesOf.set(name, updates)
    return updates
  }

  /** Forgets the news under a name; calls that wait for them end with `UnsubscribeError`. */
  private endUpdates(name: string): void {
    this.updatesOf.get(name)?.end(new UnsubscribeError(`${this.id} ${name.trim()} is watched no more`))
    this.updatesOf.delete(name)
  }

  private streamOptions() {
    return {
      giveUpMs: this.timeout,
      refusal: (status: number, body: string): Error => {
        const parsed = parseJsonExactly(body)
        return this.streamRefusal(status, isRow(parsed) ? parsed : undefined)
      },
      isFinal: (error: Error): boolean => error instanceof BaseError && !(error instanceof OperationFailed),
    }
  }

  private streamError(error: Error): Error {
    return error instanceof BaseError ? error : new NetworkError(`${this.id} stream: ${error.message}`)
  }

  private async openStream(
    path: string,
    access: 'public' | 'private',
    params: Fields,
    more: Record<string, string>,
    signal: AbortSignal,
  ): Promise<StreamAnswer> {
    await this.loadFetchImplementation()
    const request = this.sign(path, access, 'GET', params)
    const url = textOf(request, 'url') ?? ''
    const agent = this.userAgent === false || this.userAgent === undefined ? {} : this.userAgent
    const own = (rowOf(request, 'headers') ?? {}) as Record<string, string>
    const headers = { ...this.headers, ...agent, ...own, Accept: 'text/event-stream', ...more }
    const options: Fields = { method: 'GET', headers, signal, redirect: 'error' }
    const [httpProxy, httpsProxy, socksProxy] = this.checkProxySettings(url, 'GET', headers, undefined)
    if (this.fetchIsNative) this.setFetchProxyOptions(options, httpProxy, httpsProxy, socksProxy)
    const fetchStream = this.fetchImplementation as Fetch
    return fetchStream(url, options)
  }

  /** Ends the streams, and the calls that wait for them with `ExchangeClosedByUser`. */
  override async close(cleanInstanceCache: boolean = false): Promise<void> {
    this.marketStreams?.close()
    this.marketStreams = undefined
    this.accountStreamOpen?.close()
    this.accountStreamOpen = undefined
    const closed = new ExchangeClosedByUser(`${this.id} was closed by its user`)
    for (const updates of this.updatesOf.values()) updates.end(closed)
    this.updatesOf.clear()
    this.sinks.clear()
    await super.close(cleanInstanceCache)
  }
}

const keyOf = ({ venue, channel, symbol }: MarketTopic): string => `${venue ?? ''} ${channel} ${symbol}`

const nameOf = ({ venue, name }: MarketNews): string => `${venue ?? ''} ${name}`

const keyIn = (row: Row, { key }: News): string => key.map((field) => textOf(row, field) ?? '').join(' ')

/** The rows of a frame, each with the symbol and the interval of the frame. */
function marketRows(frame: Row, { list, at }: News): Row[] {
  const of = { symbol: frame['symbol'], interval: frame['interval'] }
  if (list !== undefined) return rowsOf(frame[list]).map((row) => ({ ...of, ...row }))
  if (at === undefined) return [frame]
  const row = rowOf(frame, at)
  return row === undefined ? [] : [{ ...of, ...row }]
}

function accountRows(event: string, frame: Row, { event: wanted, types, at, marketId }: News): Row[] {
  if (event !== wanted) return []
  if (types !== undefined && !types.includes(textOf(frame, 'type') ?? '')) return []
  const row = at === undefined ? frame : rowOf(rowOf(frame, 'data'), at)
  if (row === undefined) return []
  return marketId === undefined || textOf(row, 'symbol') === marketId ? [row] : []
}
