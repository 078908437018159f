/** How the sources of live prices do, in the process that asks them; NaN and 0 in all others. */
import type { LabelledFigure, Metrics } from '@ats/service-kit/process'
import type { Micros } from '../../core/values/time.js'
import { PRICE_SOURCES, type SourceHealth } from '../../market/feeds/live/open-sources.js'

/** Reasons to refuse what a source says (`venue-tick.ts`, `venue-tick-check.ts`). */
const REASONS = [
  ...['fields', 'not_a_price', 'crossed', 'not_a_time', 'scale', 'repeated', 'missing'],
  ...['out_of_order', 'early', 'stale', 'jump', 'frozen'],
]

export function registerSourceFigures(
  metrics: Metrics,
  health: () => readonly SourceHealth[],
  now: () => Micros,
): void {
  const ofEach = (name: string, help: string, valueOf: (source: SourceHealth) => number, absent: number): void =>
    metrics.figures({ name, help, labels: ['source'] }, () => {
      const bySource = new Map(health().map((one) => [one.source, one]))
      return PRICE_SOURCES.map((channel): LabelledFigure => {
        const found = bySource.get(channel)
        return [[channel], found === undefined ? absent : valueOf(found)]
      })
    })

  ofEach(
    'venue_source_up',
    '1 when a source of live prices answers, or is not needed at the moment; NaN in processes that ask none.',
    ({ isConnected, isStandby }) => (isConnected || isStandby ? 1 : 0),
    NaN,
  )
  ofEach(
    'venue_source_age_seconds',
    'Time since the latest answer or message of a source of live prices; NaN before the first.',
    ({ answeredAt }) => (answeredAt === null ? NaN : Math.max(0, now() - answeredAt) / 1e6),
    NaN,
  )
  ofEach(
    'venue_source_clock_skew_seconds',
    'The clock of a source of live prices minus that of the engine; NaN where it does not tell.',
    ({ clockSkewMs }) => (clockSkewMs === null ? NaN : clockSkewMs / 1_000),
    NaN,
  )
  ofEach(
    'venue_source_reconnects',
    'Answers or connections of a source of live prices after a failure, since this process began to publish.',
    ({ reconnects }) => reconnects,
    0,
  )
  metrics.figures(
    {
      name: 'venue_source_refused',
      help: 'Prices of a source that were refused, by reason, since this process began to publish.',
      labels: ['source', 'reason'],
    },
    () => {
      const bySource = new Map(health().map((one) => [one.source, one]))
      return PRICE_SOURCES.flatMap((channel) =>
        REASONS.map((reason): LabelledFigure => [[channel, reason], bySource.get(channel)?.rejected.get(reason) ?? 0]),
      )
    },
  )
}
