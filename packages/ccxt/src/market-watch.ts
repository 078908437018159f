import { type OHLCV, type OrderBook, type Ticker, type Tickers, type Trade } from 'ccxt'
import { OrderControl } from './order-control.js'
import { numberOf, textOf, type Fields, type Row } from './platform/row.js'
import type { MarketNews } from './platform/stream-runtime.js'

const FIRST_SYMBOLS = 50

/**
 * Prices, books, trades and candles as they change. A call waits for news, or has those that came since the last one;
 * a stream that was cut is opened again, and calls throw when that fails for `timeout` milliseconds.
 */
export class MarketWatch extends OrderControl {
  override async watchTicker(symbol: string, params: Row = {}): Promise<Ticker> {
    const tickers = await this.watchTickers([symbol], params)
    return tickers[this.market(symbol).symbol] as Ticker
  }

  /** The tickers that have changed; all of the first 50 symbols when none are named. */
  override async watchTickers(symbols?: string[], params: Row = {}): Promise<Tickers> {
    await this.loadMarkets()
    const rows = await this.marketNews(this.priceNews(symbols, params))
    const tickers: Fields = {}
    for (const row of rows) {
      const ticker = this.parseTicker(row)
      tickers[ticker.symbol ?? ''] = ticker
    }
    return tickers as Tickers
  }

  override async watchBidsAsks(symbols?: string[], params: Row = {}): Promise<Tickers> {
    return this.watchTickers(symbols, params)
  }

  /** The whole book, cut to `limit` levels a side (at most 24). */
  override async watchOrderBook(symbol: string, limit?: number, params: Row = {}): Promise<OrderBook> {
    return this.watchOrderBookForSymbols([symbol], limit, params)
  }

  /** The book of one of the symbols at a time, in the order in which they changed. */
  override async watchOrderBookForSymbols(symbols: string[], limit?: number, params: Row = {}): Promise<OrderBook> {
    await this.loadMarkets()
    const rows = await this.marketNews(this.bookNews(symbols, params))
    const row = rows[0] as Row
    const book = this.bookOf(row, this.safeMarket(textOf(row, 'symbol')).symbol)
    if (limit === undefined) {
      return book
    }
    return { ...book, bids: book.bids.slice(0, limit), asks: book.asks.slice(0, limit) }
  }

  override async watchTrades(symbol: string, since?: number, limit?: number, params: Row = {}): Promise<Trade[]> {
    return this.watchTradesForSymbols([symbol], since, limit, params)
  }

  override async watchTradesForSymbols(
    symbols: string[],
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Trade[]> {
    await this.loadMarkets()
    const rows = await this.marketNews(this.tradeNews(symbols, params))
    const trades = this.parseTrades(rows)
    return this.filterBySinceLimit(trades, since, limit, 'timestamp', true) as Trade[]
  }

  /** The open candle as it changes, and the final form of one that has ended. */
  override async watchOHLCV(
    symbol: string,
    timeframe: string = '1m',
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets()
    const rows = await this.marketNews(this.candleNews([symbol], timeframe, params))
    const candles = rows.map((row) => this.parseOHLCV(row))
    return this.filterBySinceLimit(candles, since, limit, 0, true) as OHLCV[]
  }

  /** Candles by symbol and timeframe; the timeframe of all symbols is that of the first of `[symbol, timeframe]`. */
  override async watchOHLCVForSymbols(
    symbolsAndTimeframes: string[][],
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Record<string, Record<string, OHLCV[]>>> {
    await this.loadMarkets()
    const timeframe = symbolsAndTimeframes[0]?.[1] ?? '1m'
    const symbols = symbolsAndTimeframes.map((pair) => pair[0] ?? '')
    const result: Record<string, Record<string, OHLCV[]>> = {}
    for (const row of await this.marketNews(this.candleNews(symbols, timeframe, params))) {
      const symbol = this.safeMarket(textOf(row, 'symbol')).symbol
      const known = result[symbol]?.[timeframe] ?? []
      const candles = this.filterBySinceLimit([...known, this.parseOHLCV(row)], since, limit, 0, true)
      result[symbol] = { [timeframe]: candles as OHLCV[] }
    }
    return result
  }

  override async unWatchTicker(symbol: string, params: Row = {}): Promise<void> {
    return this.unWatchTickers([symbol], params)
  }

  override async unWatchTickers(symbols?: string[], params: Row = {}): Promise<void> {
    await this.loadMarkets()
    this.endMarketNews(this.priceNews(symbols, params))
  }

  override async unWatchBidsAsks(symbols?: string[], params: Row = {}): Promise<void> {
    return this.unWatchTickers(symbols, params)
  }

  override async unWatchOrderBook(symbol: string, params: Row = {}): Promise<void> {
    return this.unWatchOrderBookForSymbols([symbol], params)
  }

  override async unWatchOrderBookForSymbols(symbols: string[], params: Row = {}): Promise<void> {
    await this.loadMarkets()
    this.endMarketNews(this.bookNews(symbols, params))
  }

  override async unWatchTrades(symbol: string, params: Row = {}): Promise<void> {
    return this.unWatchTradesForSymbols([symbol], params)
  }

  override async unWatchTradesForSymbols(symbols: string[], params: Row = {}): Promise<void> {
    await this.loadMarkets()
    this.endMarketNews(this.tradeNews(symbols, params))
  }

  override async unWatchOHLCV(symbol: string, timeframe: string = '1m', params: Row = {}): Promise<void> {
    return this.unWatchOHLCVForSymbols([[symbol, timeframe]], params)
  }

  override async unWatchOHLCVForSymbols(symbolsAndTimeframes: string[][], params: Row = {}): Promise<void> {
    await this.loadMarkets()
    const symbols = symbolsAndTimeframes.map((pair) => pair[0] ?? '')
    this.endMarketNews(this.candleNews(symbols, symbolsAndTimeframes[0]?.[1] ?? '1m', params))
  }

  private priceNews(symbols: string[] | undefined, params: Row): MarketNews {
    const wanted = this.marketSymbols(symbols) ?? this.symbols.slice(0, FIRST_SYMBOLS)
    return { ...this.marketTopic('price', wanted, params), max: wanted.length, key: ['symbol'] }
  }

  private bookNews(symbols: string[], params: Row): MarketNews {
    return { ...this.marketTopic('book', symbols, params), max: symbols.length, key: ['symbol'], take: 1 }
  }

  private tradeNews(symbols: string[], params: Row): MarketNews {
    const topic = this.marketTopic('trades', symbols, params)
    return { ...topic, max: this.keptMax('tradesLimit'), key: ['symbol', 'id'], isOnce: true, list: 'trades' }
  }

  private candleNews(symbols: string[], timeframe: string, params: Row): MarketNews {
    const topic = this.marketTopic(`candles:${timeframe}`, symbols, params)
    return { ...topic, max: this.keptMax('OHLCVLimit'), key: ['symbol', 'timestamp'], at: 'candle' }
  }

  private marketTopic(channel: string, symbols: readonly string[], params: Row) {
    const ids = symbols.map((symbol) => this.market(symbol).id ?? '')
    return { name: `${channel} ${ids.join(',')}`, channel, ids, venue: this.venueOf(params) }
  }

  protected keptMax(option: string): number {
    return numberOf(this.options, option) ?? 1_000
  }
}
