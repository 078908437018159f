import { queryOptions } from '@tanstack/react-query'
import type {
  AnswerOf,
  Candle,
  CandleInterval,
  Metadata,
  Metrics,
  NewsEvent,
  Operations,
  Orderbook,
  PublicTrade,
} from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

export type Catalogue = AnswerOf<Operations['listTickers']>
export type Quote = AnswerOf<Operations['listPrices']>[number]
export type ServiceConfig = AnswerOf<Operations['getConfig']>
export type Venue = Quote['venue']

const MINUTE_MS = 60_000

/** One market: a symbol at a venue. */
export interface MarketPlace {
  readonly venue: Venue
  readonly symbol: string
}

export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }): Promise<Catalogue> => bodyOf(engine.GET('/v1/tickers', { signal })),
  staleTime: MINUTE_MS,
})

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }): Promise<ServiceConfig> => bodyOf(engine.GET('/v1/config', { signal })),
  staleTime: 10 * MINUTE_MS,
})

/** The quotes of every market, or of one venue alone. */
export const quotesQuery = (venue: Venue) =>
  queryOptions({
    queryKey: ['quotes', venue],
    queryFn: ({ signal }): Promise<readonly Quote[]> =>
      bodyOf(engine.GET('/v1/prices', { params: { query: { venue } }, signal })),
  })

export const quoteQuery = ({ venue, symbol }: MarketPlace) =>
  queryOptions({
    queryKey: ['quote', venue, symbol],
    queryFn: async ({ signal }): Promise<Quote | undefined> =>
      (await bodyOf(engine.GET('/v1/prices', { params: { query: { symbols: symbol, venue } }, signal })))[0],
  })

export const metadataQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['metadata', symbol],
    queryFn: ({ signal }): Promise<Metadata> =>
      bodyOf(engine.GET('/v1/ticker/metadata', { params: { query: { ticker: symbol } }, signal })),
    staleTime: 10 * MINUTE_MS,
  })

export const metricsQuery = ({ venue, symbol }: MarketPlace) =>
  queryOptions({
    queryKey: ['metrics', venue, symbol],
    queryFn: ({ signal }): Promise<Metrics> =>
      bodyOf(engine.GET('/v1/metrics', { params: { query: { symbol, venue } }, signal })),
    refetchInterval: 30_000,
  })

export const bookQuery = ({ venue, symbol }: MarketPlace) =>
  queryOptions({
    queryKey: ['book', venue, symbol],
    queryFn: ({ signal }): Promise<Orderbook> =>
      bodyOf(engine.GET('/v1/orderbook', { params: { query: { symbol, venue } }, signal })) as Promise<Orderbook>,
  })

/** The latest trades of a market, newest first. */
export const publicTradesQuery = ({ venue, symbol }: MarketPlace) =>
  queryOptions({
    queryKey: ['public-trades', venue, symbol],
    queryFn: ({ signal }): Promise<readonly PublicTrade[]> =>
      bodyOf(engine.GET('/v1/trades', { params: { query: { symbol, venue, limit: 50 } }, signal })),
  })

export const CANDLES_PAGE = 500

/** Up to 500 bars that end at a time, newest first. */
export const readCandles = (
  { venue, symbol }: MarketPlace,
  interval: CandleInterval,
  to: string | undefined,
  signal?: AbortSignal,
): Promise<readonly Candle[]> =>
  bodyOf(
    engine.GET('/v1/candles', {
      params: { query: { symbol, venue, interval, limit: CANDLES_PAGE, ...(to !== undefined && { to }) } },
      ...(signal !== undefined && { signal }),
    }),
  )

/** News from an hour ago until a week ahead. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: ({ signal }): Promise<readonly NewsEvent[]> => {
    const now = Date.now()
    const from = new Date(now - 60 * MINUTE_MS).toISOString()
    const to = new Date(now + 7 * 24 * 60 * MINUTE_MS).toISOString()
    return bodyOf(engine.GET('/v1/news', { params: { query: { from, to, limit: 100 } }, signal }))
  },
  refetchInterval: 5 * MINUTE_MS,
})
