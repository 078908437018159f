/** Parameters of queries. Those a route does not name are ignored; one that is sent twice is refused. */
import type Joi from 'joi'
import { ANALYTICS_GROUPS, type AnalyticsGroup } from '../../core/read/analytics.js'
import { VENUE_IDS, type VenueId } from '../../core/model/market/instrument.js'
import type { Micros } from '../../core/values/time.js'
import {
  DELIVERY_STATUSES,
  DELIVERED_EVENT_TYPES,
  type DeliveredEventType,
  type DeliveryStatus,
} from '../../core/model/webhook-delivery.js'
import { CHALLENGE_STATUSES, type ChallengeStatus } from '../../core/model/program/challenge.js'
import { CANDLE_INTERVALS, type CandleInterval } from '../../market/candles.js'
import type { Channel } from '../../streams/market-topics.js'
import { channelsField, PRICE } from './channels.js'
import {
  clientIdField,
  closedObject,
  limitField,
  listFields,
  sequenceField,
  symbolField,
  tagField,
  textField,
  uuidField,
  yearField,
} from './fields.js'
import { DAYS_LIMIT, HISTORY_LIMIT, ORDERBOOK_DEPTH, PUBLIC_TRADES_LIMIT, type Cap } from './limits.js'
import { oneOf } from '../../wire/codec/schemas.js'

const { from, to, decimals } = listFields
const limit = (cap: Cap): Joi.AnySchema<number> => limitField(cap).default(cap.default)
const symbol = symbolField.required()
const interval = oneOf(CANDLE_INTERVALS)

export interface DecimalsQuery {
  readonly decimals?: 'string'
}
export const decimalsQuery = closedObject<DecimalsQuery>({ decimals })

export interface RiskQuery extends DecimalsQuery {
  readonly odds?: 'true' | 'false'
}
export const riskQuery = closedObject<RiskQuery>({
  decimals,
  odds: oneOf(['true', 'false']).description('true: with `odds`.'),
})

export interface ProgramQuery extends DecimalsQuery {
  readonly version?: number
}
export const programQuery = closedObject<ProgramQuery>({
  version: sequenceField.description('Absent: the newest.'),
  decimals,
})

export interface ChallengesQuery extends PlainListQuery {
  readonly status?: ChallengeStatus
}
export const challengesQuery = closedObject<ChallengesQuery>({
  from,
  to,
  limit: limit(HISTORY_LIMIT),
  status: oneOf(CHALLENGE_STATUSES),
})

export interface AccountsQuery extends DecimalsQuery {
  readonly include?: 'risk'
}
export const accountsQuery = closedObject<AccountsQuery>({
  include: oneOf(['risk']).description('Each account with its risk: the floors, and what is used of each limit.'),
  decimals,
})

export interface TimeRangeQuery extends DecimalsQuery {
  readonly from?: Micros
  readonly to?: Micros
}
export interface ListQuery extends TimeRangeQuery {
  /** As sent: may exceed `HISTORY_LIMIT.max`. */
  readonly limit: number
}
/** Every list of an account's past. */
export const listQuery = closedObject<ListQuery>(listFields)

export const daysQuery = closedObject<ListQuery>({ from, to, limit: limit(DAYS_LIMIT), decimals })

export interface JournalQuery extends ListQuery {
  readonly tag?: string
  readonly symbol?: string
}
export const journalQuery = closedObject<JournalQuery>({
  ...listFields,
  tag: tagField.description('Only positions with this tag.'),
  symbol: symbolField,
})

const HISTORY_TABLES = ['trades', 'orders', 'ledger', 'journal'] as const
export type HistoryTable = (typeof HISTORY_TABLES)[number]

export interface HistoryCsvQuery {
  readonly table: HistoryTable
  readonly from?: Micros
  readonly to?: Micros
}
export const historyCsvQuery = closedObject<HistoryCsvQuery>({
  table: oneOf(HISTORY_TABLES, 'HistoryTable').required(),
  from,
  to,
})

export interface TaxSummaryQuery extends DecimalsQuery {
  readonly year: number
}
export const taxSummaryQuery = closedObject<TaxSummaryQuery>({ year: yearField.required(), decimals })

export interface AnalyticsQuery extends TimeRangeQuery {
  readonly group_by?: AnalyticsGroup
}
export const analyticsQuery = closedObject<AnalyticsQuery>({
  from,
  to,
  group_by: oneOf(ANALYTICS_GROUPS).description(
    'Also by group. Hours and weekdays are those of the opening, in the time zone of the reset.',
  ),
  decimals,
})

export interface EquityQuery extends TimeRangeQuery {
  readonly interval?: CandleInterval
}
export const equityQuery = closedObject<EquityQuery>({
  from,
  to,
  interval: interval.description('Absent: the shortest that gives at most 300 points.'),
  decimals,
})

export interface OpenPositionsQuery extends DecimalsQuery {
  /** Absent: all of them. */
  readonly limit?: number
}
export const openPositionsQuery = closedObject<OpenPositionsQuery>({ limit: limitField(HISTORY_LIMIT), decimals })

export interface OrdersQuery extends TimeRangeQuery {
  readonly client_id?: string
  readonly status?: 'working' | 'all'
  /** Absent: all working orders, or the default number of others. */
  readonly limit?: number
}
export const ordersQuery = closedObject<OrdersQuery>({
  client_id: clientIdField.description(
    'Only the order placed with this `client_id`, ended or not, unless `status` says otherwise.',
  ),
  status: oneOf(['working', 'all']).description('Absent: `working`, or `all` where `client_id` is given.'),
  from,
  to,
  limit: limitField(HISTORY_LIMIT),
  decimals,
})

export interface EventsQuery {
  readonly after: number
  /** As sent: may exceed `HISTORY_LIMIT.max`. */
  readonly limit: number
}
export const eventsQuery = closedObject<EventsQuery>({
  after: sequenceField.default(0).description('Events after this sequence; all of them from 0 on.'),
  limit: limit(HISTORY_LIMIT),
})

export interface AccountStreamQuery {
  /** Absent: the stream begins with what happens from now on. */
  readonly after?: number
}
export const accountStreamQuery = closedObject<AccountStreamQuery>({
  after: sequenceField.description(
    'Events after this sequence; all of them from 0 on. `Last-Event-ID` goes before it.',
  ),
})

export interface MarketStreamQuery {
  /** Separated by commas. */
  readonly symbols: string
  readonly venue?: VenueId
  readonly channels: readonly Channel[]
}
export const marketStreamQuery = closedObject<MarketStreamQuery>({
  symbols: textField(4_000).required().description('Separated by commas, 50 at most.'),
  venue: oneOf(VENUE_IDS).description('Absent: the primary venue of each symbol.'),
  channels: channelsField
    .default([PRICE])
    .description('Separated by commas. Absent: `price`.')
    .meta({ jsonSchema: { default: 'price' } }),
})

/** A list without decimals in it. */
type PlainListQuery = Omit<ListQuery, 'decimals'>
const plainList = { from, to, limit: limit(HISTORY_LIMIT) }
export const grantsQuery = closedObject<PlainListQuery>(plainList)
export const certificatesQuery = closedObject<PlainListQuery>(plainList)
export const competitionsQuery = closedObject<PlainListQuery>(plainList)
export const newsQuery = closedObject<PlainListQuery>(plainList)
export interface SendAlertQuery {
  readonly dry_run?: 'true' | 'false'
}
export const sendAlertQuery = closedObject<SendAlertQuery>({
  dry_run: oneOf(['true', 'false']).description('true: what it would do now, and nothing is placed.'),
})
export const hookDeliveriesQuery = closedObject<PlainListQuery>(plainList)

export interface DeliveriesQuery extends PlainListQuery {
  readonly status?: DeliveryStatus
  readonly key_id?: string
  readonly event_type?: DeliveredEventType
}
export const deliveriesQuery = closedObject<DeliveriesQuery>({
  ...plainList,
  status: oneOf(DELIVERY_STATUSES),
  key_id: uuidField.description('Only deliveries to the receiver of this key of the caller.'),
  event_type: oneOf(DELIVERED_EVENT_TYPES),
})

export interface SymbolQuery extends DecimalsQuery {
  readonly symbol: string
}
export interface ListingQuery extends SymbolQuery {
  /** Absent: the primary venue of the symbol. */
  readonly venue?: VenueId
}
const listing = {
  symbol,
  venue: oneOf(VENUE_IDS).description('Absent: the primary venue of the symbol.'),
}
export const priceQuery = closedObject<ListingQuery>({ ...listing, decimals })
export const metricsQuery = closedObject<ListingQuery>({ ...listing, decimals })

export interface PricesQuery extends DecimalsQuery {
  /** Separated by commas. */
  readonly symbols?: string
  readonly venue?: VenueId
}
export const pricesQuery = closedObject<PricesQuery>({
  symbols: textField(4_000).description('Separated by commas. Absent: all that the venue lists.'),
  venue: oneOf(VENUE_IDS).description('Absent: the primary venue of each symbol.'),
  decimals,
})

export interface LeverageQuery extends SymbolQuery {
  readonly platform_id?: VenueId
}
export const leverageQuery = closedObject<LeverageQuery>({
  symbol,
  platform_id: oneOf(VENUE_IDS),
  decimals,
})

export interface OrderbookQuery extends ListingQuery {
  /** As sent: may exceed `ORDERBOOK_DEPTH.max`. */
  readonly depth: number
}
export const orderbookQuery = closedObject<OrderbookQuery>({ ...listing, depth: limit(ORDERBOOK_DEPTH), decimals })

export interface PublicTradesQuery extends ListingQuery {
  /** As sent: may exceed `PUBLIC_TRADES_LIMIT.max`. */
  readonly limit: number
}
export const publicTradesQuery = closedObject<PublicTradesQuery>({
  ...listing,
  limit: limit(PUBLIC_TRADES_LIMIT),
  decimals,
})

export interface TickerMetadataQuery extends DecimalsQuery {
  readonly ticker: string
  readonly type?: string
}
export const tickerMetadataQuery = closedObject<TickerMetadataQuery>({
  ticker: textField(64)
    .required()
    .description('Fuzzy: any spelling of a symbol, a base asset alone, a common name, a typo in a long one.'),
  type: textField(32).description(
    'Asset class preferred where several match: crypto, forex, commodity, equity, index.',
  ),
  decimals,
})

export interface CandlesQuery extends ListingQuery, TimeRangeQuery {
  readonly interval: CandleInterval
  /** As sent: may exceed `HISTORY_LIMIT.max`. */
  readonly limit: number
}
export const candlesQuery = closedObject<CandlesQuery>({
  ...listing,
  interval: interval.default('1m'),
  from,
  to,
  limit: limit(HISTORY_LIMIT),
  decimals,
})

export interface FundingRatesQuery extends ListingQuery, TimeRangeQuery {
  /** As sent: may exceed `HISTORY_LIMIT.max`. */
  readonly limit: number
}
export const fundingRatesQuery = closedObject<FundingRatesQuery>({
  ...listing,
  from,
  to,
  limit: limit(HISTORY_LIMIT),
  decimals,
})

export interface SandboxReleaseQuery {
  readonly symbol: string
}
export const sandboxReleaseQuery = closedObject<SandboxReleaseQuery>({ symbol })
