import {
  AuthenticationError,
  BaseError,
  ExchangeClosedByUser,
  ExchangeNotAvailable,
  NetworkError,
  OperationFailed,
  RateLimitExceeded,
  UnsubscribeError,
  type OHLCV,
  type OrderBook,
  type Ticker,
  type Tickers,
  type Trade,
} from 'ccxt'
import { parseJsonExactly } from './parse-json.js'
import { errorOf } from './refusal.js'
import { isRow, rowOf, rowsOf, textOf, type Row } from './rows/row.js'
import type { StreamAnswer } from './streams/connection.js'
import { createMarketStreams, type MarketStreams, type MarketTopic } from './streams/market-streams.js'
import { createUpdates, type Updates, type UpdatesOptions } from './streams/updates.js'
import { Trading } from './trading.js'
import type { Params } from './transport.js'

/** Takes the messages of a stream. */
interface Sink {
  readonly onRow: (row: Row) => void
  readonly onEnd: (error: Error) => void
}

type Fetch = (url: string, options: Params) => Promise<StreamAnswer>

const CLASSES: Readonly<Record<string, new (message: string) => Error>> = {
  unauthorized: AuthenticationError,
  rate_limited: RateLimitExceeded,
}

/**
 * Prices, books, trades and candles as they change. A call waits for news, or has those that came since the last one;
 * a stream that was cut is opened again, and calls throw when that fails for `timeout` milliseconds.
 */
export class MarketWatch extends Trading {
  private marketStreams: MarketStreams | undefined
  private readonly marketSinks = new Map<string, Map<string, Sink>>()
  private readonly updatesOf = new Map<string, Updates<unknown>>()

  override async watchTicker(symbol: string, params: Params = {}): Promise<Ticker> {
    const tickers = await this.watchTickers([symbol], params)
    return Object.values(tickers)[0] as Ticker
  }

  /** The tickers that have changed; all of the first 50 symbols when none are named. */
  override async watchTickers(symbols?: string[], params: Params = {}): Promise<Tickers> {
    await this.loadMarkets()
    const wanted = this.tickerSymbols(symbols)
    const name = `price ${wanted.join(',')}`
    const updates = this.marketUpdates<Ticker>(
      name,
      wanted,
      'price',
      params,
      { max: wanted.length, keyOf: symbolOf },
      (row) => [this.parseTicker({ ...row })],
    )
    const news = await updates.next()
    return Object.fromEntries(news.map((ticker) => [symbolOf(ticker), ticker]))
  }

  /** The whole book, cut to `limit` levels a side (at most 24). */
  override async watchOrderBook(symbol: string, limit?: number, params: Params = {}): Promise<OrderBook> {
    await this.loadMarkets()
    const found = this.market(symbol).symbol
    const latest = { max: 1, keyOf: () => found }
    const updates = this.marketUpdates<OrderBook>(`book ${found}`, [found], 'book', params, latest, (row) => [
      this.bookOf(row, found),
    ])
    const book = (await updates.next()).at(-1) as OrderBook
    return limit === undefined ? book : { ...book, bids: book.bids.slice(0, limit), asks: book.asks.slice(0, limit) }
  }

  override async watchTrades(symbol: string, since?: number, limit?: number, params: Params = {}): Promise<Trade[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const once = { max: this.keptMax('tradesLimit'), keyOf: idOf, isOnce: true }
    const updates = this.marketUpdates<Trade>(
      `trades ${market.symbol}`,
      [market.symbol],
      'trades',
      params,
      once,
      (row) => this.parseTrades([...rowsOf(row['trades'])], market),
    )
    return this.newsOf(updates, undefined, since, limit)
  }

  /** The open candle as it changes, and the final form of one that has ended. */
  override async watchOHLCV(
    symbol: string,
    timeframe: string = '1m',
    since?: number,
    limit?: number,
    params: Params = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const channel = `candles:${timeframe}`
    const latest = { max: this.keptMax('OHLCVLimit'), keyOf: ([at]: OHLCV) => String(at) }
    const updates = this.marketUpdates<OHLCV>(
      `${channel} ${market.symbol}`,
      [market.symbol],
      channel,
      params,
      latest,
      (row) => [this.parseOHLCV(rowOf(row, 'candle'))],
    )
    const news = await updates.next()
    const candles = this.newUpdates ? news : updates.kept()
    const wanted = candles.filter(([at]) => since === undefined || (at ?? 0) >= since)
    return limit === undefined ? wanted : wanted.slice(-limit)
  }

  override async unWatchTicker(symbol: string, params: Params = {}): Promise<void> {
    await this.unWatchTickers([symbol], params)
  }

  override async unWatchTickers(symbols?: string[], params: Params = {}): Promise<void> {
    await this.loadMarkets()
    const wanted = this.tickerSymbols(symbols)
    this.endMarketUpdates(`price ${wanted.join(',')}`, wanted, 'price', params)
  }

  override async unWatchOrderBook(symbol: string, params: Params = {}): Promise<void> {
    await this.endMarketWatch(symbol, 'book', params)
  }

  override async unWatchTrades(symbol: string, params: Params = {}): Promise<void> {
    await this.endMarketWatch(symbol, 'trades', params)
  }

  override async unWatchOHLCV(symbol: string, timeframe: string = '1m', params: Params = {}): Promise<void> {
    await this.endMarketWatch(symbol, `candles:${timeframe}`, params)
  }

  private async endMarketWatch(symbol: string, channel: string, params: Params): Promise<void> {
    await this.loadMarkets()
    const found = this.market(symbol).symbol ?? ''
    this.endMarketUpdates(`${channel} ${found}`, [found], channel, params)
  }

  private tickerSymbols(symbols: string[] | undefined): string[] {
    return this.marketSymbols(symbols) ?? Object.keys(this.markets ?? {}).slice(0, 50)
  }

  /** News of a list as ccxt gives them: new ones alone, or with `newUpdates: false` all that is kept. */
  protected async newsOf<T>(
    updates: Updates<T>,
    symbol: string | undefined,
    since: number | undefined,
    limit: number | undefined,
  ): Promise<T[]> {
    const news = await updates.next()
    return this.filterBySymbolSinceLimit(this.newUpdates ? news : updates.kept(), symbol, since, limit, true) as T[]
  }

  protected keptMax(option: string): number {
    return Number(textOf(this.options, option) ?? 1_000)
  }

  /** The news under a name, made when they are first asked for. */
  protected namedUpdates<T>(name: string, options: UpdatesOptions<T>): Updates<T> {
    const known = this.updatesOf.get(name) as Updates<T> | undefined
    const updates = known ?? createUpdates<T>(options)
    this.updatesOf.set(name, updates as Updates<unknown>)
    return updates
  }

  private marketUpdates<T>(
    name: string,
    symbols: readonly string[],
    channel: string,
    params: Params,
    options: UpdatesOptions<T>,
    parse: (row: Row) => T[],
  ): Updates<T> {
    const venue = this.venueOf(params)
    const updates = this.namedUpdates(`${venue ?? ''} ${name}`, options)
    const sink: Sink = { onRow: (row) => updates.push(parse(row)), onEnd: (error) => updates.fail(error) }
    for (const symbol of symbols) this.follow({ venue, channel, symbol: this.market(symbol).id ?? '' }, name, sink)
    return updates
  }

  /** Ends the news of a name; the stream of a symbol goes on while another name has its news. */
  private endMarketUpdates(name: string, symbols: readonly string[], channel: string, params: Params): void {
    const venue = this.venueOf(params)
    this.endUpdates(`${venue ?? ''} ${name}`)
    for (const symbol of symbols) {
      const topic = { venue, channel, symbol: this.market(symbol).id ?? '' }
      const sinks = this.marketSinks.get(keyOf(topic))
      sinks?.delete(name)
      if (sinks?.size !== 0) continue
      this.marketSinks.delete(keyOf(topic))
      this.marketStreams?.unfollow(topic)
    }
  }

  /** Forgets the news under a name; calls that wait for them end with `UnsubscribeError`. */
  protected endUpdates(name: string): void {
    this.updatesOf.get(name)?.end(new UnsubscribeError(`${this.id} ${name.trim()} is watched no more`))
    this.updatesOf.delete(name)
  }

  private follow(topic: MarketTopic, name: string, sink: Sink): void {
    const key = keyOf(topic)
    const sinks = this.marketSinks.get(key) ?? new Map<string, Sink>()
    this.marketSinks.set(key, sinks)
    // A new one has the same news behind it.
    sinks.set(name, sink)
    this.streamsOfMarket().follow(topic, {
      onData: (text) => {
        const row = parseJsonExactly(text)
        if (isRow(row)) for (const { onRow } of sinks.values()) onRow(row)
      },
      onEnd: (error) => {
        for (const { onEnd } of sinks.values()) onEnd(this.streamError(error))
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

  protected streamOptions() {
    return {
      giveUpMs: this.timeout,
      refusal: (status: number, body: string): Error => this.streamRefusal(status, body),
      isFinal: (error: Error): boolean => error instanceof BaseError && !(error instanceof OperationFailed),
    }
  }

  /** The error of an answer that is no stream, or (status 0) of a last frame that says why the stream ends. */
  private streamRefusal(status: number, text: string): Error {
    const parsed = parseJsonExactly(text)
    const body = isRow(parsed) ? parsed : undefined
    if (status !== 0) return errorOf(this.id, { url: 'stream', status, body })
    const code = textOf(body, 'error') ?? ''
    return new (CLASSES[code] ?? ExchangeNotAvailable)(`${this.id} stream ended: ${code}: ${textOf(body, 'message')}`)
  }

  protected streamError(error: Error): Error {
    return error instanceof BaseError ? error : new NetworkError(`${this.id} stream: ${error.message}`)
  }

  protected async openStream(
    path: string,
    access: 'public' | 'private',
    params: Params,
    more: Record<string, string>,
    signal: AbortSignal,
  ): Promise<StreamAnswer> {
    await this.loadFetchImplementation()
    const request = this.sign(path, access, 'GET', params)
    const url = textOf(request, 'url') ?? ''
    const agent = this.userAgent === false || this.userAgent === undefined ? {} : this.userAgent
    const own = (rowOf(request, 'headers') ?? {}) as Record<string, string>
    const headers = { ...this.headers, ...agent, ...own, Accept: 'text/event-stream', ...more }
    const options: Params = { method: 'GET', headers, signal, redirect: 'error' }
    const [httpProxy, httpsProxy, socksProxy] = this.checkProxySettings(url, 'GET', headers, undefined)
    if (this.fetchIsNative) this.setFetchProxyOptions(options, httpProxy, httpsProxy, socksProxy)
    const fetchStream = this.fetchImplementation as Fetch
    return fetchStream(url, options)
  }

  /** Ends the streams, and the calls that wait for them with `ExchangeClosedByUser`. */
  override async close(cleanInstanceCache: boolean = false): Promise<void> {
    this.marketStreams?.close()
    this.marketStreams = undefined
    const closed = new ExchangeClosedByUser(`${this.id} was closed by its user`)
    for (const updates of this.updatesOf.values()) updates.end(closed)
    this.updatesOf.clear()
    this.marketSinks.clear()
    await super.close(cleanInstanceCache)
  }
}

const keyOf = ({ venue, channel, symbol }: MarketTopic): string => `${venue ?? ''} ${channel} ${symbol}`
const symbolOf = ({ symbol }: { readonly symbol: string | undefined }): string => symbol ?? ''
const idOf = ({ id }: { readonly id: string | undefined }): string => id ?? ''
