/** Opens the feed that the configuration names. */
import { createHash } from 'node:crypto'
import { ConfigError, createLineLimit, type Metrics } from '@ats/service-kit/process'
import type { FeedConfig, ReplayConfig } from '../config.js'
import { assertNever } from '../core/values/assert-never.js'
import type { Micros } from '../core/values/time.js'
import { formatTimestamp } from '../core/values/time.js'
import type { Feed } from '../market/feeds/feed.js'
import { createLiveSources } from '../market/feeds/live/live-sources.js'
import { fingerprintOf, loadRecordings } from '../market/feeds/replay/load-recordings.js'
import { endOf, type Recording, type RejectedTick } from '../market/feeds/replay/recording.js'
import { createReplayFeed } from '../market/feeds/replay/replay.js'
import { createReplayClock } from '../market/feeds/replay/replay-clock.js'
import { createSyntheticFeed } from '../market/feeds/synthetic.js'
import { tickAt } from '../core/values/tick.js'
import { loadReplayRun } from '../store/read/market-settings.js'
import { createLiveFeedMetrics } from './metrics/live-feed-metrics.js'
import { openLiveFeed, type LiveFeedDependencies, type OpenFeed } from './open-live-feed.js'

interface FeedDependencies extends Omit<LiveFeedDependencies, 'config' | 'openSources' | 'metrics'> {
  readonly seed: Uint8Array
  readonly metrics: Metrics
  /** Instead of the one that the configuration names. */
  readonly feed: Feed | undefined
}

/** The rest of a feed that says nothing late, and holds nothing open. */
const AT_REST = { stored: null, onLateTick: () => undefined, close: () => Promise.resolve() }

const REJECTED_LINES_PER_SECOND = 10
const SECOND_MICROS = 1_000_000

/** Throws when what it needs is not usable: RecordingError, ConfigError. */
export async function openFeed(config: FeedConfig, dependencies: FeedDependencies): Promise<OpenFeed> {
  const { catalogue, seed, logger, now } = dependencies
  const onRejected = createRejectedLog(dependencies)
  const metrics = createLiveFeedMetrics(dependencies.metrics, now)
  if (dependencies.feed !== undefined) return { feed: dependencies.feed, ...AT_REST }
  switch (config.MARKET_FEED) {
    case 'synthetic':
      return { feed: createSyntheticFeed(catalogue.all, seed), ...AT_REST }
    case 'replay':
      return { feed: await openReplay(config, dependencies, onRejected), ...AT_REST }
    case 'live':
      return openLiveFeed({
        ...{ ...dependencies, config, metrics },
        openSources: (lastPublished) =>
          createLiveSources(config, { instruments: catalogue.all, logger, now, lastPublished }),
      })
    default:
      return assertNever(config)
  }
}

async function openReplay(
  config: ReplayConfig,
  { pool, catalogue, seed, now, logger }: FeedDependencies,
  onRejected: (rejected: RejectedTick) => void,
): Promise<Feed> {
  const { REPLAY_SPEED: speed, REPLAY_RUN: name } = config
  const recordings = await loadRecordings(config.REPLAY_PATH, catalogue, onRejected)
  const startsAt = findStart(config.REPLAY_START, recordings)
  const staleAfter = config.REPLAY_STALE_SECONDS * SECOND_MICROS
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([fingerprintOf(recordings), speed, startsAt, staleAfter]))
    .digest('hex')
  // The tick after this one: no moment that somebody may have asked about already changes.
  const run = await loadReplayRun(pool, name, { fingerprint, originTick: tickAt(now()) + 1 })
  if (run.fingerprint !== fingerprint) {
    throw new ConfigError([
      `REPLAY_RUN "${name}" began with other prices or other REPLAY_ settings; a new name (REPLAY_RUN=...) starts from the beginning`,
    ])
  }
  const symbols = recordings.map(({ instrument }) => instrument.symbol)
  logger.info({ symbols, speed, starts_at: formatTimestamp(startsAt), run: name }, 'replaying recorded prices')
  const clock = createReplayClock({ originTick: run.originTick, startsAt, speed })
  return createReplayFeed({ recordings, seed, clock, staleAfter })
}

function findStart(wanted: Micros | null, recordings: readonly Recording[]): Micros {
  const first = recordings.reduce((earliest, { times }) => Math.min(earliest, times[0] ?? Infinity), Infinity)
  const end = recordings.reduce((latest, recording) => Math.max(latest, endOf(recording)), -Infinity)
  if (wanted === null || (wanted >= first && wanted <= end)) return wanted ?? first
  throw new ConfigError([
    `REPLAY_START must lie within the recording, from ${formatTimestamp(first)} to ${formatTimestamp(end)}`,
  ])
}

/** Counts every rejected tick, and logs enough of them to see what is wrong. */
function createRejectedLog({ logger, metrics }: FeedDependencies): (rejected: RejectedTick) => void {
  const count = metrics.counter({
    name: 'feed_ticks_rejected_total',
    help: 'Ticks of the feed that failed validation and were dropped, by reason.',
    label: 'reason',
  })
  const takeLine = createLineLimit(REJECTED_LINES_PER_SECOND)
  return ({ symbol, fault, at, price }) => {
    count(fault)
    const unlogged = takeLine(fault)
    if (unlogged === null) return
    const tick = { symbol, reason: fault, made_at: formatTimestamp(at), price }
    logger.warn({ ...tick, ...(unlogged > 0 && { unlogged }) }, 'a tick of the feed was rejected')
  }
}
