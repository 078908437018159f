import { BadRequest, type Market, type OHLCV, type OrderBook, type Ticker, type Tickers, type Trade } from 'ccxt'
import { isRow, rowOf, textOf, type Fields, type Row } from './platform/row.js'
import { isDecimal } from './platform/texts.js'
import { msOf } from './platform/times.js'
import { toGrid } from './platform/to-grid.js'
import { marketFields, tickerRows } from './rows/market-row.js'
import { publicTradeFields, tickerFields } from './rows/price-row.js'
import { Transport } from './transport.js'

const CANDLES_MAX = 500
const SYMBOLS_MAX = 100

/** Prices, books, trades and candles of the public market data. */
export class MarketData extends Transport {
  /** All symbols. Fees, leverage and least notional are those of the venue asked for, else of the primary one. */
  override async fetchMarkets(params: Row = {}): Promise<Market[]> {
    const groups = await this.read('tickers', this.omit(params, ['venue']), 'public')
    const venue = this.venueOf(params)
    return tickerRows(groups).map((row) => this.safeMarketStructure(this.numbersOf(marketFields(row, venue))))
  }

  /** Texts of decimals as numbers, as ccxt makes them, wherever they are: all of `NUMBERS`. */
  private numbersOf(fields: Fields): Fields {
    const result: Fields = {}
    for (const [name, value] of Object.entries(fields)) {
      if (isRow(value)) {
        result[name] = name === 'info' ? value : this.numbersOf({ ...value })
      } else {
        result[name] = NUMBERS.includes(name) ? this.toNumber(this.asText(value)) : value
      }
    }
    return result
  }

  /** The clock of the engine, in milliseconds since the epoch. */
  override async fetchTime(params: Row = {}): Promise<number | undefined> {
    return msOf(await this.read('config', params, 'public'), 'server_time')
  }

  override async fetchTicker(symbol: string, params: Row = {}): Promise<Ticker> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const query = { ...this.omit(params, ['venue']), symbols: market.id, venue: this.venueOf(params) }
    const rows = await this.list('prices', query, 'public')
    if (rows.length === 0) {
      throw new BadRequest(`${this.id} fetchTicker(): ${symbol} has not been priced yet`)
    }
    return this.parseTicker(rows[0] as Row, market)
  }

  override async fetchTickers(symbols?: string[], params: Row = {}): Promise<Tickers> {
    await this.loadMarkets()
    const wanted = this.marketSymbols(symbols)
    const tickers = (await this.priceRows(wanted, params)).map((row) => this.parseTicker(row))
    return this.filterByArrayTickers(tickers, 'symbol', wanted)
  }

  /** Rows of prices of the symbols, of all when there are many. */
  protected async priceRows(wanted: string[] | undefined, params: Row): Promise<readonly Row[]> {
    const query: Fields = { ...this.omit(params, ['venue']), venue: this.venueOf(params) }
    if (wanted !== undefined && wanted.length === 0) {
      return []
    }
    if (wanted !== undefined && wanted.length <= SYMBOLS_MAX) {
      query['symbols'] = wanted.map((symbol) => this.market(symbol).id).join(',')
    }
    return this.list('prices', query, 'public')
  }

  override parseTicker(ticker: Row, market?: Market): Ticker {
    const found = this.safeMarket(textOf(ticker, 'symbol'), market)
    return this.safeTicker(tickerFields(ticker, found.symbol), found)
  }

  /** `limit` is a number of levels a side: 24 unless given, at most 100. */
  override async fetchOrderBook(symbol: string, limit?: number, params: Row = {}): Promise<OrderBook> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const query = { depth: limit, ...this.listing(market, params) }
    return this.bookOf(await this.read('orderbook', query, 'public'), market.symbol)
  }

  protected bookOf(book: Row, symbol: string): OrderBook {
    const parsed = this.parseOrderBook(book, symbol, msOf(book, 'timestamp'))
    const nonce = textOf(book, 'sequence')
    return this.extend(parsed, { nonce: nonce === undefined ? undefined : Number(nonce), info: book }) as OrderBook
  }

  /** `limit` is at most 1,000; `since` leaves out what is older, further back than that the engine does not go. */
  override async fetchTrades(symbol: string, since?: number, limit?: number, params: Row = {}): Promise<Trade[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const query = { limit: since === undefined ? limit : 1_000, ...this.listing(market, params) }
    const rows = await this.list('trades', query, 'public')
    return this.parseTrades([...rows], market, since, limit)
  }

  override parseTrade(trade: Row, market?: Market): Trade {
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
    limit?: number,
    params: Row = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const count = Math.min(limit ?? 100, CANDLES_MAX)
    const window = this.candleWindow(timeframe, since, this.untilOf(params), count)
    const rest = this.omit(this.listing(market, params), ['until'])
    const query = { interval: timeframe, limit: count, ...window, ...rest }
    const rows = await this.list('candles', query, 'public')
    return this.parseOHLCVs([...rows], market, timeframe, since, count)
  }

  /** The engine gives the newest of a window, so with a start its end is where `count` candles end. */
  private candleWindow(timeframe: string, since: number | undefined, until: number | undefined, count: number): Fields {
    if (since === undefined) {
      return { to: until === undefined ? undefined : this.iso8601(until) }
    }
    const duration = this.parseTimeframe(timeframe) * 1_000
    const first = Math.ceil(since / duration) * duration
    const end = first + count * duration - 1
    const last = until === undefined ? end : Math.min(end, until)
    return { from: this.iso8601(first), to: this.iso8601(Math.max(first, last)) }
  }

  override parseOHLCV(row: unknown, _market?: Market): OHLCV {
    const candle = isRow(row) ? row : {}
    const values = CANDLE.map((field) => this.toNumber(textOf(candle, field)))
    return [msOf(candle, 'timestamp'), ...values] as OHLCV
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
    if (text !== undefined && !isDecimal(text)) {
      throw new BadRequest(`${this.id} ${name} must be a number of 0 or more, not ${text}`)
    }
    return text === undefined ? undefined : toGrid(text, step, mode)
  }

  protected gridOf(symbol: string | undefined, field: string): string {
    const market = this.market(symbol)
    return textOf(rowOf({ ...market }, 'info'), field) ?? '0'
  }

  protected listing(market: { readonly id: string | undefined }, params: Row): Fields {
    return { symbol: market.id, ...params, venue: this.venueOf(params) }
  }

  protected marketOrNone(symbol: string | undefined): Market | undefined {
    return symbol === undefined ? undefined : this.market(symbol)
  }

  protected marketIdOf(symbol: string | undefined): string | undefined {
    return symbol === undefined ? undefined : this.market(symbol).id
  }
}

const CANDLE = ['open', 'high', 'low', 'close', 'volume']
const NUMBERS = ['contractSize', 'taker', 'maker', 'amount', 'price', 'min', 'max']
