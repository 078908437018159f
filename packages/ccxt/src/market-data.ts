import { BadRequest, type Market, type OHLCV, type OrderBook, type Ticker, type Tickers, type Trade } from 'ccxt'
import { marketFields, tickerRows } from './rows/market-row.js'
import { publicTradeFields, tickerFields } from './rows/price-row.js'
import { isRow, msOf, textOf, type Row } from './rows/row.js'
import { isDecimal, toGrid } from './to-grid.js'
import { Transport, type Params } from './transport.js'

const CANDLES_MAX = 500
const SYMBOLS_MAX = 100

/** Prices, books, trades and candles of the public market data. */
export class MarketData extends Transport {
  /** All symbols. Fees, leverage and least notional are those of the venue asked for, else of the primary one. */
  override async fetchMarkets(params: Params = {}): Promise<Market[]> {
    const groups = await this.read('tickers', this.omit(params, ['venue']))
    const venue = this.venueOf(params)
    return tickerRows(groups).map((row) =>
      this.safeMarketFields(marketFields(row, venue, (text) => this.toNumber(text))),
    )
  }

  private safeMarketFields(fields: Record<string, unknown>): Market {
    return this.safeMarketStructure(fields)
  }

  /** The clock of the engine, in milliseconds since the epoch. */
  override async fetchTime(params: Params = {}): Promise<number | undefined> {
    return msOf(await this.read('config', params), 'server_time')
  }

  override async fetchTicker(symbol: string, params: Params = {}): Promise<Ticker> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const [row] = await this.list('prices', { ...this.listing(market, params), symbol: undefined, symbols: market.id })
    if (row === undefined) throw new BadRequest(`${this.id} fetchTicker(): ${symbol} has not been priced yet`)
    return this.parseTicker({ ...row }, market)
  }

  override async fetchTickers(symbols?: string[], params: Params = {}): Promise<Tickers> {
    await this.loadMarkets()
    const wanted = this.marketSymbols(symbols)
    const rest = { venue: this.venueOf(params), ...this.omit(params, ['venue']) }
    const isFew = wanted !== undefined && wanted.length <= SYMBOLS_MAX
    const ids = isFew ? wanted.map((symbol) => this.market(symbol).id).join(',') : undefined
    if (ids === '') return {}
    const rows = await this.list('prices', { ...rest, symbols: ids })
    const tickers = rows.map((row) => this.parseTicker({ ...row }))
    return this.filterByArrayTickers(tickers, 'symbol', wanted)
  }

  override parseTicker(ticker: Record<string, unknown>, market?: Market): Ticker {
    const found = this.safeMarket(textOf(ticker, 'symbol'), market)
    return this.safeTicker(tickerFields(ticker, found.symbol), found)
  }

  /** `limit` is a number of levels a side: 24 unless given, at most 100. */
  override async fetchOrderBook(symbol: string, limit?: number, params: Params = {}): Promise<OrderBook> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const book = await this.read('orderbook', { depth: limit, ...this.listing(market, params) })
    return this.bookOf(book, market.symbol)
  }

  protected bookOf(book: Row, symbol: string): OrderBook {
    const nonce = textOf(book, 'sequence')
    const parsed = this.parseOrderBook(book, symbol, msOf(book, 'timestamp'))
    return Object.assign(parsed, { nonce: nonce === undefined ? undefined : Number(nonce), info: book })
  }

  /** `limit` is at most 1,000; `since` leaves out what is older, further back than that the engine does not go. */
  override async fetchTrades(symbol: string, since?: number, limit?: number, params: Params = {}): Promise<Trade[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const wanted = since === undefined ? limit : 1_000
    const rows = await this.list('trades', { limit: wanted, ...this.listing(market, params) })
    return this.parseTrades([...rows], market, since, limit)
  }

  override parseTrade(trade: Record<string, unknown>, market?: Market): Trade {
    const found = this.safeMarket(textOf(trade, 'symbol'), market)
    return this.safeTrade(publicTradeFields(trade, found.symbol), found)
  }

  /**
   * Oldest first, the last one may still be open. With `since` the first `limit` candles from there, else the latest;
   * 100 unless given, at most 500.
   */
  override async fetchOHLCV(
    symbol: string,
    timeframe: string = '1m',
    since?: number,
    limit: number = 100,
    params: Params = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const until = params['until'] as number | undefined
    const count = Math.min(limit, CANDLES_MAX)
    const rest = this.omit(this.listing(market, params), ['until'])
    const window = this.candleWindow(timeframe, since, until, count)
    const rows = await this.list('candles', { interval: timeframe, limit: count, ...window, ...rest })
    return this.parseOHLCVs([...rows], market, timeframe, since, count)
  }

  /** The engine gives the newest of a window, so with a start its end is where `count` candles end. */
  private candleWindow(timeframe: string, since: number | undefined, until: number | undefined, count: number): Params {
    const duration = this.parseTimeframe(timeframe) * 1_000
    const first = since === undefined ? undefined : Math.ceil(since / duration) * duration
    const last = first === undefined ? until : Math.min(first + count * duration - 1, until ?? Infinity)
    if (first !== undefined && last !== undefined && last < first)
      return { from: new Date(first).toISOString(), to: new Date(first).toISOString() }
    const text = (ms: number | undefined): string | undefined =>
      ms === undefined ? undefined : new Date(ms).toISOString()
    return { from: text(first), to: text(last) }
  }

  override parseOHLCV(row: unknown, _market?: Market): OHLCV {
    const candle = isRow(row) ? row : {}
    const number = (field: string): number | undefined => this.toNumber(textOf(candle, field))
    return [msOf(candle, 'timestamp'), number('open'), number('high'), number('low'), number('close'), number('volume')]
  }

  /** Cuts to the lot size, digit by digit; what is within 1e-9 of a lot is that lot. */
  override amountToPrecision(symbol: string | undefined, amount: unknown): string | undefined {
    return this.ontoGrid('amount', amount, this.gridOf(symbol, 'lot_size'), 'down')
  }

  /** Rounds to the nearest tick, digit by digit. Orders do without: the engine moves a limit to the better tick. */
  override priceToPrecision(symbol: string | undefined, price: unknown): string | undefined {
    return this.ontoGrid('price', price, this.gridOf(symbol, 'tick_size'), 'nearest')
  }

  private ontoGrid(name: string, value: unknown, step: string, mode: 'down' | 'nearest'): string | undefined {
    const text = this.asText(value)
    if (text === undefined) return undefined
    if (!isDecimal(text)) throw new BadRequest(`${this.id} ${name} must be a number of 0 or more, not ${text}`)
    return toGrid(text, step, mode)
  }

  protected gridOf(symbol: string | undefined, field: 'lot_size' | 'tick_size'): string {
    const { info } = this.market(symbol)
    return (isRow(info) ? textOf(info, field) : undefined) ?? '0'
  }

  /** A number as a decimal text, a text as it is. */
  protected asText(value: unknown): string | undefined {
    if (value === undefined || value === null || value === '') return undefined
    return typeof value === 'string' ? value : this.numberToString(value)
  }

  protected toNumber(text: string | undefined): number | undefined {
    return text === undefined ? undefined : this.parseNumber(text)
  }

  /** The venue that a call asks for, else that of the options; undefined leaves the choice to the engine. */
  protected venueOf(params: Params): string | undefined {
    return textOf(params, 'venue') ?? textOf(this.options, 'venue')
  }

  private listing(market: { readonly id: string | undefined }, params: Params): Params {
    return { symbol: market.id, ...params, venue: this.venueOf(params) }
  }
}
