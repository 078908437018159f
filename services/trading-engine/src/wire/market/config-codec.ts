import Joi from 'joi'
import type { VenueId } from '../../core/model/market/instrument.js'
import { ORDER_KINDS, TIMES_IN_FORCE, type OrderKind } from '../../core/model/order/order.js'
import { ORDER_STATUSES } from '../../core/model/order/order-status.js'
import { ALL_RISK_RULES } from '../../core/model/plan/violation.js'
import type { Micros } from '../../core/values/time.js'
import { codecOf, field } from '../codec/codec.js'
import { listOf, oneOf, orNull, shaped, text, time, venue, whole } from '../codec/kinds.js'
import * as schemas from '../codec/schemas.js'

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
  readonly venues: readonly DescribedVenue[]
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

interface DescribedVenue {
  readonly id: VenueId
  readonly mode: 'paper' | 'live'
  readonly status: 'up' | 'down'
}

const orderbookCodec = codecOf<Cap>('OrderbookDepths')({
  default_depth: field(whole, (cap) => cap.default),
  max_depth: field(whole, ({ max }) => max),
})

const capCodec = codecOf<Cap>('PageSizes')({
  default: field(whole, (cap) => cap.default),
  max: field(whole, ({ max }) => max),
})

const venueCodec = codecOf<DescribedVenue>('DescribedVenue')({
  id: field(venue, ({ id }) => id),
  mode: field(oneOf(['paper', 'live'], 'VenueMode'), ({ mode }) => mode),
  status: field(oneOf(['up', 'down'], 'VenueStatus'), ({ status }) => status),
})

const marketFeedCodec = codecOf<EngineDescription['marketFeed']>('MarketFeed')({
  kind: field(oneOf(['synthetic', 'replay', 'live'], 'FeedKind'), ({ kind }) => kind),
  sources: field(
    listOf(venue),
    ({ sources }) => sources,
    'the venues whose own prices are shown; none: prices are made up or recorded',
  ),
  divergence_checked: field(
    listOf(text),
    ({ comparedSymbols }) => comparedSymbols,
    'symbols of several sources; with one there is no such check',
  ),
})

const limitsCodec = codecOf<EngineDescription['limits']>('ServiceLimits')({
  requests_per_minute: field(whole, (limits) => limits.requestsPerMinute),
  public_requests_per_minute: field(orNull(whole), (limits) => limits.publicRequestsPerMinute),
  body_bytes: field(whole, (limits) => limits.bodyBytes),
  accounts_per_user: field(whole, (limits) => limits.accountsPerUser),
  active_keys_per_user: field(whole, (limits) => limits.activeKeysPerUser),
  history: field(capCodec, (limits) => limits.history),
  public_trades: field(capCodec, (limits) => limits.publicTrades),
})

const orderCodec = codecOf<EngineDescription>('OrderOptions')({
  kinds: field(listOf(oneOf(ORDER_KINDS)), ({ kinds }) => kinds),
  tifs: field(listOf(oneOf(TIMES_IN_FORCE)), () => TIMES_IN_FORCE),
  statuses: field(listOf(oneOf(ORDER_STATUSES)), () => ORDER_STATUSES),
})

export const configCodec = codecOf<EngineDescription>('ServiceConfig')({
  version: field(text, (engine) => engine.version),
  server_time: field(time, (engine) => engine.now),
  environment: field(text, (engine) => engine.environment),
  orderbook: field(orderbookCodec, (engine) => engine.orderbook),
  venues: field(listOf(venueCodec), (engine) => engine.venues),
  market_feed: field(marketFeedCodec, (engine) => engine.marketFeed),
  limits: field(limitsCodec, (engine) => engine.limits),
  order: field(orderCodec, (engine) => engine),
  risk_rules: field(listOf(oneOf(ALL_RISK_RULES)), () => ALL_RISK_RULES),
  features: field(
    shaped<EngineDescription['features']>(Joi.object().pattern(Joi.any(), schemas.flag), (features) => features),
    (engine) => engine.features,
  ),
})
