import { writeInTurns } from '@ats/service-kit/async'
import { BODY_BYTES_MAX, type Route } from '@ats/service-kit/http'
import { DependencyError, RequestError } from '@ats/service-kit/process'
import { ACCOUNTS_PER_USER_MAX } from '../../commands/create-account.js'
import type { EngineConfig } from '../../config.js'
import { VENUE_IDS, type Instrument, type VenueId, type VenueTerms } from '../../core/model/market/instrument.js'
import type { Listing } from '../../core/model/market/listing.js'
import type { Micros } from '../../core/values/time.js'
import { ORDER_KINDS } from '../../core/model/order/order.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { Carry, Quote } from '../../core/model/market/market-view.js'
import type { Candle } from '../../market/candles.js'
import type { Catalogue } from '../../market/catalogue.js'
import type { Market } from '../../market/market.js'
import type { MakeJson, SharedTexts } from '../../queries/shared-texts.js'
import { listOf } from '../../wire/codec/kinds.js'
import { asNumber, decimalWriter } from '../../wire/decimals.js'
import { candleCodec } from '../../wire/market/candle-codec.js'
import { configCodec, type EngineDescription } from '../../wire/market/config-codec.js'
import { fundingRatesCodec, metricsCodec } from '../../wire/market/metrics-codec.js'
import { orderbookCodec } from '../../wire/market/orderbook-codec.js'
import { changedPriceCodec } from '../../wire/market/price-codec.js'
import { publicTradeCodec } from '../../wire/market/public-trade-codec.js'
import { tickersCodec, tickersOf } from '../../wire/market/ticker-codec.js'
import { tickerMetadataCodec, metadataOf } from '../../wire/market/ticker-metadata-codec.js'
import { symbolHint } from '../../wire/request-problem.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { limitAnonymousHistory } from '../limit-anonymous-history.js'
import { limitHeader, listHeaders, listReply, windowOf } from '../list-reply.js'
import { primaryListing, requestedListing, requestedListings } from '../requested-listing.js'
import { HISTORY_LIMIT, ORDERBOOK_DEPTH, PUBLIC_TRADES_LIMIT } from '../schemas/limits.js'
import {
  candlesQuery,
  decimalsQuery,
  fundingRatesQuery,
  metricsQuery,
  orderbookQuery,
  priceQuery,
  pricesQuery,
  publicTradesQuery,
  tickerMetadataQuery,
} from '../schemas/queries.js'
import { API_VERSION } from '@ats/contracts'
import * as answers from '../schemas/responses/market.js'

export interface MarketRouteDependencies {
  readonly config: EngineConfig
  readonly catalogue: Catalogue
  readonly market: Market
  readonly now: () => Micros
  readonly getContext: () => DecisionContext
  readonly texts: SharedTexts
  /** Multiplies the time for an answer from the past. */
  readonly timeoutFactor: number
}

const ACTIVE_KEYS_PER_USER_MAX = 10

const changedPrices = listOf(changedPriceCodec)
const fundingRates = listOf(fundingRatesCodec)

/** Spec 4.3 and candles: public, credentials are not looked at. */
export function marketRoutes(dependencies: MarketRouteDependencies): readonly Route<Caller>[] {
  const { catalogue, market, now, getContext, texts } = dependencies
  const limitAnonymous = limitAnonymousHistory(dependencies.timeoutFactor)
  return [
    route('public', {
      method: 'GET',
      path: '/v1/price',
      operationId: 'getPrice',
      hasEtag: true,
      summary: 'Last, mark and index price of a symbol with its change in 24 hours',
      tags: ['market'],
      query: priceQuery,
      responses: {
        200: {
          description:
            'Prices of this moment. `stale`: the feed is quiet while the market is open; while it is closed the last ' +
            'price stays good. The change is as in `GET /v1/prices`.',
          schema: answers.changedPrice,
        },
      },
      errors: ['not_found'],
      handler: ({ query }) => {
        const listing = requestedListing(catalogue, query)
        const { market: view, now: at } = getContext()
        const quote = known(listing, view.quote(listing))
        const status = market.status(listing, at)
        // Once for each quote: a day before it lies one tick, whose prices stay.
        const makeJson: MakeJson<Quote> = (of, _view, write) =>
          changedPriceCodec.json({ quote: of, status, dayBefore: market.dayBefore(listing, at) }, write)
        const key = `price and change ${quote.symbol} ${quote.venue} ${status}`
        return { status: 200, ...texts.find(key, quote, view, decimalWriter(query.decimals), makeJson) }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/prices',
      operationId: 'listPrices',
      hasEtag: true,
      summary: 'Prices of many symbols with their change in 24 hours',
      description:
        'In the order asked for, or of the catalogue; symbols without a price yet are left out. `change_24h` is of the ' +
        'last price, in the quote currency and (`change_24h_pct`) in percent.',
      tags: ['market'],
      query: pricesQuery,
      responses: { 200: { description: 'Prices of this moment.', schema: answers.prices } },
      errors: ['not_found'],
      handler: ({ query }) => {
        const at = now()
        const write = decimalWriter(query.decimals)
        const rows = requestedListings(catalogue, query).flatMap((listing) => {
          const quote = market.quote(listing, at)
          if (quote === undefined) return []
          return [{ quote, status: market.status(listing, at), dayBefore: market.dayBefore(listing, at) }]
        })
        return { status: 200, text: changedPrices.json(rows, write) }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/orderbook',
      operationId: 'getOrderbook',
      hasEtag: true,
      summary: 'Aggregated order book',
      tags: ['market'],
      query: orderbookQuery,
      responses: { 200: { description: 'Best levels first.', schema: answers.orderbook } },
      errors: ['not_found'],
      handler: ({ query }) => {
        const listing = requestedListing(catalogue, query)
        const depth = Math.min(query.depth, ORDERBOOK_DEPTH.max)
        const book = known(listing, market.book(listing, depth, now()))
        return {
          status: 200,
          text: orderbookCodec.json({ book, depth }, decimalWriter(query.decimals)),
          headers: limitHeader(depth, query.depth),
        }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/trades',
      operationId: 'listPublicTrades',
      hasEtag: true,
      summary: 'Latest public trades of a symbol',
      tags: ['market'],
      query: publicTradesQuery,
      responses: { 200: { description: 'Newest first.', schema: answers.publicTrades } },
      errors: ['not_found'],
      handler: async (request) => {
        const { query } = request
        const listing = requestedListing(catalogue, query)
        const limit = Math.min(query.limit, PUBLIC_TRADES_LIMIT.max)
        const write = decimalWriter(query.decimals)
        const visitor = visitorOf(request)
        const found = await limitAnonymous(request, () => market.publicTrades(listing, limit, now(), visitor))
        const written = await writeInTurns(found, (trade) => publicTradeCodec.json(trade, write), visitor)
        return { status: 200, ...written, headers: limitHeader(limit, query.limit) }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/candles',
      operationId: 'listCandles',
      hasEtag: true,
      summary: 'Candles of a symbol',
      description:
        'Closed candles that somebody asked for lately are at hand. Others are worked out, callers in turn, in at most a quarter of the time of the ' +
        'service: when many ask for many at a time it may be too late for an answer (500), and fewer at a time is right.',
      tags: ['market'],
      query: candlesQuery,
      responses: { 200: { description: 'Newest first; the last one may still be open.', schema: answers.candles } },
      errors: ['not_found'],
      handler: async (request) => {
        const { query } = request
        const { symbol, venue } = requestedListing(catalogue, query)
        const window = windowOf(query)
        const at = now()
        const { interval, from = 0, to = at } = query
        const write = decimalWriter(query.decimals)
        // One more tells whether there is another page.
        const wanted = { symbol, venue, interval, from, to, limit: window.limit + 1, at }
        const found = await limitAnonymous(request, () => market.candles(wanted, visitorOf(request)))
        const page = { rows: found.slice(0, window.limit), hasMore: found.length > window.limit }
        const json = (candle: Candle) => candleCodec.json(candle, write)
        return listReply(page, window, query, ({ startsAt }) => startsAt, json, visitorOf(request))
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/tickers',
      operationId: 'listTickers',
      hasEtag: true,
      summary: 'Tradable symbols by asset class',
      tags: ['market'],
      query: decimalsQuery,
      responses: { 200: { description: 'The whole catalogue.', schema: answers.tickers } },
      errors: [],
      handler: ({ query }) => {
        const at = now()
        const statusOf = (instrument: Instrument) => market.status(primaryListing(instrument), at)
        return {
          status: 200,
          text: tickersCodec.json(tickersOf(catalogue.all, statusOf), decimalWriter(query.decimals)),
        }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/ticker/metadata',
      operationId: 'getTickerMetadata',
      hasEtag: true,
      summary: 'Grid, limits, fees and hours of a symbol, found by any name it goes by',
      tags: ['market'],
      query: tickerMetadataQuery,
      responses: { 200: { description: 'The symbol that was meant.', schema: answers.tickerMetadata } },
      errors: ['not_found'],
      handler: ({ query }) => {
        const { ticker, type } = query
        const found = catalogue.search(ticker, type)
        if (found.kind !== 'found') {
          const candidates = found.kind === 'ambiguous' ? found.candidates : []
          const message = `${ticker} names no single symbol; ${symbolHint(candidates)}`
          throw new RequestError('not_found', message, { candidates })
        }
        const { instrument } = found
        const at = now()
        const listing = primaryListing(instrument)
        const quote = known(listing, market.quote(listing, at))
        const carryOf = ({ venue }: VenueTerms): Carry | undefined =>
          market.view(at).carry({ symbol: instrument.symbol, venue }, at)
        const metadata = metadataOf(instrument, quote.mark, carryOf)
        return { status: 200, text: tickerMetadataCodec.json(metadata, decimalWriter(query.decimals)) }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/metrics',
      operationId: 'getMetrics',
      hasEtag: true,
      summary: 'Open interest, volume and funding rate of a symbol',
      tags: ['market'],
      query: metricsQuery,
      responses: { 200: { description: 'Over the last 24 hours.', schema: answers.metrics } },
      errors: ['not_found'],
      handler: ({ query }) => {
        const listing = requestedListing(catalogue, query)
        const metrics = known(listing, market.metrics(listing, now()))
        return { status: 200, text: metricsCodec.json(metrics, decimalWriter(query.decimals)) }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/funding-rates',
      operationId: 'listFundingRates',
      hasEtag: true,
      summary: 'Funding rates of a symbol',
      tags: ['market'],
      query: fundingRatesQuery,
      responses: { 200: { description: 'Newest first.', schema: answers.fundingRates } },
      errors: ['not_found'],
      handler: ({ query }) => {
        const listing = requestedListing(catalogue, query)
        const at = now()
        const { from = 0, to = at } = query
        const window = windowOf(query)
        // One more tells whether there is another page.
        const found = market.fundingRates(listing, { from, to: Math.min(to, at), limit: window.limit + 1 })
        const page = { rows: found.slice(0, window.limit), hasMore: found.length > window.limit }
        const headers = listHeaders(page, window, query, (row) => row.at)
        return { status: 200, text: fundingRates.json(page.rows, decimalWriter(query.decimals)), headers }
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/config',
      operationId: 'getConfig',
      summary: 'What this installation supports, and its limits',
      tags: ['market'],
      responses: { 200: { description: 'Engine-wide configuration.', schema: answers.config } },
      errors: [],
      handler: () => ({ status: 200, text: configCodec.json(describeEngine(dependencies), asNumber) }),
    }),
  ]
}

const describeEngine = ({ config, catalogue, market, now }: MarketRouteDependencies): EngineDescription => ({
  version: API_VERSION,
  environment: config.NODE_ENV,
  now: now(),
  orderbook: ORDERBOOK_DEPTH,
  venues: VENUE_IDS.map((id) => ({
    ...{ id, mode: 'paper' },
    status: config.MARKET_FEED !== 'live' || isTold(id, catalogue.all, market, now()) ? 'up' : 'down',
  })),
  marketFeed: describeFeed(config.MARKET_FEED, catalogue.all),
  limits: {
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    publicRequestsPerMinute: config.PUBLIC_REQUESTS_PER_MINUTE === 0 ? null : config.PUBLIC_REQUESTS_PER_MINUTE,
    bodyBytes: BODY_BYTES_MAX,
    accountsPerUser: ACCOUNTS_PER_USER_MAX,
    activeKeysPerUser: ACTIVE_KEYS_PER_USER_MAX,
    history: HISTORY_LIMIT,
    publicTrades: PUBLIC_TRADES_LIMIT,
  },
  kinds: ORDER_KINDS,
  features: {
    decimals_as_strings: true,
    batches: true,
    dead_mans_switch: true,
    sandbox_market_control: config.NODE_ENV !== 'production',
    streams: true,
    trigger_orders: true,
    webhooks: true,
    websocket: false,
  },
})

/** Whether any price of the venue can be relied on; that of a market that is not open can. */
const isTold = (venue: VenueId, all: readonly Instrument[], market: Market, at: Micros): boolean =>
  all.some(({ symbol, terms }) => {
    const quote = terms[venue] && market.quote({ venue, symbol }, at)
    return quote !== undefined && quote.staleReason === null
  })

function describeFeed(
  kind: EngineConfig['MARKET_FEED'],
  instruments: readonly Instrument[],
): EngineDescription['marketFeed'] {
  if (kind !== 'live') return { kind, sources: [], comparedSymbols: [] }
  const compared = instruments.filter(({ terms }) => Object.keys(terms).length > 1)
  return { kind, sources: VENUE_IDS, comparedSymbols: compared.map(({ symbol }) => symbol) }
}

/** Listings have a price from the first moment of the feed on; before that there is nothing to answer. */
function known<T>({ symbol, venue }: Listing, value: T | undefined): T {
  const publicMessage = `${symbol} has not been priced on ${venue} yet; retry in a moment`
  if (value === undefined) throw new DependencyError('market feed', 'no price was ever seen', { publicMessage })
  return value
}
