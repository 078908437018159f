/** Tells of a listing what a market stream may: a topic for each channel. */
import type { Listing } from '../core/model/market/listing.js'
import type { Micros } from '../core/values/time.js'
import { candlesTopic, type CandleRow } from './candles-topic.js'
import type { Topic } from './newest-values.js'
import { tradesTopic, type TradesOfTicks } from './trades-topic.js'
import { valueTopic } from './value-topic.js'

/** `interval`: of the candles; null for all other channels. */
export interface Channel {
  readonly kind: 'price' | 'book' | 'trades' | 'candles'
  readonly interval: string | null
}

export const channelName = ({ kind, interval }: Channel): string => (interval === null ? kind : `${kind}:${interval}`)

export interface MarketSources {
  /** The JSON of the price and of the book; null where there is none yet. */
  readonly priceText: (listing: Listing) => string | null
  readonly bookText: (listing: Listing) => string | null
  readonly latestTrades: (listing: Listing) => Promise<TradesOfTicks>
  readonly tradesSince: (listing: Listing, tick: number) => TradesOfTicks
  readonly candlesFrom: (listing: Listing, interval: string, start: Micros | null) => Promise<readonly CandleRow[]>
}

export type MarketTopics = (listing: Listing, channel: Channel) => Topic

export const createMarketTopics =
  (sources: MarketSources): MarketTopics =>
  (listing, { kind, interval }) => {
    switch (kind) {
      case 'price':
        return textTopic(kind, () => sources.priceText(listing))
      case 'book':
        return textTopic(kind, () => sources.bookText(listing))
      case 'trades':
        return tradesTopic({
          ...listing,
          latest: () => sources.latestTrades(listing),
          since: (tick) => sources.tradesSince(listing, tick),
        })
      case 'candles': {
        const of = interval ?? ''
        return candlesTopic({ ...listing, interval: of, from: (start) => sources.candlesFrom(listing, of, start) })
      }
    }
  }

const textTopic = (event: string, read: () => string | null): Topic =>
  valueTopic({
    values: [{ event }],
    texts() {
      const text = read()
      return text === null ? null : [text]
    },
  })
