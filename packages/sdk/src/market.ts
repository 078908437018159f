import { unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import { streamMarket, type MarketFrame, type MarketStreamOptions } from './stream/streams.js'
import type { HistoryOptions } from './account-reads.js'
import type { CallOptions } from './transport/transport.js'
import type {
  AnswerOf,
  Candle,
  CandleInterval,
  FundingRates,
  Metadata,
  Metrics,
  NewsEvent,
  Operations,
  Orderbook,
  PriceWithChange,
  PublicTrade,
} from './types.js'

type Venue = 'GMX' | 'OSTIUM'
/** The venue; without one, the primary venue of the symbol. */
interface VenueOptions extends CallOptions {
  readonly venue?: Venue | undefined
}

/** Market data: public, a key is not needed. Symbols in any spelling. @throws BadSymbol for one that is not listed */
export class Market {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** Last, mark and index price, best bid and ask. */
  price(symbol: string, { venue, ...options }: VenueOptions = {}): Promise<PriceWithChange> {
    return unwrap(this.#api.http.GET('/v1/price', { params: { query: { symbol, venue } }, ...this.#reading(options) }))
  }

  /** Prices of many symbols, with their change over 24 h; of all listed without `symbols`. */
  prices(
    symbols?: readonly string[],
    { venue, ...options }: VenueOptions = {},
  ): Promise<AnswerOf<Operations['listPrices']>> {
    const query = { symbols: symbols?.join(','), venue }
    return unwrap(this.#api.http.GET('/v1/prices', { params: { query }, ...this.#reading(options) }))
  }

  /** The book, best levels first; `depth` levels a side, default 24, at most 100. */
  orderbook(
    symbol: string,
    { venue, depth, ...options }: VenueOptions & { readonly depth?: number | undefined } = {},
  ): Promise<Orderbook> {
    const query = { symbol, venue, depth }
    const book = unwrap(this.#api.http.GET('/v1/orderbook', { params: { query }, ...this.#reading(options) }))
    return book as Promise<Orderbook> // openapi-fetch makes lists of the pairs in it
  }

  /** The latest public trades, newest first; default 50, at most 1,000. */
  trades(
    symbol: string,
    { venue, limit, ...options }: VenueOptions & { readonly limit?: number | undefined } = {},
  ): Promise<readonly PublicTrade[]> {
    const query = { symbol, venue, limit }
    return unwrap(this.#api.http.GET('/v1/trades', { params: { query }, ...this.#reading(options) }))
  }

  /** Bars of a symbol, newest first, page by page. */
  candles(
    symbol: string,
    { venue, interval, from, to, pageSize: limit = 500, ...options }: CandlesOptions = {},
  ): Rows<Candle> {
    return rowsOf(to, async (end: string | undefined) => {
      const query = { symbol, venue, interval, from, to: end, limit }
      const { data = [], response } = await this.#api.http.GET('/v1/candles', {
        params: { query },
        ...this.#reading(options),
      })
      return { rows: data, next: nextTo(response) }
    })
  }

  /** Every listed instrument, by asset class. */
  tickers(options?: CallOptions): Promise<AnswerOf<Operations['listTickers']>> {
    return unwrap(this.#api.http.GET('/v1/tickers', this.#reading(options)))
  }

  /** Tick, lot, smallest order, leverage, fees and hours of an instrument, by any name of it: `btc`, `gold`. */
  metadata(
    ticker: string,
    { type, ...options }: CallOptions & { readonly type?: string | undefined } = {},
  ): Promise<Metadata> {
    return unwrap(
      this.#api.http.GET('/v1/ticker/metadata', { params: { query: { ticker, type } }, ...this.#reading(options) }),
    )
  }

  /** Open interest, volume over 24 h, funding rate. */
  metrics(symbol: string, { venue, ...options }: VenueOptions = {}): Promise<Metrics> {
    return unwrap(
      this.#api.http.GET('/v1/metrics', { params: { query: { symbol, venue } }, ...this.#reading(options) }),
    )
  }

  /** Rates of the funding times of a symbol, newest first, page by page. */
  fundingRates(
    symbol: string,
    { venue, from, to, pageSize: limit = 500, ...options }: Omit<CandlesOptions, 'interval'> = {},
  ): Rows<FundingRates> {
    return rowsOf(to, async (end: string | undefined) => {
      const query = { symbol, venue, from, to: end, limit }
      const { data = [], response } = await this.#api.http.GET('/v1/funding-rates', {
        params: { query },
        ...this.#reading(options),
      })
      return { rows: data, next: nextTo(response) }
    })
  }

  /** Scheduled news around which plans may freeze trading, the latest first, past ones among them. */
  news({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<NewsEvent> {
    return rowsOf(to, async (end: string | undefined) => {
      const params = { query: { from, to: end, limit } }
      const { data = [], response } = await this.#api.http.GET('/v1/news', { params, ...this.#reading(options) })
      return { rows: data, next: nextTo(response) }
    })
  }

  /** Version, clock, venues, limits and features of the service. */
  config(options: CallOptions = {}): Promise<AnswerOf<Operations['getConfig']>> {
    return unwrap(
      this.#api.http.GET('/v1/config', this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })),
    )
  }

  /**
   * Symbols as they change: the newest value of each channel, at most four a second. Comes back by itself when the
   * connection is lost; leaving the loop ends it.
   */
  stream(symbols: readonly string[], options: MarketStreamOptions = {}): AsyncGenerator<MarketFrame> {
    return streamMarket(this.#api, symbols, options)
  }

  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' } })
  }
}

export interface CandlesOptions extends VenueOptions {
  /** Default `1m`. */
  readonly interval?: CandleInterval | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly pageSize?: number | undefined
}
