import { BadRequest, InvalidOrder, PermissionDenied } from 'ccxt'

/** Methods of ccxt that are there; `false` for those of its base class that are not. */
const HAS = {
  ...{ CORS: false, spot: false, margin: false, swap: true, future: false, option: false },
  ...{ fetchCurrencies: false, createMarketOrderWs: false },
  ...{ fetchMarkets: true, fetchTime: true, fetchAccounts: true },
  ...{ fetchTicker: true, fetchTickers: true, fetchOrderBook: true, fetchL2OrderBook: true },
  ...{ fetchTrades: true, fetchOHLCV: true },
  ...{ fetchBalance: true, fetchPosition: true, fetchPositions: true, fetchFundingHistory: true },
  ...{ fetchLeverage: true, setLeverage: true, closePosition: true },
  ...{ createOrder: true, createOrders: true, createLimitOrder: true, createMarketOrder: true },
  ...{ createLimitBuyOrder: true, createLimitSellOrder: true },
  ...{ createMarketBuyOrder: true, createMarketSellOrder: true },
  ...{ createStopOrder: true, createStopLimitOrder: true, createStopMarketOrder: true, createTriggerOrder: true },
  ...{ createStopLossOrder: true, createTakeProfitOrder: true, createOrderWithTakeProfitAndStopLoss: true },
  ...{ createTrailingAmountOrder: true, createTrailingPercentOrder: true },
  ...{ createPostOnlyOrder: true, createReduceOnlyOrder: true },
  ...{ editOrder: true, cancelOrder: true, cancelOrders: true, cancelAllOrders: true },
  ...{ fetchOrder: true, fetchOrders: true, fetchOpenOrders: true, fetchClosedOrders: true },
  ...{ fetchCanceledOrders: true, fetchMyTrades: true },
  ...{ watchTicker: true, watchTickers: true, watchOrderBook: true, watchTrades: true, watchOHLCV: true },
  ...{ unWatchTicker: true, unWatchTickers: true, unWatchOrderBook: true, unWatchTrades: true, unWatchOHLCV: true },
  ...{ unWatchOrders: true, unWatchMyTrades: true, unWatchPositions: true },
  ...{ watchOrders: true, watchMyTrades: true, watchPositions: true, watchBalance: true },
}

const TIMEFRAMES = { '1m': '1m', '5m': '5m', '15m': '15m', '1h': '1h', '4h': '4h', '1d': '1d' }

/** Endpoints by their paths, as ccxt makes methods of them: `privateGetAccountAccountIdRisk`. */
const API = {
  public: {
    get: [
      ...['price', 'prices', 'orderbook', 'trades', 'candles', 'tickers', 'ticker/metadata', 'metrics', 'config'],
      ...['plans', 'news'],
    ],
  },
  private: {
    get: [
      ...['key', 'accounts', 'account/{account_id}', 'account/{account_id}/summary'],
      ...['account/{account_id}/positions', 'account/{account_id}/positions/history'],
      ...['account/{account_id}/orders', 'account/{account_id}/orders/{order_id}', 'account/{account_id}/trades'],
      ...['account/{account_id}/funding', 'account/{account_id}/ledger', 'account/{account_id}/events'],
      ...['account/{account_id}/equity', 'account/{account_id}/risk', 'account/{account_id}/analytics'],
      ...['account/{account_id}/breaches', 'account/{account_id}/violations', 'account/{account_id}/leverage'],
    ],
    post: [
      ...['order', 'order/preview', 'orders/batch', 'accounts', 'account/{account_id}/close-position'],
      ...['account/{account_id}/orders/cancel-all', 'account/{account_id}/orders/{order_id}/cancel'],
      'account/{account_id}/orders/{order_id}/modify',
    ],
    put: ['account/{account_id}/leverage', 'account/{account_id}/positions/{position_id}/protection'],
  },
}

export const VERSION = '1.0.0'

/** The description that ccxt's base class is set up from. */
export const description = (): Record<string, unknown> => ({
  id: 'ats',
  name: 'Algorithmic Trading Service',
  countries: [],
  version: 'v1',
  certified: false,
  pro: true,
  // 1,200 requests a minute with one key.
  rateLimit: 50,
  userAgent: { 'User-Agent': `ats-ccxt/${VERSION}` },
  has: HAS,
  timeframes: TIMEFRAMES,
  urls: { api: 'http://127.0.0.1:4000' },
  api: API,
  requiredCredentials: { apiKey: true, secret: true },
  fees: { trading: { tierBased: false, percentage: true } },
  // For answers that are not the engine's, such as those of a proxy in between.
  httpExceptions: {
    400: BadRequest,
    403: PermissionDenied,
    404: BadRequest,
    405: BadRequest,
    409: BadRequest,
    410: BadRequest,
    413: BadRequest,
    422: InvalidOrder,
  },
  options: {
    // A venue, GMX or OSTIUM: that of orders and prices where params.venue is absent.
    venue: undefined,
    ordersLimit: 1_000,
    tradesLimit: 1_000,
    OHLCVLimit: 1_000,
  },
})
