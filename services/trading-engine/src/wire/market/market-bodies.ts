/** Public market data (spec 4.3) as the API shows it. */
import { decimal, divide, max, roundToStep, type Price } from '../../core/values/decimal.js'
import {
  ASSET_CLASSES,
  VENUE_IDS,
  type AssetClass,
  type Instrument,
  type TradingHours,
  type VenueId,
  type VenueTerms,
} from '../../core/model/market/instrument.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { BookLevel, Carry, MarketStatus, OrderBook, Quote } from '../../core/model/market/market-view.js'
import { TIMES_IN_FORCE, type OrderKind } from '../../core/model/order/order.js'
import { ORDER_STATUSES } from '../../core/model/order/order-status.js'
import { ALL_RISK_RULES } from '../../core/model/plan/violation.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Candle } from '../../market/candles.js'
import type { ListingMetrics, PublicTrade } from '../../market/market.js'
import { orNull, type WriteDecimal } from '../decimals.js'

type Body = Record<string, unknown>

/** `tick` is the number of the tick the prices are of; what a tick says never changes. */
export const priceBody = (quote: Quote, status: MarketStatus, write: WriteDecimal): Body => ({
  symbol: quote.symbol,
  venue: quote.venue,
  last_price: write(quote.last),
  mark_price: write(quote.mark),
  index_price: write(quote.index),
  bid: write(quote.bid),
  ask: write(quote.ask),
  timestamp: formatTimestamp(quote.at),
  stale: quote.staleReason !== null,
  stale_reason: quote.staleReason,
  market_status: status,
  tick: quote.tick,
})

/** A price with its change from the last price of 24 hours before; null where there was none. */
export const pricesRow = (
  quote: Quote,
  status: MarketStatus,
  dayBefore: Quote | undefined,
  write: WriteDecimal,
): Body => ({
  ...priceBody(quote, status, write),
  change_24h: dayBefore === undefined ? null : write(quote.last - dayBefore.last),
  change_24h_pct: dayBefore === undefined ? null : write(changePct(dayBefore.last, quote.last)),
})

const PCT_STEP = decimal('0.0001')

/** In percent, to four decimals. */
const changePct = (from: Price, to: Price): bigint =>
  roundToStep(divide((to - from) * 100n, from, 'HALF_EVEN'), PCT_STEP, 'HALF_EVEN')

/** `depth` is what was applied: a side may have fewer levels, never more. */
export const orderbookBody = (book: OrderBook, depth: number, write: WriteDecimal): Body => ({
  symbol: book.symbol,
  venue: book.venue,
  depth,
  bids: levels(book.bids, depth, write),
  asks: levels(book.asks, depth, write),
  sequence: book.sequence,
  timestamp: formatTimestamp(book.at),
})

const levels = (side: readonly BookLevel[], depth: number, write: WriteDecimal): readonly unknown[] =>
  side.slice(0, depth).map((level) => [write(level.price), write(level.quantity)])

/** A trade of the public tape; `side` is the taker's. */
export const publicTradeBody = (trade: PublicTrade, write: WriteDecimal): Body => ({
  id: trade.id,
  symbol: trade.symbol,
  venue: trade.venue,
  side: trade.side,
  quantity: write(trade.quantity),
  price: write(trade.price),
  timestamp: formatTimestamp(trade.at),
})

/** `timestamp` is the candle's start; the one that is still open says `closed: false`. */
export const candleBody = (candle: Candle, write: WriteDecimal): Body => ({
  timestamp: formatTimestamp(candle.startsAt),
  open: write(candle.open),
  high: write(candle.high),
  low: write(candle.low),
  close: write(candle.close),
  volume: write(candle.volume),
  closed: candle.isClosed,
  source: candle.source ?? 'ticks',
})

export const metricsBody = (metrics: ListingMetrics, write: WriteDecimal): Body => ({
  symbol: metrics.symbol,
  venue: metrics.venue,
  open_interest: write(metrics.openInterest),
  open_interest_source: metrics.openInterestSource,
  recent_volume: write(metrics.recentVolume),
  last_funding_rate: write(metrics.lastFunding.rates.long),
  funding: {
    long_rate: write(metrics.lastFunding.rates.long),
    short_rate: write(metrics.lastFunding.rates.short),
    source: metrics.lastFunding.source,
  },
  next_funding_at: formatTimestamp(metrics.nextFundingAt),
  window: '24h',
})

/**
 * Every tradable symbol by asset class; a class without any is an empty list. Each with what orders must keep to, so
 * that one request tells it of all symbols: flat the terms of the primary venue, each venue's own beside them.
 */
export function tickersBody(
  instruments: readonly Instrument[],
  statusOf: (instrument: Instrument) => MarketStatus,
  write: WriteDecimal,
): Readonly<Record<AssetClass, readonly Body[]>> {
  const ofClass = (assetClass: AssetClass): readonly Body[] =>
    instruments
      .filter((instrument) => instrument.assetClass === assetClass)
      .map((instrument) => tickerBody(instrument, statusOf(instrument), write))
  return Object.fromEntries(ASSET_CLASSES.map((assetClass) => [assetClass, ofClass(assetClass)])) as Record<
    AssetClass,
    readonly Body[]
  >
}

const tickerBody = (instrument: Instrument, status: MarketStatus, write: WriteDecimal): Body => ({
  symbol: instrument.symbol,
  base: instrument.base,
  quote: instrument.quote,
  venues: venuesOf(instrument),
  tick_size: write(instrument.tickSize),
  lot_size: write(instrument.lotSize),
  status,
  primary_venue: instrument.primaryVenue,
  ...orderTermsBody(primaryTerms(instrument), write),
  venue_terms: venuesOf(instrument).flatMap((venue) => {
    const own = instrument.terms[venue]
    return own === undefined ? [] : [{ venue, ...orderTermsBody(own, write) }]
  }),
})

const orderTermsBody = (terms: VenueTerms, write: WriteDecimal): Body => ({
  max_leverage: write(terms.leverageMax),
  min_notional: write(terms.notionalMin),
  maintenance_margin_rate: write(terms.maintenanceMarginRate),
  taker_fee_rate: write(terms.takerFeeRate),
  maker_fee_rate: write(terms.makerFeeRate),
})

/**
 * The flat fields are those of the primary venue, where an order without a venue goes; `venue_terms` has each venue's
 * own. `min_quantity` is the smallest that opens a position at `reference`, the price now.
 */
export function tickerMetadataBody(
  instrument: Instrument,
  reference: Price,
  carryOf: CarryOf,
  write: WriteDecimal,
): Body {
  return {
    symbol: instrument.symbol,
    asset_class: instrument.assetClass,
    base: instrument.base,
    quote: instrument.quote,
    venues: venuesOf(instrument),
    primary_venue: instrument.primaryVenue,
    tick_size: write(instrument.tickSize),
    lot_size: write(instrument.lotSize),
    ...termsBody(instrument, primaryTerms(instrument), reference, carryOf, write),
    venue_terms: venuesOf(instrument).flatMap((venue) => {
      const own = instrument.terms[venue]
      return own === undefined ? [] : [{ venue, ...termsBody(instrument, own, reference, carryOf, write) }]
    }),
    trading_hours: tradingHoursBody(instrument.tradingHours),
  }
}

const termsBody = (
  instrument: Instrument,
  terms: VenueTerms,
  reference: Price,
  carryOf: CarryOf,
  write: WriteDecimal,
): Body => ({
  ...orderTermsBody(terms, write),
  funding_cadence: terms.fundingCadence,
  min_quantity: write(smallestQuantity(instrument, terms, reference)),
  costs: costsBody(terms, carryOf(terms), write),
})

/** The carry of a venue now. */
type CarryOf = (terms: VenueTerms) => Carry | undefined

/**
 * The venue's charges beyond fees and funding; an account pays those that its plan's `venue_costs` say. Price impact is
 * never charged apart: the book has it in its depth.
 */
const costsBody = (
  { carry, oracleFee, overnightLeverageMax }: VenueTerms,
  now: Carry | undefined,
  write: WriteDecimal,
) => ({
  carry: {
    kind: carry.kind,
    long_rate: orNull(now?.rates.long ?? null, write),
    short_rate: orNull(now?.rates.short ?? null, write),
    source: now?.source ?? null,
  },
  oracle_fee: write(oracleFee),
  overnight_max_leverage: orNull(overnightLeverageMax, write),
  price_impact: 'BOOK',
})

/** The venue's minimum notional in whole lots, at least one. */
function smallestQuantity({ lotSize }: Instrument, { notionalMin }: VenueTerms, reference: Price): bigint {
  if (reference <= 0n) return lotSize
  return max<bigint>(lotSize, roundToStep(divide(notionalMin, reference, 'CEIL'), lotSize, 'CEIL'))
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const tradingHoursBody = (hours: TradingHours): Body =>
  hours.isAlwaysOpen
    ? { always_open: true, time_zone: null, sessions: [] }
    : {
        always_open: false,
        time_zone: hours.timeZone,
        sessions: hours.sessions.map(({ day, openMinute, closeMinute }) => ({
          day: DAYS[day],
          open: timeOfDay(openMinute),
          close: timeOfDay(closeMinute),
        })),
      }

/** `HH:MM`; the end of the day is `24:00`. */
const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

const venuesOf = (instrument: Instrument): readonly VenueId[] =>
  VENUE_IDS.filter((venue) => instrument.terms[venue] !== undefined)

function primaryTerms(instrument: Instrument): VenueTerms {
  const terms = instrument.terms[instrument.primaryVenue]
  assertInvariant(terms !== undefined, `${instrument.primaryVenue} lists ${instrument.symbol}`)
  return terms
}

interface Cap {
  readonly default: number
  readonly max: number
}

/** The installation as `GET /v1/config` describes it. */
export interface EngineDescription {
  readonly version: string
  readonly environment: string
  readonly now: Micros
  readonly orderbook: Cap
  readonly venues: readonly { readonly id: VenueId; readonly mode: 'paper' | 'live'; readonly status: 'up' | 'down' }[]
  readonly marketFeed: {
    readonly kind: 'synthetic' | 'replay' | 'live'
    /** The venues whose own prices it shows. */
    readonly sources: readonly VenueId[]
    /** Symbols of several sources: only their prices are compared. */
    readonly comparedSymbols: readonly string[]
  }
  readonly limits: {
    readonly requestsPerMinute: number
    /** Public market data per client address; null: not limited. */
    readonly publicRequestsPerMinute: number | null
    readonly bodyBytes: number
    readonly accountsPerUser: number
    readonly activeKeysPerUser: number
    readonly history: Cap
    readonly publicTrades: Cap
  }
  /** The kinds that can be placed. */
  readonly kinds: readonly OrderKind[]
  /** Name to whether it is switched on here. */
  readonly features: Readonly<Record<string, boolean>>
}

export const configBody = (engine: EngineDescription): Body => ({
  version: engine.version,
  server_time: formatTimestamp(engine.now),
  environment: engine.environment,
  orderbook: { default_depth: engine.orderbook.default, max_depth: engine.orderbook.max },
  venues: engine.venues,
  market_feed: {
    kind: engine.marketFeed.kind,
    sources: engine.marketFeed.sources,
    divergence_checked: engine.marketFeed.comparedSymbols,
  },
  limits: {
    requests_per_minute: engine.limits.requestsPerMinute,
    public_requests_per_minute: engine.limits.publicRequestsPerMinute,
    body_bytes: engine.limits.bodyBytes,
    accounts_per_user: engine.limits.accountsPerUser,
    active_keys_per_user: engine.limits.activeKeysPerUser,
    history: engine.limits.history,
    public_trades: engine.limits.publicTrades,
  },
  order: { kinds: engine.kinds, tifs: TIMES_IN_FORCE, statuses: ORDER_STATUSES },
  risk_rules: ALL_RISK_RULES,
  features: engine.features,
})
