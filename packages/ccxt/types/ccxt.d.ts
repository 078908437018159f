/**
 * Declares as much of ccxt as is used here: ccxt itself (60 MB) is no part of this workspace. A test in release/ checks
 * the sources against the declarations that ccxt ships, and runs them with it.
 */
declare module 'ccxt' {
  export type Str = string | undefined
  export type Strings = string[] | undefined
  export type Num = number | undefined
  export type Int = number | undefined
  export type OrderSide = string | undefined
  export type OrderType = string
  export type OHLCV = [Num, Num, Num, Num, Num, Num]
  interface Dictionary<T> {
    [key: string]: T
  }

  export interface MarketInterface {
    id: Str
    symbol: string
    base: string
    quote: string
    maker: Num
    taker: Num
    info: unknown
  }
  export type Market = MarketInterface | undefined
  export interface Account {
    id: Str
    type: Str
    code: Str
    info: unknown
  }
  interface Moment {
    timestamp: Int
    datetime: Str
    info: unknown
  }
  export interface Order extends Moment {
    id: Str
    clientOrderId: Str
    symbol: Str
    type: Str
    status: Str
    side: Str
    price: Num
    average?: Num
    amount: Num
    filled: Num
    remaining: Num
    cost: Num
    fee: Fee
    trades: Trade[]
  }
  type Fee = { currency: Str; cost: Num } | undefined
  interface Balance {
    free: Num
    used: Num
    total: Num
  }
  export interface Trade extends Moment {
    id: Str
    order: Str
    symbol: Str
    side: Str
    amount: Num
    price: Num
    fee: Fee
  }
  export interface Ticker extends Moment {
    symbol: Str
    last: Num
    bid: Num
    ask: Num
  }
  export type Tickers = Dictionary<Ticker>
  export interface OrderBook {
    symbol: Str
    bids: [Num, Num][]
    asks: [Num, Num][]
    timestamp: Int
    datetime: Str
    nonce: Int
    copy(): OrderBook
  }
  export interface Position {
    id?: Str
    symbol: Str
    side: Str
    contracts?: Num
    notional?: Num
    initialMargin?: Num
    collateral?: Num
    unrealizedPnl?: Num
    info: unknown
  }
  export interface Balances extends Dictionary<Balance> {
    // A field of another type than all others.
    info: never
  }
  export interface Leverage {
    info: unknown
    symbol: Str
    marginMode: Str
    longLeverage: Num
    shortLeverage: Num
  }
  export interface FundingHistory {
    info: unknown
    symbol: Str
    code: Str
    timestamp?: Int
    datetime?: Str
    id: Str
    amount: Num
  }

  export interface MarginMode {
    info: unknown
    symbol: Str
    marginMode: Str
  }
  export interface LedgerEntry extends Moment {
    id: Str
    currency: Str
    type: Str
    direction: Str
    amount: Num
    before: Num
    after: Num
  }
  export interface TradingFeeInterface {
    info: unknown
    symbol: Str
    maker: Num
    taker: Num
    percentage: boolean | undefined
    tierBased: boolean | undefined
  }
  export type TradingFees = Dictionary<TradingFeeInterface>
  export interface LeverageTier {
    tier: Num
    symbol: Str
    currency: Str
    minNotional: Num
    maxNotional: Num
    maintenanceMarginRate: Num
    maxLeverage: Num
    info: unknown
  }
  export type LeverageTiers = Dictionary<LeverageTier[]>
  export interface FundingRate {
    info: unknown
    symbol: string
    timestamp?: Num
    fundingRate?: Num
    datetime?: Str
    markPrice?: Num
    indexPrice?: Num
    interestRate?: Num
    estimatedSettlePrice?: Num
    fundingTimestamp?: Num
    fundingDatetime?: Str
    nextFundingTimestamp?: Num
    nextFundingDatetime?: Str
    nextFundingRate?: Num
    previousFundingTimestamp?: Num
    previousFundingDatetime?: Str
    previousFundingRate?: Num
    interval?: Str
  }
  export type FundingRates = Dictionary<FundingRate>
  export interface FundingRateHistory {
    info: unknown
    symbol: Str
    fundingRate: Num
    timestamp?: Int
    datetime?: Str
  }
  export interface Liquidation {
    info: unknown
    symbol: Str
    timestamp?: Int
    datetime?: Str
    price: Num
    baseValue?: Num
    quoteValue?: Num
    contracts?: Num
    contractSize?: Num
    side?: OrderSide
  }
  export interface OpenInterest {
    symbol: string
    openInterestAmount?: Num
    info: unknown
  }
  export type OpenInterests = Dictionary<OpenInterest>
  export type LastPrices = Dictionary<unknown>
  interface Currency {
    code: string
  }
  export type Currencies = Dictionary<unknown>
  type Fields = Record<string, unknown>
  type OrderTerms = [
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: number,
    price?: Num,
    trigger?: Num,
    other?: Num,
    params?: Fields,
  ]

  export class Exchange {
    constructor(config?: Fields)
    id: string
    apiKey: string
    secret: string
    accountId: string
    urls: Dictionary<unknown>
    options: Fields
    timeout: number
    newUpdates: boolean
    markets: Dictionary<Market> | undefined
    symbols: string[]
    fetchImplementation: unknown
    fetchDispatcher: unknown
    fetchIsNative: boolean
    headers: Dictionary<string>
    userAgent: { 'User-Agent': string } | false | undefined
    has: Fields
    describe(): unknown
    milliseconds(): number
    encodeURIComponent(text: string): string
    json(value: unknown): string
    extend(...objects: unknown[]): unknown
    sortBy(rows: unknown, key: string): unknown[]
    sign(path: string, api?: string, method?: string, params?: Fields, headers?: Fields, body?: Str): Fields
    fetch(url: string, method?: string, headers?: unknown, body?: unknown): Promise<unknown>
    request(path: string, api: string, method: string, params?: Fields): Promise<unknown>
    loadFetchImplementation(): Promise<unknown>
    checkProxySettings(url: string, method: string, headers: unknown, body: unknown): Str[]
    setFetchProxyOptions(params: Fields, httpProxy: Str, httpsProxy: Str, socksProxy: Str): void
    checkRequiredCredentials(error?: boolean): boolean
    close(cleanInstanceCache?: boolean): Promise<void>
    loadMarkets(reload?: boolean, params?: object): Promise<Dictionary<Market>>
    market(symbol: Str): MarketInterface
    safeMarketStructure(market?: Fields): Market
    safeMarket(id?: Str, market?: Market): MarketInterface
    marketSymbols(symbols?: Strings): Strings
    implodeParams(path: string, params: Fields): string
    extractParams(path: string): string[]
    deepExtend(...objects: unknown[]): unknown
    omit(fields: Fields, names: string[]): Fields
    urlencode(fields: Fields): string
    numberToString(value: unknown): string
    parseNumber(value: unknown): number
    parseTimeframe(timeframe: string): number
    iso8601(ms: Int): Str
    safeOrder(order: Fields, market?: Market): Order
    safeTrade(trade: Fields, market?: Market): Trade
    safeTicker(ticker: Fields, market?: Market): Ticker
    safePosition(position: Fields): Position
    safeBalance(balance: Fields): Balances
    safeLedgerEntry(entry: Fields, currency?: Currency): LedgerEntry
    safeCurrency(id: string): Currency
    safeLiquidation(liquidation: Fields, market?: Market): Liquidation
    safeOpenInterest(interest: Fields, market?: Market): OpenInterest
    safeCurrencyStructure(currency: Fields): unknown
    filterBySinceLimit(rows: unknown, since?: Int, limit?: Int, key?: string | number, tail?: boolean): unknown
    filterByCurrencySinceLimit(rows: unknown, code?: Str, since?: Int, limit?: Int): unknown
    parseOrders(rows: unknown, market?: Market, since?: Int, limit?: Int): Order[]
    parseTrades(rows: unknown, market?: Market, since?: Int, limit?: Int): Trade[]
    parseOHLCVs(rows: unknown, market?: Market, timeframe?: string, since?: Int, limit?: Int): OHLCV[]
    parseOrderBook(book: object, symbol: Str, timestamp?: Int): OrderBook
    filterBySymbolSinceLimit(rows: unknown, symbol?: Str, since?: Int, limit?: Int, tail?: boolean): unknown
    filterByArrayTickers(rows: unknown, key: string, values?: Strings): Dictionary<Ticker>
    filterByArrayPositions(rows: unknown, key: string, values?: Strings, indexed?: boolean): Position[]
    handleErrors(
      status: number,
      reason: string,
      url: string,
      method: string,
      headers: Fields,
      body: string,
      response: unknown,
      requestHeaders: unknown,
      requestBody: unknown,
    ): undefined
    parseJson(text: string): unknown
    parseOrder(order: Fields, market?: Market): Order
    parseTrade(trade: Fields, market?: Market): Trade
    parseTicker(ticker: Fields, market?: Market): Ticker
    parsePosition(position: Fields, market?: Market): Position
    parseOHLCV(row: unknown, market?: Market): OHLCV
    fetchCurrencies(params?: Fields): Promise<Currencies>
    fetchStatus(params?: Fields): Promise<unknown>
    fetchTradingFee(symbol: string, params?: Fields): Promise<TradingFeeInterface>
    fetchTradingFees(params?: Fields): Promise<TradingFees>
    fetchLeverageTiers(symbols?: Strings, params?: Fields): Promise<LeverageTiers>
    fetchMarketLeverageTiers(symbol: string, params?: Fields): Promise<LeverageTier[]>
    fetchFundingRate(symbol: string, params?: Fields): Promise<FundingRate>
    fetchFundingRates(symbols?: Strings, params?: Fields): Promise<FundingRates>
    fetchFundingRateHistory(symbol: string, since?: Int, limit?: Int, params?: Fields): Promise<FundingRateHistory[]>
    fetchMyLiquidations(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Liquidation[]>
    fetchOpenInterest(symbol: string, params?: Fields): Promise<OpenInterest>
    fetchOpenInterests(symbols?: Strings, params?: Fields): Promise<OpenInterests>
    fetchBidsAsks(symbols?: Strings, params?: Fields): Promise<Tickers>
    fetchMarkPrice(symbol: string, params?: Fields): Promise<Ticker>
    fetchMarkPrices(symbols?: Strings, params?: Fields): Promise<Tickers>
    fetchLastPrices(symbols?: Strings, params?: Fields): Promise<LastPrices>
    fetchGreeks(symbol: string): Promise<unknown>
    fetchMarginMode(symbol: string, params?: Fields): Promise<MarginMode>
    fetchPositionsForSymbol(symbol: string, params?: Fields): Promise<Position[]>
    fetchPositionHistory(symbol: string, since?: Int, limit?: Int, params?: Fields): Promise<Position[]>
    fetchPositionsHistory(symbols?: Strings, since?: Int, limit?: Int, params?: Fields): Promise<Position[]>
    fetchLedger(code?: Str, since?: Int, limit?: Int, params?: Fields): Promise<LedgerEntry[]>
    fetchCanceledAndClosedOrders(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Order[]>
    fetchOrderTrades(id: string, symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Trade[]>
    editOrders(orders: OrderRequest[], params?: Fields): Promise<Order[]>
    cancelOrdersForSymbols(orders: { id: string; symbol: string }[], params?: Fields): Promise<Order[]>
    cancelAllOrdersAfter(timeout: number, params?: Fields): Promise<unknown>
    setMarginMode(marginMode: string, symbol?: Str, params?: Fields): Promise<unknown>
    watchBidsAsks(symbols?: Strings, params?: Fields): Promise<Tickers>
    watchOrderBookForSymbols(symbols: string[], limit?: Int, params?: Fields): Promise<OrderBook>
    watchTradesForSymbols(symbols: string[], since?: Int, limit?: Int, params?: Fields): Promise<Trade[]>
    watchOHLCVForSymbols(
      pairs: string[][],
      since?: Int,
      limit?: Int,
      params?: Fields,
    ): Promise<Dictionary<Dictionary<OHLCV[]>>>
    unWatchBidsAsks(symbols?: Strings, params?: Fields): Promise<unknown>
    unWatchOrderBookForSymbols(symbols: string[], params?: Fields): Promise<unknown>
    unWatchTradesForSymbols(symbols: string[], params?: Fields): Promise<unknown>
    unWatchOHLCVForSymbols(pairs: string[][], params?: Fields): Promise<unknown>
    fetchMarkets(params?: Fields): Promise<Market[]>
    fetchTime(params?: Fields): Promise<Int>
    fetchAccounts(params?: Fields): Promise<Account[]>
    fetchTicker(symbol: string, params?: Fields): Promise<Ticker>
    fetchTickers(symbols?: Strings, params?: Fields): Promise<Tickers>
    fetchOrderBook(symbol: string, limit?: Int, params?: Fields): Promise<OrderBook>
    fetchTrades(symbol: string, since?: Int, limit?: Int, params?: Fields): Promise<Trade[]>
    fetchOHLCV(symbol: string, timeframe?: string, since?: Int, limit?: Int, params?: Fields): Promise<OHLCV[]>
    fetchBalance(params?: Fields): Promise<Balances>
    fetchPosition(symbol: string, params?: Fields): Promise<Position>
    fetchPositions(symbols?: Strings, params?: Fields): Promise<Position[]>
    fetchOrder(id: string, symbol?: Str, params?: Fields): Promise<Order>
    fetchOrders(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Order[]>
    fetchOpenOrders(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Order[]>
    fetchClosedOrders(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Order[]>
    fetchCanceledOrders(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Order[]>
    fetchMyTrades(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Trade[]>
    fetchFundingHistory(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<FundingHistory[]>
    fetchLeverage(symbol: string, params?: Fields): Promise<Leverage>
    setLeverage(leverage: number, symbol?: Str, params?: Fields): Promise<object>
    createOrder(
      symbol: string,
      type: OrderType,
      side: OrderSide,
      amount: number,
      price?: Num,
      params?: Fields,
    ): Promise<Order>
    createStopOrder(...of: OrderTerms): Promise<Order>
    createTriggerOrder(...of: OrderTerms): Promise<Order>
    createStopLossOrder(...of: OrderTerms): Promise<Order>
    createTakeProfitOrder(...of: OrderTerms): Promise<Order>
    createOrderWithTakeProfitAndStopLoss(...of: OrderTerms): Promise<Order>
    createPostOnlyOrder(...of: OrderTerms): Promise<Order>
    createReduceOnlyOrder(...of: OrderTerms): Promise<Order>
    createLimitOrder(symbol: string, side: OrderSide, amount: number, price: number): Promise<Order>
    createMarketOrder(symbol: string, side: OrderSide, amount: number): Promise<Order>
    createLimitBuyOrder(symbol: string, amount: number, price: number): Promise<Order>
    createLimitSellOrder(symbol: string, amount: number, price: number): Promise<Order>
    createMarketBuyOrder(symbol: string, amount: number): Promise<Order>
    createMarketSellOrder(symbol: string, amount: number): Promise<Order>
    createStopLimitOrder(
      symbol: string,
      side: OrderSide,
      amount: number,
      price: number,
      trigger: number,
    ): Promise<Order>
    createStopMarketOrder(symbol: string, side: OrderSide, amount: number, trigger: number): Promise<Order>
    fetchL2OrderBook(symbol: string, limit?: Int): Promise<OrderBook>
    editOrder(
      id: string,
      symbol: string,
      type: OrderType,
      side: OrderSide,
      amount?: Num,
      price?: Num,
      params?: Fields,
    ): Promise<Order>
    cancelOrder(id: string, symbol?: Str, params?: Fields): Promise<Order>
    createOrders(orders: OrderRequest[], params?: Fields): Promise<Order[]>
    cancelOrders(ids: string[], symbol?: Str, params?: Fields): Promise<Order[]>
    cancelAllOrders(symbol?: Str, params?: Fields): Promise<Order[]>
    closePosition(symbol: string, side?: OrderSide, params?: Fields): Promise<Order>
    amountToPrecision(symbol: Str, amount: unknown): Str
    priceToPrecision(symbol: Str, price: unknown): Str
    watchTicker(symbol: string, params?: Fields): Promise<Ticker>
    watchTickers(symbols?: Strings, params?: Fields): Promise<Tickers>
    watchOrderBook(symbol: string, limit?: Int, params?: Fields): Promise<OrderBook>
    watchTrades(symbol: string, since?: Int, limit?: Int, params?: Fields): Promise<Trade[]>
    watchOHLCV(symbol: string, timeframe?: string, since?: Int, limit?: Int, params?: Fields): Promise<OHLCV[]>
    watchOrders(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Order[]>
    watchMyTrades(symbol?: Str, since?: Int, limit?: Int, params?: Fields): Promise<Trade[]>
    watchPositions(symbols?: Strings, since?: Int, limit?: Int, params?: Fields): Promise<Position[]>
    watchBalance(params?: Fields): Promise<Balances>
    unWatchTicker(symbol: string, params?: Fields): Promise<unknown>
    unWatchTickers(symbols?: Strings, params?: Fields): Promise<unknown>
    unWatchOrderBook(symbol: string, params?: Fields): Promise<unknown>
    unWatchTrades(symbol: string, params?: Fields): Promise<unknown>
    unWatchOHLCV(symbol: string, timeframe?: string, params?: Fields): Promise<unknown>
    unWatchOrders(symbol?: Str, params?: Fields): Promise<unknown>
    unWatchMyTrades(symbol?: Str, params?: Fields): Promise<unknown>
    unWatchPositions(symbols?: Strings, params?: Fields): Promise<unknown>
  }

  export class Precise {
    static stringAdd(a: Str, b: Str): string | undefined
    static stringSub(a: Str, b: Str): string | undefined
    static stringAbs(a: Str): string | undefined
    static stringDiv(a: Str, b: Str, precision?: number): string | undefined
  }

  export class BaseError extends Error {}
  export class ExchangeError extends BaseError {}
  export class AuthenticationError extends ExchangeError {}
  export class PermissionDenied extends AuthenticationError {}
  export class ArgumentsRequired extends ExchangeError {}
  export class BadRequest extends ExchangeError {}
  export class BadSymbol extends BadRequest {}
  export class OperationRejected extends ExchangeError {}
  export class MarketClosed extends OperationRejected {}
  export class InsufficientFunds extends ExchangeError {}
  export class InvalidOrder extends ExchangeError {}
  export class OrderNotFound extends InvalidOrder {}
  export class OrderImmediatelyFillable extends InvalidOrder {}
  export class DuplicateOrderId extends InvalidOrder {}
  export class NotSupported extends ExchangeError {}
  export class ExchangeClosedByUser extends ExchangeError {}
  export class UnsubscribeError extends BaseError {}
  export class OperationFailed extends BaseError {}
  export class NetworkError extends OperationFailed {}
  export class RateLimitExceeded extends NetworkError {}
  export class ExchangeNotAvailable extends NetworkError {}
  export class RequestTimeout extends NetworkError {}
  export class BadResponse extends OperationFailed {}
}
