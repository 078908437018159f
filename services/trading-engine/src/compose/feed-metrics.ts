import type { LabelledFigure, Metrics } from '@ats/service-kit'
import type { Instrument } from '../core/model/instrument.js'
import type { Quote } from '../core/model/market-view.js'
import type { Micros } from '../core/values/time.js'
import type { Feed } from '../market/feeds/feed.js'
import { listedInstruments } from '../market/listed-instrument.js'
import type { Market } from '../market/market.js'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'

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
      const at = now()
      const ticks = listings.map((listing) => feed.latestTradeTick(listing, tickAt(at)) ?? -Infinity)
      const newest = Math.max(...ticks)
      return newest === -Infinity ? NaN : Math.max(0, at - newest * TICK_MICROS) / 1e6
    },
  )
  metrics.figures(
    {
      name: 'feed_listings',
      help: 'Symbols at the venues that list them, by the state of their price: fresh, stale or none.',
      labels: ['state'],
    },
    () => {
      const at = now()
      const states = listings.map((listing) => stateOf(market.quote(listing, at)))
      return STATES.map((state): LabelledFigure => [[state], states.filter((one) => one === state).length])
    },
  )
}

const STATES = ['fresh', 'stale', 'none'] as const

const stateOf = (quote: Quote | undefined): (typeof STATES)[number] =>
  quote === undefined ? 'none' : quote.staleReason === null ? 'fresh' : 'stale'
