// Made from the OpenAPI document by release/generate-sdk-types.mjs: do not edit.

import type { Decimal } from '../numbers/decimal.js'

export const DOCUMENT_SHA256 = 'd44ea16ee7346a07a3f2695993f46be1e0fe4f60af414dcac65ed4537e6f7008'

/** The fields that are whole numbers: all other numbers are decimals. */

export const WHOLE_NUMBERS: readonly string[] = [
  'accounts_per_user',
  'active_keys_per_user',
  'after_minutes',
  'before_minutes',
  'body_bytes',
  'default',
  'default_depth',
  'depth',
  'duration_ms',
  'liquidation_tick',
  'max',
  'max_depth',
  'max_open_orders',
  'max_positions',
  'min_trading_days',
  'number',
  'over_ms',
  'path',
  'plan_version',
  'public_requests_per_minute',
  'redelivered',
  'remaining',
  'requests_per_minute',
  'sequence',
  'status',
  'tick',
  'timeout_ms',
  'trades',
  'trading_days',
  'trigger_tick',
  'version',
]

export interface paths {
  '/v1/order': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Place an order */
    post: operations['placeOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/order/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description What an order would do now, without placing it */
    post: operations['previewOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/orders': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description List working orders, or all of them */
    get: operations['listOrders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/orders/{order_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description One order, in whatever state it is */
    get: operations['getOrder']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/orders/{order_id}/modify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Change a working order in place */
    post: operations['modifyOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/orders/{order_id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Cancel a working order */
    post: operations['cancelOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/orders/cancel-all': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Cancel every working order, or every one of a symbol */
    post: operations['cancelAllOrders']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/positions/{position_id}/protection': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /** @description Set or remove a position's stop and target */
    put: operations['protectPosition']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/close-position': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Close a position, or part of it, with a reduce-only order */
    post: operations['closePosition']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/orders/batch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Place up to 50 orders on one account */
    post: operations['placeOrders']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/plans': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The plans an account can be opened on */
    get: operations['listPlans']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/grants': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The caller's rights to open an account on a plan, newest first */
    get: operations['listGrants']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/accounts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The caller's accounts, newest first */
    get: operations['listAccounts']
    put?: never
    /** @description Open a trading account: one per plan and challenge */
    post: operations['createAccount']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The account record */
    get: operations['getAccount']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/summary': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Equity, margin and PnL at this moment */
    get: operations['getAccountSummary']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/positions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Open positions */
    get: operations['listPositions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/positions/history': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Closed positions, by the time they closed */
    get: operations['listClosedPositions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/trades': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Fills */
    get: operations['listTrades']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/ledger': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The ledger: every transfer that made the balance */
    get: operations['listTransfers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Lifecycle events after a sequence: what webhooks send, for catching up */
    get: operations['listEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/equity': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Balance and equity over time */
    get: operations['getEquityCurve']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/days': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Trading days: results, lowest equity and breaches of each */
    get: operations['listDays']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/funding': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Funding paid and received, by asset class */
    get: operations['getFunding']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/risk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description How far the account is from each limit of its plan */
    get: operations['getRisk']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/breaches': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Breaches of the rules of the plan */
    get: operations['listBreaches']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/violations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Hard violations, which terminate the account */
    get: operations['listViolations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/analytics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Trading results over all closed positions */
    get: operations['getAnalytics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/leverage': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The leverage that new positions of a symbol take */
    get: operations['getLeverage']
    /** @description Set the leverage that new positions of a symbol take */
    put: operations['setLeverage']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/kill-switch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Stop the account: cancel what works, close what is open if asked to, and halt it */
    post: operations['useKillSwitch']
    /** @description Lift the kill switch */
    delete: operations['liftKillSwitch']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/dead-man-switch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The dead-man's switch of the account */
    get: operations['getDeadManSwitch']
    /** @description Arm the dead-man's switch, or send its heartbeat */
    put: operations['armDeadManSwitch']
    post?: never
    /** @description Disarm the dead-man's switch */
    delete: operations['disarmDeadManSwitch']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/payouts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Payouts asked for, and what became of them */
    get: operations['listPayouts']
    put?: never
    /** @description Ask for profit to be paid out */
    post: operations['requestPayout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/account/{account_id}/payouts/available': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description What may be asked for now, and the figures that say why */
    get: operations['getAvailablePayout']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhook-deliveries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Deliveries of events to the receivers of the caller's keys, with their attempts */
    get: operations['listWebhookDeliveries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhook-deliveries/redeliver': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Have all deliveries that match a filter attempted again */
    post: operations['redeliverWebhooks']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhook-deliveries/{delivery_id}/redeliver': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Have a delivery attempted again, whatever became of it */
    post: operations['redeliverWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/webhook-test-event': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Send an event of type `webhook.test` to the webhook URL of a key of the caller */
    post: operations['sendTestEvent']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/price': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Last, mark and index price of a symbol */
    get: operations['getPrice']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/prices': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Prices of many symbols with their change in 24 hours */
    get: operations['listPrices']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/orderbook': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Aggregated order book */
    get: operations['getOrderbook']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/trades': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Latest public trades of a symbol */
    get: operations['listPublicTrades']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/candles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Candles of a symbol */
    get: operations['listCandles']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/tickers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Tradable symbols by asset class */
    get: operations['listTickers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/ticker/metadata': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Grid, limits, fees and hours of a symbol, found by any name it goes by */
    get: operations['getTickerMetadata']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/metrics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Open interest, volume and funding rate of a symbol */
    get: operations['getMetrics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/config': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description What this installation supports, and its limits */
    get: operations['getConfig']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/news': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Scheduled news around which plans may freeze trading, the latest first */
    get: operations['listNews']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/sandbox/market': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Move a symbol's market to a price: at the next tick, or walking there */
    post: operations['moveMarket']
    /** @description Let a symbol's market return to its feed */
    delete: operations['releaseMarket']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/v1/key': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The key that makes this request */
    get: operations['getKey']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/healthz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Whether the process is alive */
    get: operations['health']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/readyz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Whether requests should be sent here */
    get: operations['readiness']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/openapi.json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description This document */
    get: operations['openapi']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    Violation: {
      /** @enum {string} */
      rule:
        | 'max_drawdown'
        | 'daily_loss_limit'
        | 'news_freeze'
        | 'symbol_exposure_cap'
        | 'total_exposure_cap'
        | 'insufficient_margin'
        | 'max_leverage'
        | 'max_open_orders'
        | 'max_positions'
        | 'reduce_only'
        | 'post_only'
        | 'trigger_would_fire'
        | 'market_closed'
        | 'venue_not_allowed'
        | 'account_state'
        | 'stale_market_data'
        | 'venue_limit'
      /** @enum {string} */
      severity: 'WARN' | 'SOFT' | 'HARD'
      message: string
      limit: Decimal | null
      value: Decimal | null
      /** @enum {string|null} */
      unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
      until?: string | undefined
    }
    Order: {
      id: string
      account_id: string
      client_id: string | null
      /**
       * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it.
       * @enum {string|null}
       */
      origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
      /** @description The key that placed the order; null where it was none. */
      key_id: string | null
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      /** @enum {string} */
      kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
      /** @enum {string} */
      status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
      quantity: Decimal
      /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
      price: Decimal | null
      /** @description The limit, also of a trigger that has one; null where whatever the book gives is taken. */
      limit_price: Decimal | null
      filled_quantity: Decimal
      remaining_quantity: Decimal
      held_quantity: Decimal
      average_price: Decimal | null
      /** @description The limit as it was sent, when it was off the tick. */
      requested_price: Decimal | null
      trigger_price: Decimal | null
      /** @description The trigger as it was sent, when it was off the tick. */
      requested_trigger_price: Decimal | null
      /** @enum {string} */
      trigger_by: 'LAST' | 'MARK' | 'INDEX'
      /** @enum {string|null} */
      trigger_state: 'ARMED' | 'TRIGGERED' | null
      /** @description The tick, of the venue of the order, that fired its trigger: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
      trigger_tick: number | null
      /** @enum {string} */
      tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
      expires_at: string | null
      flags: {
        post_only: boolean
        reduce_only: boolean
        trigger_on_index: boolean
        trigger_on_mark: boolean
      }
      position_id: string | null
      parent_order_id: string | null
      reason: string | null
      fees: Decimal
      created_at: string
      updated_at: string
      version: number
      /** @description Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word. */
      venue_order?:
        | {
            /** @enum {string} */
            state: 'NEW' | 'SIGNED' | 'SENT' | 'ACCEPTED' | 'EXECUTED' | 'CANCELLED' | 'FROZEN' | 'TIMED_OUT' | 'FAILED'
            tx_hash: string | null
            venue_order_id: string | null
            reason: string | null
          }
        | undefined
      /** @description Of the same: its cancellation was asked for, and the venue has not confirmed it. */
      cancel_requested_at?: (string | null) | undefined
      /** @description Of the same: a change was asked for; the old values hold until the venue confirms it. */
      modify_requested_at?: (string | null) | undefined
    }
    OrderSnapshot: {
      id: string
      account_id: string
      client_id: string | null
      /**
       * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it. Absent from an answer or event made before the field came.
       * @enum {string|null}
       */
      origin?: ('API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null) | undefined
      /** @description The key that placed the order; null where it was none. Absent from an answer or event made before the field came. */
      key_id?: (string | null) | undefined
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      /** @enum {string} */
      kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
      /** @enum {string} */
      status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
      quantity: Decimal
      /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
      price: Decimal | null
      /** @description The limit, also of a trigger that has one; else null. Absent from an answer or event made before the field came. */
      limit_price?: (Decimal | null) | undefined
      filled_quantity: Decimal
      remaining_quantity: Decimal
      held_quantity: Decimal
      average_price: Decimal | null
      /** @description The limit as it was sent, when it was off the tick. */
      requested_price: Decimal | null
      trigger_price: Decimal | null
      /** @description The trigger as it was sent, when it was off the tick. Absent from an answer or event made before the field came. */
      requested_trigger_price?: (Decimal | null) | undefined
      /** @enum {string} */
      trigger_by: 'LAST' | 'MARK' | 'INDEX'
      /** @enum {string|null} */
      trigger_state: 'ARMED' | 'TRIGGERED' | null
      /** @description The tick, of the venue of the order, that fired its trigger. Absent from an answer or event made before the field came. */
      trigger_tick?: (number | null) | undefined
      /** @enum {string} */
      tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
      expires_at: string | null
      flags: {
        post_only: boolean
        reduce_only: boolean
        trigger_on_index: boolean
        trigger_on_mark: boolean
      }
      position_id: string | null
      parent_order_id: string | null
      reason: string | null
      fees: Decimal
      created_at: string
      updated_at: string
      version: number
      /** @description Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word. */
      venue_order?:
        | {
            /** @enum {string} */
            state: 'NEW' | 'SIGNED' | 'SENT' | 'ACCEPTED' | 'EXECUTED' | 'CANCELLED' | 'FROZEN' | 'TIMED_OUT' | 'FAILED'
            tx_hash: string | null
            venue_order_id: string | null
            reason: string | null
          }
        | undefined
      /** @description Of the same: its cancellation was asked for, and the venue has not confirmed it. */
      cancel_requested_at?: (string | null) | undefined
      /** @description Of the same: a change was asked for; the old values hold until the venue confirms it. */
      modify_requested_at?: (string | null) | undefined
    }
    Trade: {
      id: string
      order_id: string
      position_id: string
      account_id: string
      client_id: string | null
      /**
       * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it.
       * @enum {string|null}
       */
      origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
      /** @description The key that placed the order; null where it was none. */
      key_id: string | null
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      quantity: Decimal
      price: Decimal
      fee: Decimal
      /** @enum {string} */
      liquidity: 'MAKER' | 'TAKER'
      realized_pnl: Decimal
      /** @description The tick, of its venue, whose book it took its quantity from: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
      tick: number | null
      timestamp: string
    }
    TradeSnapshot: {
      id: string
      order_id: string
      position_id: string
      account_id: string
      client_id: string | null
      /**
       * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it. Absent from an answer or event made before the field came.
       * @enum {string|null}
       */
      origin?: ('API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null) | undefined
      /** @description The key that placed the order; null where it was none. Absent from an answer or event made before the field came. */
      key_id?: (string | null) | undefined
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      quantity: Decimal
      price: Decimal
      fee: Decimal
      /** @enum {string} */
      liquidity: 'MAKER' | 'TAKER'
      realized_pnl: Decimal
      /** @description The tick, of its venue, whose book it took its quantity from. Absent from an answer or event made before the field came. */
      tick?: (number | null) | undefined
      timestamp: string
    }
    /** @enum {string} */
    Warning: 'stop_beyond_liquidation'
    Position: {
      id: string
      account_id: string
      symbol: string
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      /** @enum {string} */
      direction: 'LONG' | 'SHORT'
      quantity: Decimal
      entry_price: Decimal
      mark_price: Decimal
      unrealized_pnl: Decimal
      leverage: Decimal
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      notional: Decimal
      margin: Decimal
      liquidation_price: Decimal | null
      realized_pnl: Decimal
      fees: Decimal
      funding: Decimal
      borrowing: Decimal
      rollover: Decimal
      take_profit: {
        order_id: string
        trigger_price: Decimal | null
        /** @enum {string} */
        trigger_by: 'LAST' | 'MARK' | 'INDEX'
        price: Decimal | null
        quantity: Decimal
      } | null
      stop_loss: {
        order_id: string
        trigger_price: Decimal | null
        /** @enum {string} */
        trigger_by: 'LAST' | 'MARK' | 'INDEX'
        price: Decimal | null
        quantity: Decimal
      } | null
      opened_at: string
      liquidating: boolean
    }
    ClosedPosition: {
      id: string
      account_id: string
      symbol: string
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      /** @enum {string} */
      direction: 'LONG' | 'SHORT'
      quantity: Decimal
      entry_price: Decimal
      exit_price: Decimal
      realized_pnl: Decimal
      fees: Decimal
      funding: Decimal
      borrowing: Decimal
      rollover: Decimal
      leverage: Decimal
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      opened_at: string
      closed_at: string
      /** @enum {string} */
      close_reason: 'USER' | 'TAKE_PROFIT' | 'STOP_LOSS' | 'LIQUIDATION' | 'RISK'
      /** @description The tick at whose marks it was liquidated; null of one that was not: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
      liquidation_tick: number | null
      r_multiple: Decimal | null
    }
    ClosedPositionSnapshot: {
      id: string
      account_id: string
      symbol: string
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      /** @enum {string} */
      direction: 'LONG' | 'SHORT'
      quantity: Decimal
      entry_price: Decimal
      exit_price: Decimal
      realized_pnl: Decimal
      fees: Decimal
      funding: Decimal
      borrowing: Decimal
      rollover: Decimal
      leverage: Decimal
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      opened_at: string
      closed_at: string
      /** @enum {string} */
      close_reason: 'USER' | 'TAKE_PROFIT' | 'STOP_LOSS' | 'LIQUIDATION' | 'RISK'
      /** @description The tick at whose marks it was liquidated, if it was. Absent from an answer or event made before the field came. */
      liquidation_tick?: (number | null) | undefined
      r_multiple: Decimal | null
    }
    Breach: {
      id: string
      /** @enum {string} */
      rule:
        | 'max_drawdown'
        | 'daily_loss_limit'
        | 'news_freeze'
        | 'symbol_exposure_cap'
        | 'total_exposure_cap'
        | 'insufficient_margin'
        | 'max_leverage'
        | 'max_open_orders'
        | 'max_positions'
        | 'reduce_only'
        | 'post_only'
        | 'trigger_would_fire'
        | 'market_closed'
        | 'venue_not_allowed'
        | 'account_state'
        | 'stale_market_data'
        | 'venue_limit'
      /** @enum {string} */
      severity: 'WARN' | 'SOFT' | 'HARD'
      message: string
      limit: Decimal | null
      value: Decimal | null
      /** @enum {string|null} */
      unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
      equity: Decimal
      balance: Decimal
      /** @enum {string} */
      action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
      /** @description The order whose fill took equity there; null where a mark did. */
      order_id: string | null
      /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. */
      positions:
        | {
            position_id: string
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            /** @enum {string} */
            direction: 'LONG' | 'SHORT'
            quantity: Decimal
            entry_price: Decimal
            mark_price: Decimal
            unrealized_pnl: Decimal
          }[]
        | null
      /** @description The tick at whose marks it was crossed: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
      tick: number | null
      occurred_at: string
    }
    BreachSnapshot: {
      id: string
      /** @enum {string} */
      rule:
        | 'max_drawdown'
        | 'daily_loss_limit'
        | 'news_freeze'
        | 'symbol_exposure_cap'
        | 'total_exposure_cap'
        | 'insufficient_margin'
        | 'max_leverage'
        | 'max_open_orders'
        | 'max_positions'
        | 'reduce_only'
        | 'post_only'
        | 'trigger_would_fire'
        | 'market_closed'
        | 'venue_not_allowed'
        | 'account_state'
        | 'stale_market_data'
        | 'venue_limit'
      /** @enum {string} */
      severity: 'WARN' | 'SOFT' | 'HARD'
      message: string
      limit: Decimal | null
      value: Decimal | null
      /** @enum {string|null} */
      unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
      equity: Decimal
      balance: Decimal
      /** @enum {string} */
      action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
      /** @description The order whose fill took equity there; null where a mark did. Absent from an answer or event made before the field came. */
      order_id?: (string | null) | undefined
      /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. Absent from an answer or event made before the field came. */
      positions?:
        | (
            | {
                position_id: string
                symbol: string
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                /** @enum {string} */
                direction: 'LONG' | 'SHORT'
                quantity: Decimal
                entry_price: Decimal
                mark_price: Decimal
                unrealized_pnl: Decimal
              }[]
            | null
          )
        | undefined
      /** @description The tick at whose marks it was crossed. Absent from an answer or event made before the field came. */
      tick?: (number | null) | undefined
      occurred_at: string
    }
    Account: {
      id: string
      plan_id: string
      plan_version: number
      challenge_id: string | null
      name: string
      /** @enum {string} */
      state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
      state_reason: string | null
      locked_until: string | null
      /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
      holds: {
        /** @enum {string} */
        kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
        since: string
        until: string | null
        reason: string | null
      }[]
      currency: string
      initial_balance: Decimal
      balance: Decimal
      balances: {
        currency: string
        total: Decimal
        available: Decimal
        locked: Decimal
      }[]
      day_start_balance: Decimal
      day_start_equity: Decimal
      high_water_mark: Decimal
      allowed_venues: ('GMX' | 'OSTIUM')[]
      /** @enum {string|null} */
      default_venue: 'GMX' | 'OSTIUM' | null
      risk_config: {
        currency: string
        initial_balance: Decimal
        max_drawdown: {
          /** @enum {string} */
          mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
          pct: Decimal
          lock_at_initial: boolean
        }
        daily_loss: {
          pct: Decimal
          /** @enum {string} */
          base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
          reset_time: string
          reset_tz: string
          warn_at_pct: Decimal
          /** @enum {string} */
          action: 'TERMINATE' | 'LOCK'
        }
        news_freeze: {
          before_minutes: number
          after_minutes: number
          impacts: string[]
          /** @enum {string} */
          scope: 'OPENING' | 'ALL'
        } | null
        exposure: {
          max_symbol_notional: Decimal
          max_total_notional: Decimal
          max_leverage: Decimal
          max_open_orders: number
          max_positions: number
          /** @enum {string} */
          margin_mode: 'CROSS' | 'ISOLATED'
        }
        objective: {
          profit_target_pct: Decimal
          min_trading_days: number
        } | null
      }
      venue_costs: {
        borrowing: boolean
        rollover: boolean
        oracle_fee: boolean
        /** @enum {string} */
        overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
      }
      /**
       * @description LIVE; absent of a PAPER account.
       * @enum {string}
       */
      execution?: ('PAPER' | 'LIVE') | undefined
      /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
      max_slippage_pct?: Decimal | undefined
      created_at: string
    }
    Summary: {
      equity: Decimal
      free_margin: Decimal
      used_margin: Decimal
      reserved_margin: Decimal
      unrealized_pnl: Decimal
      realized_pnl: Decimal
      balance: Decimal
      currency: string
      trading_day: string
      day_ends_at: string
    }
    Risk: {
      account_id: string
      /** @enum {string} */
      state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
      state_reason: string | null
      locked_until: string | null
      stale: boolean
      equity: Decimal
      balance: Decimal
      floor: {
        /** @enum {string} */
        rule:
          | 'max_drawdown'
          | 'daily_loss_limit'
          | 'news_freeze'
          | 'symbol_exposure_cap'
          | 'total_exposure_cap'
          | 'insufficient_margin'
          | 'max_leverage'
          | 'max_open_orders'
          | 'max_positions'
          | 'reduce_only'
          | 'post_only'
          | 'trigger_would_fire'
          | 'market_closed'
          | 'venue_not_allowed'
          | 'account_state'
          | 'stale_market_data'
          | 'venue_limit'
        equity: Decimal
        headroom: Decimal
      }
      rules: {
        /** @enum {string} */
        rule:
          | 'max_drawdown'
          | 'daily_loss_limit'
          | 'news_freeze'
          | 'symbol_exposure_cap'
          | 'total_exposure_cap'
          | 'insufficient_margin'
          | 'max_leverage'
          | 'max_open_orders'
          | 'max_positions'
          | 'reduce_only'
          | 'post_only'
          | 'trigger_would_fire'
          | 'market_closed'
          | 'venue_not_allowed'
          | 'account_state'
          | 'stale_market_data'
          | 'venue_limit'
        symbol: string | null
        limit: Decimal
        value: Decimal | null
        /** @enum {string} */
        unit: 'USD' | 'ratio' | 'orders' | 'positions'
        /** @description Between nothing used and the limit: the loss that a floor allows, or the limit. */
        allowance: Decimal
        /** @description Part of the allowance; 0 while equity is above what a loss is measured from. */
        used: Decimal | null
        headroom: Decimal | null
        headroom_pct: Decimal | null
      }[]
      daily_loss: {
        base: Decimal
        warn_at: Decimal
        warned: boolean
        trading_day: string
      }
      next_reset_at: string
      floors_after_reset: {
        max_drawdown: Decimal
        daily_loss_limit: Decimal
      }
      news_freezes: {
        symbol: string
        in_force: boolean
        starts_at: string
        ends_at: string
        event: {
          id: string
          title: string
          /** @enum {string} */
          impact: 'LOW' | 'MEDIUM' | 'HIGH'
          at: string
        }
      }[]
      objective: {
        profit_target: Decimal
        profit: Decimal
        trading_days: number
        min_trading_days: number
      } | null
    }
    Preview: {
      order: {
        symbol: string
        /** @enum {string} */
        venue: 'GMX' | 'OSTIUM'
        /** @enum {string} */
        side: 'BUY' | 'SELL'
        /** @enum {string} */
        kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
        /** @enum {string} */
        status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
        quantity: Decimal
        /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
        price: Decimal | null
        /** @description The limit, also of a trigger that has one; null where whatever the book gives is taken. */
        limit_price: Decimal | null
        filled_quantity: Decimal
        remaining_quantity: Decimal
        average_price: Decimal | null
        /** @description The limit as it was sent, when it was off the tick. */
        requested_price: Decimal | null
        trigger_price: Decimal | null
        /** @description The trigger as it was sent, when it was off the tick. */
        requested_trigger_price: Decimal | null
        /** @enum {string} */
        trigger_by: 'LAST' | 'MARK' | 'INDEX'
        /** @enum {string|null} */
        trigger_state: 'ARMED' | 'TRIGGERED' | null
        /** @enum {string} */
        tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
        expires_at: string | null
        reason: string | null
        fees: Decimal
      } | null
      fills: {
        /** @enum {string} */
        side: 'BUY' | 'SELL'
        quantity: Decimal
        price: Decimal
        fee: Decimal
        /** @enum {string} */
        liquidity: 'MAKER' | 'TAKER'
        realized_pnl: Decimal
      }[]
      violations: components['schemas']['Violation'][]
      warnings: components['schemas']['Warning'][]
      rules: {
        /** @enum {string} */
        rule:
          | 'max_drawdown'
          | 'daily_loss_limit'
          | 'news_freeze'
          | 'symbol_exposure_cap'
          | 'total_exposure_cap'
          | 'insufficient_margin'
          | 'max_leverage'
          | 'max_open_orders'
          | 'max_positions'
          | 'reduce_only'
          | 'post_only'
          | 'trigger_would_fire'
          | 'market_closed'
          | 'venue_not_allowed'
          | 'account_state'
          | 'stale_market_data'
          | 'venue_limit'
        /** @enum {string} */
        verdict: 'PASS' | 'VIOLATED'
        /** @enum {string} */
        severity: 'WARN' | 'SOFT' | 'HARD'
        limit: Decimal | null
        value: Decimal | null
        headroom: Decimal | null
        /** @enum {string|null} */
        unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
      }[]
      largest_quantity: Decimal
      costs: {
        oracle_fees: Decimal
        carry: {
          /** @enum {string} */
          kind: 'borrowing' | 'rollover'
          rate: Decimal
          per_day: Decimal
          source: string
        } | null
      }
      position: {
        symbol: string
        /** @enum {string} */
        side: 'BUY' | 'SELL'
        /** @enum {string} */
        direction: 'LONG' | 'SHORT'
        quantity: Decimal
        entry_price: Decimal
        mark_price: Decimal
        unrealized_pnl: Decimal
        leverage: Decimal
        /** @enum {string} */
        venue: 'GMX' | 'OSTIUM'
        notional: Decimal
        margin: Decimal
        liquidation_price: Decimal | null
      } | null
      before: {
        balance: Decimal
        equity: Decimal
        used_margin: Decimal
        reserved_margin: Decimal
        free_margin: Decimal
      }
      after: {
        balance: Decimal
        equity: Decimal
        used_margin: Decimal
        reserved_margin: Decimal
        free_margin: Decimal
      }
    }
    Transfer: {
      id: string
      account_id: string
      /** @enum {string} */
      house:
        | 'realized_pnl'
        | 'fees'
        | 'funding'
        | 'borrowing'
        | 'rollover'
        | 'oracle_fees'
        | 'capital'
        | 'price_impact'
        | 'execution'
        | 'rounding'
      /** @enum {string} */
      direction: 'IN' | 'OUT'
      amount: Decimal
      balance_after: Decimal
      fill_id: string | null
      position_id: string | null
      /** @description The payout that it debits. */
      payout_id: string | null
      accrual: {
        from: string
        until: string
        rate: Decimal
      } | null
      created_at: string
    }
    Plan: {
      id: string
      version: number
      name: string
      currency: string
      initial_balance: Decimal
      allowed_venues: ('GMX' | 'OSTIUM')[]
      risk_config: {
        currency: string
        initial_balance: Decimal
        max_drawdown: {
          /** @enum {string} */
          mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
          pct: Decimal
          lock_at_initial: boolean
        }
        daily_loss: {
          pct: Decimal
          /** @enum {string} */
          base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
          reset_time: string
          reset_tz: string
          warn_at_pct: Decimal
          /** @enum {string} */
          action: 'TERMINATE' | 'LOCK'
        }
        news_freeze: {
          before_minutes: number
          after_minutes: number
          impacts: string[]
          /** @enum {string} */
          scope: 'OPENING' | 'ALL'
        } | null
        exposure: {
          max_symbol_notional: Decimal
          max_total_notional: Decimal
          max_leverage: Decimal
          max_open_orders: number
          max_positions: number
          /** @enum {string} */
          margin_mode: 'CROSS' | 'ISOLATED'
        }
        objective: {
          profit_target_pct: Decimal
          min_trading_days: number
        } | null
      }
      venue_costs: {
        borrowing: boolean
        rollover: boolean
        oracle_fee: boolean
        /** @enum {string} */
        overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
      }
      /**
       * @description LIVE: the contracts of the venues fill its orders, with real money.
       * @enum {string}
       */
      execution: 'PAPER' | 'LIVE'
      /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
      max_slippage_pct?: Decimal | undefined
    }
    Price: {
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      last_price: Decimal
      mark_price: Decimal
      index_price: Decimal
      bid: Decimal
      ask: Decimal
      timestamp: string
      stale: boolean
      /** @enum {string|null} */
      stale_reason: 'silent' | 'divergence' | null
      /** @enum {string} */
      market_status: 'OPEN' | 'CLOSED' | 'PAUSED'
      tick: number
    }
    Orderbook: {
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      depth: number
      bids: [Decimal, Decimal][]
      asks: [Decimal, Decimal][]
      sequence: number
      timestamp: string
    }
    PublicTrade: {
      id: string
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      /** @enum {string} */
      side: 'BUY' | 'SELL'
      quantity: Decimal
      price: Decimal
      timestamp: string
    }
    Candle: {
      timestamp: string
      open: Decimal
      high: Decimal
      low: Decimal
      close: Decimal
      volume: Decimal
      closed: boolean
      /**
       * @description what it is of: ticks of this service, bars of the venue of a time in which there were none, or both
       * @enum {string}
       */
      source: 'ticks' | 'venue' | 'both'
    }
    Metadata: {
      symbol: string
      /** @enum {string} */
      asset_class: 'crypto' | 'forex' | 'commodity' | 'equity' | 'index'
      base: string
      quote: string
      venues: ('GMX' | 'OSTIUM')[]
      /** @enum {string} */
      primary_venue: 'GMX' | 'OSTIUM'
      tick_size: Decimal
      lot_size: Decimal
      max_leverage: Decimal
      min_notional: Decimal
      maintenance_margin_rate: Decimal
      taker_fee_rate: Decimal
      maker_fee_rate: Decimal
      funding_cadence: string
      min_quantity: Decimal
      costs: {
        carry: {
          /** @enum {string} */
          kind: 'borrowing' | 'rollover'
          long_rate: Decimal | null
          short_rate: Decimal | null
          source: string | null
        }
        oracle_fee: Decimal
        overnight_max_leverage: Decimal | null
        /** @enum {string} */
        price_impact: 'BOOK'
      }
      venue_terms: {
        /** @enum {string} */
        venue: 'GMX' | 'OSTIUM'
        max_leverage: Decimal
        min_notional: Decimal
        maintenance_margin_rate: Decimal
        taker_fee_rate: Decimal
        maker_fee_rate: Decimal
        funding_cadence: string
        min_quantity: Decimal
        costs: {
          carry: {
            /** @enum {string} */
            kind: 'borrowing' | 'rollover'
            long_rate: Decimal | null
            short_rate: Decimal | null
            source: string | null
          }
          oracle_fee: Decimal
          overnight_max_leverage: Decimal | null
          /** @enum {string} */
          price_impact: 'BOOK'
        }
      }[]
      trading_hours: {
        always_open: boolean
        time_zone: string | null
        sessions: {
          /** @enum {string} */
          day: 'Sunday' | 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday'
          open: string
          close: string
        }[]
      }
    }
    Metrics: {
      symbol: string
      /** @enum {string} */
      venue: 'GMX' | 'OSTIUM'
      /** @description of both sides, in the base asset */
      open_interest: Decimal
      /** @description the interface of the venue that told it, or `estimate` */
      open_interest_source: string
      recent_volume: Decimal
      /** @description of longs, for one funding period; positive: longs pay */
      last_funding_rate: Decimal
      funding: {
        /** @description a share of the notional for one funding period; positive: longs pay */
        long_rate: Decimal
        /** @description the same for shorts; negative: shorts receive */
        short_rate: Decimal
        /** @description the interface of the venue that told the rates, or `estimate` */
        source: string
      }
      next_funding_at: string
      /** @enum {string} */
      window: '24h'
    }
    Delivery: {
      id: string
      event_id: string
      /** @enum {string} */
      event_type:
        | 'order.ack'
        | 'order.fill'
        | 'order.cancel'
        | 'position.close'
        | 'account.breach'
        | 'dead_man_switch.ran_out'
        | 'payout.requested'
        | 'payout.proposed'
        | 'payout.paid'
        | 'payout.rejected'
        | 'webhook.test'
      account_id: string | null
      sequence: number
      key_id: string
      url: string
      /** @enum {string} */
      status: 'PENDING' | 'DELIVERED' | 'DEAD' | 'DISABLED'
      next_attempt_at: string | null
      created_at: string
      attempts: {
        number: number
        started_at: string
        duration_ms: number
        status: number | null
        answer: string | null
        error: string | null
      }[]
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  placeOrder: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          account_id: string
          /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
          symbol: string
          /** @enum {string} */
          side: 'BUY' | 'SELL'
          /** @enum {string} */
          kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
          /** @description In units of the base asset, a multiple of the lot size. */
          quantity: Decimal
          /** @description The limit of a LIMIT order, or of a STOP or TAKE_PROFIT that becomes one at its trigger. Off the tick it moves to the next one no worse for the trader. */
          price?: Decimal | undefined
          /** @description For STOP and TAKE_PROFIT only. Off the tick it moves to the nearest one. */
          trigger_price?: Decimal | undefined
          /**
           * @description GTC unless said otherwise; a MARKET order is IOC, or FOK if it says so.
           * @enum {string}
           */
          tif?: ('GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK') | undefined
          flags?:
            | {
                post_only?: boolean | undefined
                reduce_only?: boolean | undefined
                trigger_on_index?: boolean | undefined
                trigger_on_mark?: boolean | undefined
              }
            | undefined
          /** @description Deduplicates: the same request with the same client_id is done once and answered alike. */
          client_id?: string | undefined
          /**
           * @description Venue of this order; absent: the account's default.
           * @enum {string}
           */
          platform_id?: ('GMX' | 'OSTIUM') | undefined
          /** @description The entry this order is an exit of: it only reduces, waits for the entry to fill, and ends with its position. */
          parent_order_id?: string | undefined
          /** @description Open position to reduce: the order is reduce-only, and ends with it. */
          position_id?: string | undefined
          /** @description When a GTD order ends. A date alone is the end of that day, UTC. Absent: the end of the trading day. */
          expires_at?: string | undefined
        }
      }
    }
    responses: {
      /** @description Placed, or refused with its violations. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            order: components['schemas']['OrderSnapshot'] | null
            trades: components['schemas']['TradeSnapshot'][]
            violations: components['schemas']['Violation'][]
            /** @description Absent from an answer or event made before the field came. */
            warnings?: components['schemas']['Warning'][] | undefined
          }
        }
      }
    }
  }
  previewOrder: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          account_id: string
          /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
          symbol: string
          /** @enum {string} */
          side: 'BUY' | 'SELL'
          /** @enum {string} */
          kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
          /** @description In units of the base asset, a multiple of the lot size. */
          quantity: Decimal
          /** @description The limit of a LIMIT order, or of a STOP or TAKE_PROFIT that becomes one at its trigger. Off the tick it moves to the next one no worse for the trader. */
          price?: Decimal | undefined
          /** @description For STOP and TAKE_PROFIT only. Off the tick it moves to the nearest one. */
          trigger_price?: Decimal | undefined
          /**
           * @description GTC unless said otherwise; a MARKET order is IOC, or FOK if it says so.
           * @enum {string}
           */
          tif?: ('GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK') | undefined
          flags?:
            | {
                post_only?: boolean | undefined
                reduce_only?: boolean | undefined
                trigger_on_index?: boolean | undefined
                trigger_on_mark?: boolean | undefined
              }
            | undefined
          /** @description Deduplicates: the same request with the same client_id is done once and answered alike. */
          client_id?: string | undefined
          /**
           * @description Venue of this order; absent: the account's default.
           * @enum {string}
           */
          platform_id?: ('GMX' | 'OSTIUM') | undefined
          /** @description The entry this order is an exit of: it only reduces, waits for the entry to fill, and ends with its position. */
          parent_order_id?: string | undefined
          /** @description Open position to reduce: the order is reduce-only, and ends with it. */
          position_id?: string | undefined
          /** @description When a GTD order ends. A date alone is the end of that day, UTC. Absent: the end of the trading day. */
          expires_at?: string | undefined
        }
      }
    }
    responses: {
      /** @description What it would do; `order` is null when it would be refused. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Preview']
        }
      }
    }
  }
  listOrders: {
    parameters: {
      query?:
        | {
            /** @description Only the order placed with this `client_id`, ended or not, unless `status` says otherwise. */
            client_id?: string | undefined
            /** @description Absent: `working`, or `all` where `client_id` is given. */
            status?: ('working' | 'all') | undefined
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order'][]
        }
      }
    }
  }
  getOrder: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
        order_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The order. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
    }
  }
  modifyOrder: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
        order_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json':
          | {
              /** @description The new limit. Off the tick it moves to the next one no worse for the trader. */
              price?: Decimal | undefined
              /** @description While the order is armed. Off the tick it moves to the nearest one. */
              trigger_price?: Decimal | undefined
              /** @description The whole new quantity, of which more than has filled must be left. */
              quantity?: Decimal | undefined
              /** @description Of a GTD order. */
              expires_at?: string | undefined
              /** @description The version the caller has seen; 409 when the order has moved on since. Absent: whichever it is. */
              version?: number | undefined
            }
          | unknown
          | unknown
          | unknown
          | unknown
      }
    }
    responses: {
      /** @description The order as it now is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string | null
            /**
             * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it.
             * @enum {string|null}
             */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            /** @description The key that placed the order; null where it was none. */
            key_id: string | null
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
            /** @enum {string} */
            status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
            quantity: Decimal
            /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
            price: Decimal | null
            /** @description The limit, also of a trigger that has one; null where whatever the book gives is taken. */
            limit_price: Decimal | null
            filled_quantity: Decimal
            remaining_quantity: Decimal
            held_quantity: Decimal
            average_price: Decimal | null
            /** @description The limit as it was sent, when it was off the tick. */
            requested_price: Decimal | null
            trigger_price: Decimal | null
            /** @description The trigger as it was sent, when it was off the tick. */
            requested_trigger_price: Decimal | null
            /** @enum {string} */
            trigger_by: 'LAST' | 'MARK' | 'INDEX'
            /** @enum {string|null} */
            trigger_state: 'ARMED' | 'TRIGGERED' | null
            /** @description The tick, of the venue of the order, that fired its trigger: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            trigger_tick: number | null
            /** @enum {string} */
            tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
            expires_at: string | null
            flags: {
              post_only: boolean
              reduce_only: boolean
              trigger_on_index: boolean
              trigger_on_mark: boolean
            }
            position_id: string | null
            parent_order_id: string | null
            reason: string | null
            fees: Decimal
            created_at: string
            updated_at: string
            version: number
            /** @description Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word. */
            venue_order?:
              | {
                  /** @enum {string} */
                  state:
                    | 'NEW'
                    | 'SIGNED'
                    | 'SENT'
                    | 'ACCEPTED'
                    | 'EXECUTED'
                    | 'CANCELLED'
                    | 'FROZEN'
                    | 'TIMED_OUT'
                    | 'FAILED'
                  tx_hash: string | null
                  venue_order_id: string | null
                  reason: string | null
                }
              | undefined
            /** @description Of the same: its cancellation was asked for, and the venue has not confirmed it. */
            cancel_requested_at?: (string | null) | undefined
            /** @description Of the same: a change was asked for; the old values hold until the venue confirms it. */
            modify_requested_at?: (string | null) | undefined
            warnings: components['schemas']['Warning'][]
          }
        }
      }
    }
  }
  cancelOrder: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
        order_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The order in its final state. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
    }
  }
  cancelAllOrders: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?:
      | {
          content: {
            'application/json': {
              /** @description Absent: the orders of every symbol. */
              symbol?: string | undefined
              /** @description Deduplicates: the same request with the same client_id is done once and answered alike. */
              client_id?: string | undefined
            }
          }
        }
      | undefined
    responses: {
      /** @description What was cancelled; all of it or nothing. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            cancelled: components['schemas']['OrderSnapshot'][]
            failed: {
              order_id: string
              message: string
            }[]
          }
        }
      }
    }
  }
  protectPosition: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
        position_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json':
          | {
              /** @description Absent: stays as it is. null: is removed. */
              take_profit?:
                | ({
                    trigger_price: Decimal
                    /** @description A limit from the trigger on. Absent: whatever the book gives. */
                    price?: (Decimal | null) | undefined
                    /** @description Absent: the whole position, however it grows. */
                    quantity?: (Decimal | null) | undefined
                    /**
                     * @description The price the trigger is compared with. Absent: LAST.
                     * @enum {string|null}
                     */
                    trigger_by?: ('LAST' | 'MARK' | 'INDEX' | null) | undefined
                  } | null)
                | undefined
              /** @description Absent: stays as it is. null: is removed. */
              stop_loss?:
                | ({
                    trigger_price: Decimal
                    /** @description A limit from the trigger on. Absent: whatever the book gives. */
                    price?: (Decimal | null) | undefined
                    /** @description Absent: the whole position, however it grows. */
                    quantity?: (Decimal | null) | undefined
                    /**
                     * @description The price the trigger is compared with. Absent: LAST.
                     * @enum {string|null}
                     */
                    trigger_by?: ('LAST' | 'MARK' | 'INDEX' | null) | undefined
                  } | null)
                | undefined
            }
          | unknown
          | unknown
      }
    }
    responses: {
      /** @description The position with its protection. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            symbol: string
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            direction: 'LONG' | 'SHORT'
            quantity: Decimal
            entry_price: Decimal
            mark_price: Decimal
            unrealized_pnl: Decimal
            leverage: Decimal
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            notional: Decimal
            margin: Decimal
            liquidation_price: Decimal | null
            realized_pnl: Decimal
            fees: Decimal
            funding: Decimal
            borrowing: Decimal
            rollover: Decimal
            take_profit: {
              order_id: string
              trigger_price: Decimal | null
              /** @enum {string} */
              trigger_by: 'LAST' | 'MARK' | 'INDEX'
              price: Decimal | null
              quantity: Decimal
            } | null
            stop_loss: {
              order_id: string
              trigger_price: Decimal | null
              /** @enum {string} */
              trigger_by: 'LAST' | 'MARK' | 'INDEX'
              price: Decimal | null
              quantity: Decimal
            } | null
            opened_at: string
            liquidating: boolean
            warnings: components['schemas']['Warning'][]
          }
        }
      }
    }
  }
  closePosition: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
          symbol: string
          /** @description Absent, or more than the position: all of it. */
          quantity?: Decimal | undefined
          /** @enum {string} */
          kind?: ('MARKET' | 'LIMIT') | undefined
          /** @description The limit of a LIMIT order, or of a STOP or TAKE_PROFIT that becomes one at its trigger. Off the tick it moves to the next one no worse for the trader. */
          price?: Decimal | undefined
          /**
           * @description GTC unless said otherwise; a MARKET order is IOC, or FOK if it says so.
           * @enum {string}
           */
          tif?: ('GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK') | undefined
          /** @description Deduplicates: the same request with the same client_id is done once and answered alike. */
          client_id?: string | undefined
          /**
           * @description Needed where the symbol is held on both venues, unless position_id is sent.
           * @enum {string}
           */
          platform_id?: ('GMX' | 'OSTIUM') | undefined
          position_id?: string | undefined
          /** @description When a GTD order ends. A date alone is the end of that day, UTC. Absent: the end of the trading day. */
          expires_at?: string | undefined
        }
      }
    }
    responses: {
      /** @description The closing order and what remains open. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            order: components['schemas']['OrderSnapshot'] | null
            trades: components['schemas']['TradeSnapshot'][]
            violations: components['schemas']['Violation'][]
            /** @description Absent from an answer or event made before the field came. */
            warnings?: components['schemas']['Warning'][] | undefined
            position: components['schemas']['Position'] | null
          }
        }
      }
    }
  }
  placeOrders: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          account_id: string
          orders: {
            /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
            symbol: string
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
            /** @description In units of the base asset, a multiple of the lot size. */
            quantity: Decimal
            /** @description The limit of a LIMIT order, or of a STOP or TAKE_PROFIT that becomes one at its trigger. Off the tick it moves to the next one no worse for the trader. */
            price?: Decimal | undefined
            /** @description For STOP and TAKE_PROFIT only. Off the tick it moves to the nearest one. */
            trigger_price?: Decimal | undefined
            /**
             * @description GTC unless said otherwise; a MARKET order is IOC, or FOK if it says so.
             * @enum {string}
             */
            tif?: ('GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK') | undefined
            flags?:
              | {
                  post_only?: boolean | undefined
                  reduce_only?: boolean | undefined
                  trigger_on_index?: boolean | undefined
                  trigger_on_mark?: boolean | undefined
                }
              | undefined
            /** @description Deduplicates: the same request with the same client_id is done once and answered alike. */
            client_id: string
            /**
             * @description Venue of this order; absent: the account's default.
             * @enum {string}
             */
            platform_id?: ('GMX' | 'OSTIUM') | undefined
            /** @description The entry this order is an exit of: it only reduces, waits for the entry to fill, and ends with its position. */
            parent_order_id?: string | undefined
            /** @description Open position to reduce: the order is reduce-only, and ends with it. */
            position_id?: string | undefined
            /** @description When a GTD order ends. A date alone is the end of that day, UTC. Absent: the end of the trading day. */
            expires_at?: string | undefined
          }[]
        }
      }
    }
    responses: {
      /** @description What became of each order, in the order of the list. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            results: {
              /** @description The status that `POST /v1/order` would have answered with. */
              status: number
              body:
                | {
                    order: components['schemas']['OrderSnapshot'] | null
                    trades: components['schemas']['TradeSnapshot'][]
                    violations: components['schemas']['Violation'][]
                    /** @description Absent from an answer or event made before the field came. */
                    warnings?: components['schemas']['Warning'][] | undefined
                  }
                | {
                    error: string
                    message: string
                    request_id: string
                  }
            }[]
          }
        }
      }
    }
  }
  listPlans: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The newest version of each, `standard-100k` first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan'][]
        }
      }
    }
  }
  listGrants: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Used ones, too. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            user_id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            account_id: string | null
            created_at: string
          }[]
        }
      }
    }
  }
  listAccounts: {
    parameters: {
      query?:
        | {
            /** @description Each account with its risk: the floors, and what is used of each limit. */
            include?: 'risk' | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All of them, ended ones too. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            currency: string
            initial_balance: Decimal
            balance: Decimal
            balances: {
              currency: string
              total: Decimal
              available: Decimal
              locked: Decimal
            }[]
            day_start_balance: Decimal
            day_start_equity: Decimal
            high_water_mark: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            /** @enum {string|null} */
            default_venue: 'GMX' | 'OSTIUM' | null
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE; absent of a PAPER account.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            risk?: components['schemas']['Risk'] | undefined
          }[]
        }
      }
    }
  }
  createAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description See GET /v1/plans. */
          plan_id: string
          /** @description Tells several purchases of one plan apart: one live account for each. */
          challenge_id?: string | undefined
          name?: string | undefined
          /** @enum {string} */
          default_venue?: ('GMX' | 'OSTIUM') | undefined
          /** @description Deduplicates: the same request with the same client_id is done once and answered alike. */
          client_id?: string | undefined
        }
      }
    }
    responses: {
      /** @description The account, funded. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Account']
        }
      }
    }
  }
  getAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The account. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Account']
        }
      }
    }
  }
  getAccountSummary: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The live snapshot. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Summary']
        }
      }
    }
  }
  listPositions: {
    parameters: {
      query?:
        | {
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first; all of them unless a limit is sent. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Position'][]
        }
      }
    }
  }
  listClosedPositions: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ClosedPosition'][]
        }
      }
    }
  }
  listTrades: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Trade'][]
        }
      }
    }
  }
  listTransfers: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. Amounts above 0 were received; they add up to the balance, exactly. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Transfer'][]
        }
      }
    }
  }
  listEvents: {
    parameters: {
      query?:
        | {
            /** @description Events after this sequence; all of them from 0 on. */
            after?: number | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Oldest first, without gaps. Each is the very body that webhooks send, so its decimals are JSON numbers. Go on with `after` = the last sequence while `X-Has-More` is true. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            type:
              | 'order.ack'
              | 'order.fill'
              | 'order.cancel'
              | 'position.close'
              | 'account.breach'
              | 'dead_man_switch.ran_out'
              | 'payout.requested'
              | 'payout.proposed'
              | 'payout.paid'
              | 'payout.rejected'
            created_at: string
            sequence: number
            account_id: string
            data: {
              order?: components['schemas']['OrderSnapshot'] | undefined
              trade?: components['schemas']['TradeSnapshot'] | undefined
              position?: components['schemas']['ClosedPositionSnapshot'] | undefined
              breach?: components['schemas']['BreachSnapshot'] | undefined
              dead_man_switch?:
                | {
                    /** @enum {string} */
                    action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN'
                  }
                | undefined
              payout?:
                | {
                    id: string
                    account_id: string
                    client_id: string
                    currency: string
                    /** @description Taken from the account. */
                    amount: Decimal
                    trader_share_pct: Decimal | null
                    /** @description The trader's share, rounded down to cents. */
                    trader_amount: Decimal | null
                    /** @enum {string} */
                    status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
                    reason: string | null
                    requested_at: string
                    decided_at: string | null
                  }
                | undefined
              /** @enum {string} */
              cancelled_by?: ('USER' | 'RISK' | 'SYSTEM' | 'SIBLING') | undefined
            }
          }[]
        }
      }
    }
  }
  getEquityCurve: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description Absent: the shortest that gives at most 300 points. */
            interval?: ('1m' | '5m' | '15m' | '1h' | '4h' | '1d') | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Oldest first: the ends of intervals (UTC) between `from` and `to` at which the account was there, at most 1,000, and the present when there is no `to`. Without `from`, since the account was opened or as far back as that goes. `equity` is null where the mark of something held at that moment is not known. `floors` are those in force then; one that trails the highest equity within the day follows that of the points, where a day had a new one. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            currency: string
            /** @enum {string} */
            interval: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
            from: string
            to: string
            points: {
              timestamp: string
              balance: Decimal
              equity: Decimal | null
              /** @description Those in force then; null where an earlier version did not keep what they are measured from. */
              floors: {
                max_drawdown: Decimal | null
                daily_loss_limit: Decimal | null
              }
            }[]
          }
        }
      }
    }
  }
  listDays: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 41; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first, by the time each began: the plan's reset. A day in which nobody looked at the account is part of the one before. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            date: string
            started_at: string
            /** @description Null: it goes on, and its closing figures are the present ones. */
            ended_at: string | null
            opening_balance: Decimal
            closing_balance: Decimal
            opening_equity: Decimal
            closing_equity: Decimal
            /** @description The lowest of the equities at its beginning and end, at the whole hours between, and at its breaches. */
            lowest_equity: Decimal
            /** @description Closing less opening balance, without capital. */
            pnl: Decimal
            /** @description The sums of its ledger; amounts above 0 were received. Opening balance and all of them give the closing balance. */
            transfers: {
              realized_pnl: Decimal
              fees: Decimal
              funding: Decimal
              borrowing: Decimal
              rollover: Decimal
              oracle_fees: Decimal
              capital: Decimal
              /** @description Of LIVE accounts alone. */
              price_impact?: Decimal | undefined
              /** @description Of LIVE accounts alone. */
              execution?: Decimal | undefined
              /** @description Of LIVE accounts alone. */
              rounding?: Decimal | undefined
            }
            trades: number
            /** @description Those that it began with. */
            floors: {
              max_drawdown: Decimal | null
              daily_loss_limit: Decimal | null
            }
            breaches: {
              id: string
              /** @enum {string} */
              rule:
                | 'max_drawdown'
                | 'daily_loss_limit'
                | 'news_freeze'
                | 'symbol_exposure_cap'
                | 'total_exposure_cap'
                | 'insufficient_margin'
                | 'max_leverage'
                | 'max_open_orders'
                | 'max_positions'
                | 'reduce_only'
                | 'post_only'
                | 'trigger_would_fire'
                | 'market_closed'
                | 'venue_not_allowed'
                | 'account_state'
                | 'stale_market_data'
                | 'venue_limit'
              /** @enum {string} */
              severity: 'WARN' | 'SOFT' | 'HARD'
              /** @enum {string} */
              action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
              occurred_at: string
            }[]
            /** @description Whether the balance was at the profit target at its end; null for a plan without one. */
            target_reached: boolean | null
          }[]
        }
      }
    }
  }
  getFunding: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Amounts above 0 were received. Totals are of the whole window, payments its newest ones. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            currency: string
            from: string | null
            to: string | null
            totals: {
              paid: Decimal
              received: Decimal
              net: Decimal
            }
            by_asset_class: {
              crypto: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              forex: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              commodity: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              equity: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              index: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
            }
          }
        }
      }
    }
  }
  getRisk: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Every limit with its value and headroom, the floor in force, what the next reset makes of the floors if nothing changes, and how far the objective is met. News freezes: the current or next one of what is held or waited for, and of every other symbol the account may trade what is frozen now or will be within the hour. Streams and `GET /v1/accounts` tell the former alone. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Risk']
        }
      }
    }
  }
  listBreaches: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Breach'][]
        }
      }
    }
  }
  listViolations: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            rule:
              | 'max_drawdown'
              | 'daily_loss_limit'
              | 'news_freeze'
              | 'symbol_exposure_cap'
              | 'total_exposure_cap'
              | 'insufficient_margin'
              | 'max_leverage'
              | 'max_open_orders'
              | 'max_positions'
              | 'reduce_only'
              | 'post_only'
              | 'trigger_would_fire'
              | 'market_closed'
              | 'venue_not_allowed'
              | 'account_state'
              | 'stale_market_data'
              | 'venue_limit'
            message: string
            limit: Decimal | null
            value: Decimal | null
            /** @enum {string|null} */
            unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
            equity: Decimal
            balance: Decimal
            /** @enum {string} */
            action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
            /** @description The order whose fill took equity there; null where a mark did. */
            order_id: string | null
            /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. */
            positions:
              | {
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /** @enum {string} */
                  direction: 'LONG' | 'SHORT'
                  quantity: Decimal
                  entry_price: Decimal
                  mark_price: Decimal
                  unrealized_pnl: Decimal
                }[]
              | null
            /** @description The tick at whose marks it was crossed: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            tick: number | null
            occurred_at: string
            /** @enum {string} */
            severity: 'HARD'
          }[]
        }
      }
    }
  }
  getAnalytics: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Net of fees and funding. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            trades: number
            win_rate: Decimal
            profit_factor: Decimal | null
            avg_r: Decimal | null
            expectancy: Decimal
            average_win: Decimal | null
            average_loss: Decimal | null
            max_drawdown: Decimal
            exposure_breakdown: {
              by_asset_class: {
                crypto: Decimal
                forex: Decimal
                commodity: Decimal
                equity: Decimal
                index: Decimal
              }
              by_venue: {
                GMX: Decimal
                OSTIUM: Decimal
              }
              total: Decimal
            }
          }
        }
      }
    }
  }
  getLeverage: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        platform_id?: ('GMX' | 'OSTIUM') | undefined
      }
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The leverage in force, and the most it could be. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            leverage: Decimal
            max_leverage: Decimal
          }
        }
      }
    }
  }
  setLeverage: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
          symbol: string
          /**
           * @description Absent: where an order would go that names none.
           * @enum {string}
           */
          platform_id?: ('GMX' | 'OSTIUM') | undefined
          /** @description From 1 up to the plan's and the instrument's. */
          leverage: Decimal
        }
      }
    }
    responses: {
      /** @description The leverage in force, and the most it could be. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            leverage: Decimal
            max_leverage: Decimal
          }
        }
      }
    }
  }
  useKillSwitch: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Whether to close all positions as well. */
          flatten: boolean
        }
      }
    }
    responses: {
      /** @description The account as it then is, and the ids of what was done. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account: components['schemas']['Account']
            /** @description Ids of the orders it cancelled. */
            cancelled: string[]
            /** @description Ids of the positions it closed. */
            closed: string[]
            /** @description Ids of the positions that are closed as soon as they can be. */
            liquidating: string[]
            /** @description Orders of a LIVE account that their venues have yet to cancel; a fill that comes first wins. */
            cancelling: {
              order_id: string
              cancel_requested_at: string
            }[]
          }
        }
      }
    }
  }
  liftKillSwitch: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The account as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Account']
        }
      }
    }
  }
  getDeadManSwitch: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The switch; its fields are null while none is armed. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            armed: boolean
            timeout_ms: number | null
            /** @enum {string|null} */
            action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN' | null
            armed_at: string | null
            expires_at: string | null
            /** @enum {string|null} */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            key_id: string | null
            /** @description When it acted last: armed or not, it has acted then. */
            last_ran_out_at: string | null
          }
        }
      }
    }
  }
  armDeadManSwitch: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description From this heartbeat to the next, in milliseconds. */
          timeout_ms: number
          /**
           * @description CANCEL_OPENING ends the orders that could open; CANCEL_ALL every order but the stops of open positions; FLATTEN closes all positions as well, and needs the scope `TRADE`.
           * @enum {string}
           */
          action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN'
        }
      }
    }
    responses: {
      /** @description The switch as it is armed. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            armed: boolean
            timeout_ms: number
            /** @enum {string} */
            action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN'
            /** @description Its first heartbeat since it last ran out or was disarmed. */
            armed_at: string
            /** @description When it runs out without another heartbeat. */
            expires_at: string
            /**
             * @description Where its last heartbeat came from; null where an earlier version took it.
             * @enum {string|null}
             */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            /** @description The key that it came through, if any. */
            key_id: string | null
          }
        }
      }
    }
  }
  disarmDeadManSwitch: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description None is armed. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            armed: boolean
            timeout_ms: number | null
            /** @enum {string|null} */
            action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN' | null
            armed_at: string | null
            expires_at: string | null
            /** @enum {string|null} */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            key_id: string | null
          }
        }
      }
    }
  }
  listPayouts: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
          }[]
        }
      }
    }
  }
  requestPayout: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description US dollars, in whole cents. */
          amount: Decimal
          /** @description With the same one it is asked for once. */
          client_id: string
        }
      }
    }
    responses: {
      /** @description The request. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
          }
        }
      }
    }
  }
  getAvailablePayout: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description As the account is now. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            available: Decimal
            /** @description The balance above the initial balance; negative below it. */
            profit: Decimal
            free_margin: Decimal
            /** @description What of it is profit is not free to be paid out. */
            unrealized_pnl: Decimal
            open_payout_id: string | null
          }
        }
      }
    }
  }
  listWebhookDeliveries: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            status?: ('PENDING' | 'DELIVERED' | 'DEAD' | 'DISABLED') | undefined
            /** @description Only deliveries to the receiver of this key of the caller. */
            key_id?: string | undefined
            event_type?:
              | (
                  | 'order.ack'
                  | 'order.fill'
                  | 'order.cancel'
                  | 'position.close'
                  | 'account.breach'
                  | 'dead_man_switch.ran_out'
                  | 'payout.requested'
                  | 'payout.proposed'
                  | 'payout.paid'
                  | 'payout.rejected'
                  | 'webhook.test'
                )
              | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first, each with its latest 20 attempts, oldest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Delivery'][]
        }
      }
    }
  }
  redeliverWebhooks: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
          from: string
          /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
          to: string
          /**
           * @description Absent: all but the pending ones.
           * @enum {string}
           */
          status?: ('PENDING' | 'DELIVERED' | 'DEAD' | 'DISABLED') | undefined
          /** @description Only deliveries to the receiver of this key of the caller. */
          key_id?: string | undefined
          /**
           * @description Only deliveries of such events.
           * @enum {string}
           */
          event_type?:
            | (
                | 'order.ack'
                | 'order.fill'
                | 'order.cancel'
                | 'position.close'
                | 'account.breach'
                | 'dead_man_switch.ran_out'
                | 'payout.requested'
                | 'payout.proposed'
                | 'payout.paid'
                | 'payout.rejected'
                | 'webhook.test'
              )
            | undefined
        }
      }
    }
    responses: {
      /** @description They are attempted now, and by the schedule. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            redelivered: number
            next_from: string | null
          }
        }
      }
    }
  }
  redeliverWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        delivery_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is attempted now, and by the schedule. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Delivery']
        }
      }
    }
  }
  sendTestEvent: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?:
      | {
          content: {
            'application/json': {
              /** @description A key of the caller. Absent: the one that makes the request. */
              key_id?: string | undefined
            }
          }
        }
      | undefined
    responses: {
      /** @description It is on its way. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Delivery']
        }
      }
    }
  }
  getPrice: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        /** @description Absent: the primary venue of the symbol. */
        venue?: ('GMX' | 'OSTIUM') | undefined
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Prices of this moment. `stale`: the feed is quiet while the market is open; while it is closed the last price stays good. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Price']
        }
      }
    }
  }
  listPrices: {
    parameters: {
      query?:
        | {
            /** @description Separated by commas. Absent: all that the venue lists. */
            symbols?: string | undefined
            /** @description Absent: the primary venue of each symbol. */
            venue?: ('GMX' | 'OSTIUM') | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Prices of this moment. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            last_price: Decimal
            mark_price: Decimal
            index_price: Decimal
            bid: Decimal
            ask: Decimal
            timestamp: string
            stale: boolean
            /** @enum {string|null} */
            stale_reason: 'silent' | 'divergence' | null
            /** @enum {string} */
            market_status: 'OPEN' | 'CLOSED' | 'PAUSED'
            tick: number
            change_24h: Decimal | null
            change_24h_pct: Decimal | null
          }[]
        }
      }
    }
  }
  getOrderbook: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        /** @description Absent: the primary venue of the symbol. */
        venue?: ('GMX' | 'OSTIUM') | undefined
        /** @description At most 100; more is cut to that. */
        depth?: number | undefined
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Best levels first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Orderbook']
        }
      }
    }
  }
  listPublicTrades: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        /** @description Absent: the primary venue of the symbol. */
        venue?: ('GMX' | 'OSTIUM') | undefined
        /** @description At most 1000; more is cut to that. */
        limit?: number | undefined
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PublicTrade'][]
        }
      }
    }
  }
  listCandles: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        /** @description Absent: the primary venue of the symbol. */
        venue?: ('GMX' | 'OSTIUM') | undefined
        interval?: ('1m' | '5m' | '15m' | '1h' | '4h' | '1d') | undefined
        /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
        from?: string | undefined
        /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
        to?: string | undefined
        /** @description At most 500; more is cut to that. */
        limit?: number | undefined
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first; the last one may still be open. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Candle'][]
        }
      }
    }
  }
  listTickers: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The whole catalogue. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            crypto: {
              symbol: string
              base: string
              quote: string
              venues: ('GMX' | 'OSTIUM')[]
              tick_size: Decimal
              lot_size: Decimal
              /** @enum {string} */
              status: 'OPEN' | 'CLOSED' | 'PAUSED'
              /** @enum {string} */
              primary_venue: 'GMX' | 'OSTIUM'
              max_leverage: Decimal
              min_notional: Decimal
              maintenance_margin_rate: Decimal
              taker_fee_rate: Decimal
              maker_fee_rate: Decimal
              venue_terms: {
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                max_leverage: Decimal
                min_notional: Decimal
                maintenance_margin_rate: Decimal
                taker_fee_rate: Decimal
                maker_fee_rate: Decimal
              }[]
            }[]
            forex: {
              symbol: string
              base: string
              quote: string
              venues: ('GMX' | 'OSTIUM')[]
              tick_size: Decimal
              lot_size: Decimal
              /** @enum {string} */
              status: 'OPEN' | 'CLOSED' | 'PAUSED'
              /** @enum {string} */
              primary_venue: 'GMX' | 'OSTIUM'
              max_leverage: Decimal
              min_notional: Decimal
              maintenance_margin_rate: Decimal
              taker_fee_rate: Decimal
              maker_fee_rate: Decimal
              venue_terms: {
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                max_leverage: Decimal
                min_notional: Decimal
                maintenance_margin_rate: Decimal
                taker_fee_rate: Decimal
                maker_fee_rate: Decimal
              }[]
            }[]
            commodity: {
              symbol: string
              base: string
              quote: string
              venues: ('GMX' | 'OSTIUM')[]
              tick_size: Decimal
              lot_size: Decimal
              /** @enum {string} */
              status: 'OPEN' | 'CLOSED' | 'PAUSED'
              /** @enum {string} */
              primary_venue: 'GMX' | 'OSTIUM'
              max_leverage: Decimal
              min_notional: Decimal
              maintenance_margin_rate: Decimal
              taker_fee_rate: Decimal
              maker_fee_rate: Decimal
              venue_terms: {
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                max_leverage: Decimal
                min_notional: Decimal
                maintenance_margin_rate: Decimal
                taker_fee_rate: Decimal
                maker_fee_rate: Decimal
              }[]
            }[]
            equity: {
              symbol: string
              base: string
              quote: string
              venues: ('GMX' | 'OSTIUM')[]
              tick_size: Decimal
              lot_size: Decimal
              /** @enum {string} */
              status: 'OPEN' | 'CLOSED' | 'PAUSED'
              /** @enum {string} */
              primary_venue: 'GMX' | 'OSTIUM'
              max_leverage: Decimal
              min_notional: Decimal
              maintenance_margin_rate: Decimal
              taker_fee_rate: Decimal
              maker_fee_rate: Decimal
              venue_terms: {
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                max_leverage: Decimal
                min_notional: Decimal
                maintenance_margin_rate: Decimal
                taker_fee_rate: Decimal
                maker_fee_rate: Decimal
              }[]
            }[]
            index: {
              symbol: string
              base: string
              quote: string
              venues: ('GMX' | 'OSTIUM')[]
              tick_size: Decimal
              lot_size: Decimal
              /** @enum {string} */
              status: 'OPEN' | 'CLOSED' | 'PAUSED'
              /** @enum {string} */
              primary_venue: 'GMX' | 'OSTIUM'
              max_leverage: Decimal
              min_notional: Decimal
              maintenance_margin_rate: Decimal
              taker_fee_rate: Decimal
              maker_fee_rate: Decimal
              venue_terms: {
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                max_leverage: Decimal
                min_notional: Decimal
                maintenance_margin_rate: Decimal
                taker_fee_rate: Decimal
                maker_fee_rate: Decimal
              }[]
            }[]
          }
        }
      }
    }
  }
  getTickerMetadata: {
    parameters: {
      query: {
        /** @description Fuzzy: any spelling of a symbol, a base asset alone, a common name, a typo in a long one. */
        ticker: string
        /** @description Asset class preferred where several match: crypto, forex, commodity, equity, index. */
        type?: string | undefined
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The symbol that was meant. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Metadata']
        }
      }
    }
  }
  getMetrics: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        /** @description Absent: the primary venue of the symbol. */
        venue?: ('GMX' | 'OSTIUM') | undefined
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Over the last 24 hours. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Metrics']
        }
      }
    }
  }
  getConfig: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Engine-wide configuration. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            version: string
            server_time: string
            environment: string
            orderbook: {
              default_depth: number
              max_depth: number
            }
            venues: {
              /** @enum {string} */
              id: 'GMX' | 'OSTIUM'
              /** @enum {string} */
              mode: 'paper' | 'live'
              /** @enum {string} */
              status: 'up' | 'down'
            }[]
            market_feed: {
              /** @enum {string} */
              kind: 'synthetic' | 'replay' | 'live'
              /** @description the venues whose own prices are shown; none: prices are made up or recorded */
              sources: ('GMX' | 'OSTIUM')[]
              /** @description symbols of several sources; with one there is no such check */
              divergence_checked: string[]
            }
            limits: {
              requests_per_minute: number
              public_requests_per_minute: number | null
              body_bytes: number
              accounts_per_user: number
              active_keys_per_user: number
              history: {
                default: number
                max: number
              }
              public_trades: {
                default: number
                max: number
              }
            }
            order: {
              kinds: ('MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT')[]
              tifs: ('GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK')[]
              statuses: ('PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED')[]
            }
            risk_rules: (
              | 'max_drawdown'
              | 'daily_loss_limit'
              | 'news_freeze'
              | 'symbol_exposure_cap'
              | 'total_exposure_cap'
              | 'insufficient_margin'
              | 'max_leverage'
              | 'max_open_orders'
              | 'max_positions'
              | 'reduce_only'
              | 'post_only'
              | 'trigger_would_fire'
              | 'market_closed'
              | 'venue_not_allowed'
              | 'account_state'
              | 'stale_market_data'
              | 'venue_limit'
            )[]
            features: {
              [key: string]: boolean
            }
          }
        }
      }
    }
  }
  listNews: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Events of the period, past ones among them. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            title: string
            at: string
            /** @enum {string} */
            impact: 'LOW' | 'MEDIUM' | 'HIGH'
            currencies: string[]
            symbols: string[]
          }[]
        }
      }
    }
  }
  moveMarket: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
          symbol: string
          /** @description Where the market goes. */
          price: Decimal
          /** @description How long it walks there, in milliseconds. Absent or 0: a gap at the next tick. */
          over_ms?: number | undefined
        }
      }
    }
    responses: {
      /** @description The move, on the tick grid, and when it begins. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            symbol: string
            price: Decimal | null
            over_ms: number
            starts_at: string
          }
        }
      }
    }
  }
  releaseMarket: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description When it returns. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            symbol: string
            price: Decimal | null
            over_ms: number
            starts_at: string
          }
        }
      }
    }
  }
  getKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Its scopes, expiry, IP rule and remaining budget. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            key_id: string
            user_id: string
            permissions: ('READ_ONLY' | 'TRADE' | 'MANAGE_ORDERS')[]
            ip_whitelist: string[]
            expires_at: string | null
            rate_limit: {
              limit: number
              remaining: number
              reset_at: string
            }
          }
        }
      }
    }
  }
  health: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Alive */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            status: 'ok'
          }
        }
      }
    }
  }
  readiness: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Ready */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            ready: boolean
            checks: {
              [key: string]: string
            }
          }
        }
      }
    }
  }
  openapi: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OpenAPI 3.1 document */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': Record<string, never>
        }
      }
    }
  }
}
