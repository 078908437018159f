import type { LabelledFigure, Metrics } from '@ats/service-kit/process'
import type { Instrument } from '../../core/model/market/instrument.js'
import type { Micros } from '../../core/values/time.js'
import type { Feed } from '../../market/feeds/feed.js'
import { countPrices, PRICE_STATES, tickAge } from '../../market/feed-health.js'
import { listedInstruments } from '../../market/listed-instrument.js'
import type { Market } from '../../market/market.js'

export interface FeedMetricsOptions {
  readonly feed: Pick<Feed, 'latestTradeTick'>
  readonly market: Pick<Market, 'quote'>
  readonly instruments: readonly Instrument[]
  readonly now: () => Micros
}

/** Shows how old the prices are, whenever somebody looks. */
export function registerFeedMetrics(metrics: Metrics, { feed, market, instruments, now }: FeedMetricsOptions): void {
  const listings = listedInstruments(instruments)
  metrics.figure(
    'feed_tick_age_seconds',
    'Age of the newest tick of the feed, of any listing; NaN when there is none.',
    () => {
      const age = tickAge(feed, listings, now())
      return age === null ? NaN : age / 1e6
    },
  )
  metrics.figures(
    {
      name: 'feed_listings',
      help: 'Symbols at the venues that list them, by the state of their price: fresh, stale or none.',
      labels: ['state'],
    },
    () => {
      const counts = countPrices(market, listings, now())
      return PRICE_STATES.map((state): LabelledFigure => [[state], counts[state]])
    },
  )
}
