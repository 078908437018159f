import { BadRequest, InvalidOrder, PermissionDenied } from 'ccxt'
import type { Fields } from './platform/row.js'

/**
 * Methods of ccxt that are there, of the class itself or made of it by ccxt; the streams are of the class with them.
 */
const METHODS = [
  ...['fetchMarkets', 'fetchCurrencies', 'fetchTime', 'fetchStatus', 'fetchAccounts', 'fetchTicker', 'fetchTickers'],
  ...['fetchBidsAsks', 'fetchLastPrices', 'fetchMarkPrice', 'fetchMarkPrices', 'fetchOrderBook', 'fetchL2OrderBook'],
  ...['fetchTrades', 'fetchOHLCV', 'fetchFundingRate', 'fetchFundingRates', 'fetchFundingRateHistory'],
  ...['fetchOpenInterest', 'fetchOpenInterests'],
  ...['fetchTradingFee', 'fetchTradingFees', 'fetchLeverageTiers', 'fetchMarketLeverageTiers', 'fetchBalance'],
  ...['fetchLedger', 'fetchPosition', 'fetchPositions', 'fetchPositionsForSymbol', 'fetchPositionHistory'],
  ...['fetchPositionsHistory', 'fetchFundingHistory', 'fetchLeverage', 'setLeverage', 'fetchMarginMode'],
  ...['setMarginMode', 'closePosition', 'createOrder', 'createOrders', 'createLimitOrder', 'createMarketOrder'],
  ...['createLimitBuyOrder', 'createLimitSellOrder', 'createMarketBuyOrder', 'createMarketSellOrder'],
  ...['createStopOrder', 'createStopLimitOrder', 'createStopMarketOrder', 'createTriggerOrder'],
  ...['createStopLossOrder', 'createTakeProfitOrder', 'createOrderWithTakeProfitAndStopLoss'],
  ...['createTrailingAmountOrder', 'createTrailingPercentOrder', 'createPostOnlyOrder', 'createReduceOnlyOrder'],
  ...['editOrder', 'editOrders', 'cancelOrder', 'cancelOrders', 'cancelOrdersForSymbols', 'cancelAllOrders'],
  ...['cancelAllOrdersAfter', 'fetchOrder', 'fetchOpenOrder', 'fetchClosedOrder', 'fetchOrders', 'fetchOpenOrders'],
  ...['fetchClosedOrders', 'fetchCanceledOrders', 'fetchCanceledAndClosedOrders', 'fetchMyTrades'],
  ...['fetchOrderTrades', 'fetchMyLiquidations'],
]

/** Methods that need a class with streams: all in JavaScript, those of `ccxt.pro` in Python. */
const WATCH_METHODS = [
  ...['watchTicker', 'watchTickers', 'watchBidsAsks', 'watchOrderBook', 'watchOrderBookForSymbols', 'watchTrades'],
  ...['watchTradesForSymbols', 'watchOHLCV', 'watchOHLCVForSymbols', 'watchOrders', 'watchMyTrades'],
  ...['watchPositions', 'watchBalance', 'unWatchTicker', 'unWatchTickers', 'unWatchBidsAsks', 'unWatchOrderBook'],
  ...['unWatchOrderBookForSymbols', 'unWatchTrades', 'unWatchTradesForSymbols', 'unWatchOHLCV'],
  ...['unWatchOHLCVForSymbols', 'unWatchOrders', 'unWatchMyTrades', 'unWatchPositions', 'unWatchBalance'],
]

const TIMEFRAMES = { '1m': '1m', '5m': '5m', '15m': '15m', '1h': '1h', '4h': '4h', '1d': '1d' }

/** Endpoints by their paths, as ccxt makes methods of them: `privateGetAccountAccountIdRisk`. */
const API = {
  public: {
    get: [
      ...['price', 'prices', 'orderbook', 'trades', 'candles', 'tickers', 'ticker/metadata', 'metrics', 'config'],
      ...['funding-rates', 'plans', 'news'],
    ],
  },
  private: {
    get: [
      ...['key', 'accounts', 'account/{account_id}', 'account/{account_id}/summary'],
      ...['account/{account_id}/positions', 'account/{account_id}/positions/history'],
      ...['account/{account_id}/orders', 'account/{account_id}/orders/{order_id}', 'account/{account_id}/trades'],
      ...['account/{account_id}/funding', 'account/{account_id}/ledger', 'account/{account_id}/events'],
      ...['account/{account_id}/equity', 'account/{account_id}/days', 'account/{account_id}/risk'],
      ...['account/{account_id}/objectives', 'account/{account_id}/analytics', 'account/{account_id}/breaches'],
      ...['account/{account_id}/violations', 'account/{account_id}/leverage'],
      'account/{account_id}/dead-man-switch',
    ],
    post: [
      ...['order', 'order/preview', 'orders/batch', 'accounts', 'account/{account_id}/close-position'],
      ...['account/{account_id}/orders/cancel-all', 'account/{account_id}/orders/{order_id}/cancel'],
      ...['account/{account_id}/orders/{order_id}/modify', 'account/{account_id}/kill-switch'],
    ],
    put: [
      ...['account/{account_id}/leverage', 'account/{account_id}/positions/{position_id}/protection'],
      'account/{account_id}/dead-man-switch',
    ],
    delete: ['account/{account_id}/dead-man-switch', 'account/{account_id}/kill-switch'],
  },
}

const HISTORY = {
  marginMode: false,
  limit: 10_000,
  daysBack: undefined,
  untilDays: undefined,
  trigger: false,
  trailing: false,
}

/** The features of orders and histories of perpetuals, in ccxt's words. */
const FEATURES = {
  sandbox: false,
  createOrder: {
    ...{ marginMode: false, triggerPrice: true, triggerPriceType: { last: true, mark: true, index: true } },
    ...{ triggerDirection: true, stopLossPrice: true, takeProfitPrice: true },
    attachedStopLossTakeProfit: {
      ...{ triggerPriceType: { last: true, mark: true, index: true }, price: true },
    },
    timeInForce: { IOC: true, FOK: true, PO: true, GTD: true },
    ...{ hedged: false, trailing: true, leverage: false, selfTradePrevention: false, iceberg: false },
    ...{ marketBuyByCost: false, marketBuyRequiresPrice: false },
  },
  createOrders: { max: 50 },
  fetchMyTrades: { ...HISTORY },
  fetchOrder: { marginMode: false, trigger: false, trailing: false },
  fetchOpenOrders: { marginMode: false, limit: 10_000, trigger: false, trailing: false },
  fetchOrders: { ...HISTORY },
  fetchClosedOrders: { ...HISTORY, daysBackCanceled: undefined },
  fetchOHLCV: { limit: 500 },
}

export const VERSION = '1.0.0'

/** The description that ccxt's base class is set up from. */
export function description(): Fields {
  return {
    id: 'ats',
    name: 'Algorithmic Trading Service',
    countries: [],
    version: 'v1',
    certified: false,
    pro: true,
    // 1,200 requests a minute with one key.
    rateLimit: 50,
    userAgent: { 'User-Agent': `ats-ccxt/${VERSION}` },
    has: {
      ...{ CORS: false, spot: false, margin: false, swap: true, future: false, option: false },
      ...{ ws: true, addMargin: false, reduceMargin: false, createMarketOrderWs: false },
      ...flags(METHODS, true),
      ...flags(WATCH_METHODS, true),
    },
    features: { default: FEATURES, swap: { linear: { extends: 'default' }, inverse: undefined } },
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
  }
}

function flags(names: readonly string[], value: boolean): Fields {
  const has: Fields = {}
  for (const name of names) {
    has[name] = value
  }
  return has
}
