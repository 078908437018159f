import Joi from 'joi'
import { ASSET_CLASSES, CARRY_KINDS } from '../../../core/model/market/instrument.js'
import { MARKET_STATUSES, STALE_REASONS } from '../../../core/model/market/market-view.js'
import { ORDER_STATUSES } from '../../../core/model/order/order-status.js'
import { ORDER_KINDS, TIMES_IN_FORCE } from '../../../core/model/order/order.js'
import { CANDLE_INTERVALS } from '../../../market/candles.js'
import { ALL_RISK_RULES } from '../../../core/model/plan/violation.js'
import {
  decimal,
  flag,
  listOf,
  oneOf,
  oneOfOrNull,
  record,
  side,
  text,
  time,
  venue,
  whole,
} from '../../../wire/codec/schemas.js'

/** A null price is the way back to the feed. */
export const sandboxMove = record({ symbol: text, price: decimal.allow(null), over_ms: whole, starts_at: time })

const marketStatus = oneOf(MARKET_STATUSES)

const priceFields = {
  symbol: text,
  venue,
  last_price: decimal,
  mark_price: decimal,
  index_price: decimal,
  bid: decimal,
  ask: decimal,
  timestamp: time,
  stale: flag,
  stale_reason: oneOfOrNull(STALE_REASONS),
  market_status: marketStatus,
  tick: whole,
}
export const price = record(priceFields)

/** Null where there was no price 24 hours ago. */
export const prices = listOf(
  record({ ...priceFields, change_24h: decimal.allow(null), change_24h_pct: decimal.allow(null) }),
)

/** `[price, quantity]` each, best first. */
const bookSide = listOf(Joi.array().items(decimal).length(2))

export const orderbook = record({
  symbol: text,
  venue,
  depth: whole,
  bids: bookSide,
  asks: bookSide,
  sequence: whole,
  timestamp: time,
})

export const publicTrades = listOf(
  record({ id: text, symbol: text, venue, side, quantity: decimal, price: decimal, timestamp: time }),
)

/** Trades as a stream tells them. */
export const streamedTrades = record({ symbol: text, venue, trades: publicTrades })

const candle = record({
  timestamp: time,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  closed: flag,
  source: oneOf(['ticks', 'venue', 'both']).description(
    'what it is of: ticks of this service, bars of the venue of a time in which there were none, or both',
  ),
})

export const candles = listOf(candle)

/** A candle as a stream tells it. */
export const streamedCandle = record({ symbol: text, venue, interval: oneOf(CANDLE_INTERVALS), candle })

export const metrics = record({
  symbol: text,
  venue,
  open_interest: decimal.description('of both sides, in the base asset'),
  open_interest_source: text.description('the interface of the venue that told it, or `estimate`'),
  recent_volume: decimal,
  last_funding_rate: decimal.description('of longs, for one funding period; positive: longs pay'),
  funding: record({
    long_rate: decimal.description('a share of the notional for one funding period; positive: longs pay'),
    short_rate: decimal.description('the same for shorts; negative: shorts receive'),
    source: text.description('the interface of the venue that told the rates, or `estimate`'),
  }),
  next_funding_at: time,
  window: oneOf(['24h']),
})

const orderTerms = {
  max_leverage: decimal,
  min_notional: decimal,
  maintenance_margin_rate: decimal,
  taker_fee_rate: decimal,
  maker_fee_rate: decimal,
}

const tickerRows = listOf(
  record({
    symbol: text,
    base: text,
    quote: text,
    venues: listOf(venue),
    tick_size: decimal,
    lot_size: decimal,
    status: marketStatus,
    primary_venue: venue,
    ...orderTerms,
    venue_terms: listOf(record({ venue, ...orderTerms })),
  }),
)

/** Tradable symbols by asset class. */
export const tickers = record(Object.fromEntries(ASSET_CLASSES.map((assetClass) => [assetClass, tickerRows])))

const terms = {
  ...orderTerms,
  funding_cadence: Joi.string().pattern(/^\d+h$/),
  min_quantity: decimal,
  costs: record({
    carry: record({
      kind: oneOf(Object.values(CARRY_KINDS)),
      long_rate: decimal.allow(null),
      short_rate: decimal.allow(null),
      source: text.allow(null),
    }),
    oracle_fee: decimal,
    overnight_max_leverage: decimal.allow(null),
    price_impact: oneOf(['BOOK']),
  }),
}

const timeOfDay = Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)

export const tickerMetadata = record({
  symbol: text,
  asset_class: oneOf(ASSET_CLASSES),
  base: text,
  quote: text,
  venues: listOf(venue),
  primary_venue: venue,
  tick_size: decimal,
  lot_size: decimal,
  ...terms,
  venue_terms: listOf(record({ venue, ...terms })),
  trading_hours: record({
    always_open: flag,
    time_zone: text.allow(null),
    sessions: listOf(
      record({
        day: oneOf(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']),
        open: timeOfDay,
        close: timeOfDay,
      }),
    ),
  }),
})

const cap = record({ default: whole, max: whole })

export const config = record({
  version: text,
  server_time: time,
  environment: text,
  orderbook: record({ default_depth: whole, max_depth: whole }),
  venues: listOf(record({ id: venue, mode: oneOf(['paper', 'live']), status: oneOf(['up', 'down']) })),
  market_feed: record({
    kind: oneOf(['synthetic', 'replay', 'live']),
    sources: listOf(venue).description('the venues whose own prices are shown; none: prices are made up or recorded'),
    divergence_checked: listOf(text).description('symbols of several sources; with one there is no such check'),
  }),
  limits: record({
    requests_per_minute: whole,
    public_requests_per_minute: whole.allow(null),
    body_bytes: whole,
    accounts_per_user: whole,
    active_keys_per_user: whole,
    history: cap,
    public_trades: cap,
  }),
  order: record({
    kinds: listOf(oneOf(ORDER_KINDS)),
    tifs: listOf(oneOf(TIMES_IN_FORCE)),
    statuses: listOf(oneOf(ORDER_STATUSES)),
  }),
  risk_rules: listOf(oneOf(ALL_RISK_RULES)),
  features: Joi.object().pattern(Joi.any(), flag),
})
