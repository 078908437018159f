import type { LabelledFigure, Metrics } from '@ats/service-kit/process'
import { VENUE_IDS, type VenueId } from '../../core/model/market/instrument.js'
import { STALE_REASONS } from '../../core/model/market/market-view.js'
import type { Micros } from '../../core/values/time.js'
import type { SourceHealth } from '../../market/feeds/live/open-sources.js'
import type { States } from '../../market/feeds/published/compose-tick.js'
import { registerSourceFigures } from './source-metrics.js'

export interface LiveFeedMetrics {
  /** A tick was stored and announced within so many seconds. */
  readonly onPublished: (seconds: number) => void
  /** A tick was not published, because its slot had begun. */
  readonly onLate: () => void
  /** A tick was applied so long after its slot began, in seconds; 0 when it had not. */
  readonly onApplied: (lateSeconds: number) => void
  /** The bytes of a tick were not what was published. */
  readonly onRefused: () => void
  /** So many series of the venues' history have still to be had. */
  readonly onHistoryMissing: (series: number) => void
  /** This process began to publish. */
  readonly onTurn: () => void
  /** From here on the figures are of these. */
  readonly watch: (figures: LiveFeedFigures) => void
}

export interface LiveFeedFigures {
  readonly isPublishing: () => boolean
  /** How the sources do; empty where this process does not publish. */
  readonly health: () => readonly SourceHealth[]
  /** Listings of a venue whose rates are estimated now. */
  readonly estimatedAt: (venue: VenueId) => number
  readonly states: () => States
  readonly bytes: () => number
}

const NOTHING: LiveFeedFigures = {
  isPublishing: () => false,
  health: () => [],
  estimatedAt: () => 0,
  states: () => new Map(),
  bytes: () => 0,
}

/** They are there with every feed; those of a process that follows no published ticks stay 0. */
export function createLiveFeedMetrics(metrics: Metrics, now: () => Micros): LiveFeedMetrics {
  let figures = NOTHING
  let historyMissing = 0
  registerFigures(metrics, () => figures)
  registerSourceFigures(metrics, () => figures.health(), now)
  metrics.figure(
    'market_history_missing',
    'Series of bars that the venues have still to be asked for, where this process publishes; 0 elsewhere.',
    () => (figures.isPublishing() ? historyMissing : 0),
  )
  const publish = metrics.counter({
    name: 'market_ticks_published_total',
    help: 'Ticks of live prices by this process: stored in time, or left out because their slot had begun.',
    label: 'outcome',
    values: ['stored', 'late'],
  })
  const follow = metrics.counter({
    name: 'market_ticks_followed_total',
    help: 'Published ticks that this process read: applied, or refused because their bytes were not what was published.',
    label: 'outcome',
    values: ['applied', 'refused'],
  })
  const turns = metrics.counter({
    name: 'market_publisher_turns_total',
    help: 'How often this process has begun to publish live prices.',
    label: 'event',
    values: ['began'],
  })
  const took = metrics.duration('market_tick_publish_seconds', 'Time to store and announce a tick of live prices.')
  const lag = metrics.duration(
    'market_tick_follow_lag_seconds',
    'How long after its slot began a published tick was applied; 0 when it was there in time.',
  )
  return {
    onPublished(seconds) {
      publish('stored')
      took(seconds)
    },
    onLate: () => publish('late'),
    onApplied(lateSeconds) {
      follow('applied')
      lag(lateSeconds)
    },
    onRefused: () => follow('refused'),
    onHistoryMissing(series) {
      historyMissing = series
    },
    onTurn: () => turns('began'),
    watch(watched) {
      figures = watched
    },
  }
}

function registerFigures(metrics: Metrics, figures: () => LiveFeedFigures): void {
  metrics.figure('market_publisher', '1 in the process that publishes live prices, 0 in others.', () =>
    figures().isPublishing() ? 1 : 0,
  )
  metrics.figure('market_tick_memory_bytes', 'Bytes of published ticks and their candles in memory.', () =>
    figures().bytes(),
  )
  metrics.figures(
    {
      name: 'market_stale_listings',
      help: 'Listings whose last published price is stale, by reason.',
      labels: ['reason'],
    },
    () => {
      const states = [...figures().states().values()]
      return STALE_REASONS.map((reason): LabelledFigure => [
        [reason],
        states.filter(({ staleReason }) => staleReason === reason).length,
      ])
    },
  )
  metrics.figures(
    {
      name: 'market_estimated_rates',
      help: 'Listings whose rates of borrowing and rollover are estimated, of the venue with live prices.',
      labels: ['venue'],
    },
    () => VENUE_IDS.map((venue): LabelledFigure => [[venue], figures().estimatedAt(venue)]),
  )
}
