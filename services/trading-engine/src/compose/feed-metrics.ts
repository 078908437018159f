import type { LabelledFigure, Metrics } from '@ats/service-kit'
import type { Instrument } from '../core/model/instrument.js'
import type { Micros } from '../core/values/time.js'
import type { Feed } from '../market/feeds/feed.js'
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
  metrics.figure(
    'feed_tick_age_seconds',
    'Age of the newest tick of the feed, of any symbol; NaN when there is none.',
    () => {
      const at = now()
      const ticks = instruments.map(({ symbol }) => feed.latestTradeTick(symbol, tickAt(at)) ?? -Infinity)
      const newest = Math.max(...ticks)
      return newest === -Infinity ? NaN : Math.max(0, at - newest * TICK_MICROS) / 1e6
    },
  )
  metrics.figures(
    {
      name: 'feed_symbols',
      help: 'Symbols, by the state of their price: fresh, stale or none.',
      labels: ['state'],
    },
    () => {
      const at = now()
      const states = instruments.map(({ symbol }) => stateOf(market.quote(symbol, at)?.isStale))
      return STATES.map((state): LabelledFigure => [[state], states.filter((one) => one === state).length])
    },
  )
}

const STATES = ['fresh', 'stale', 'none'] as const

const stateOf = (isStale: boolean | undefined): (typeof STATES)[number] =>
  isStale === undefined ? 'none' : isStale ? 'stale' : 'fresh'
