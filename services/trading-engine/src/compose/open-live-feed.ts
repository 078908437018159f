/** Opens the market of published ticks: every process follows them, and one of the workers publishes them. */
import { periodic } from '@ats/service-kit/async'
import { createOutageLog, type Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import type { Catalogue } from '../market/catalogue.js'
import type { Feed } from '../market/feeds/feed.js'
import { createFollower } from '../market/feeds/published/follower.js'
import { alignDown, ticksWantedFrom } from '../market/feeds/published/bars/history-reach.js'
import { HOUR_TICKS } from '../market/feeds/published/bars/listing-history.js'
import { createLiveFeed } from '../market/feeds/published/live-feed.js'
import { loadCandles } from '../market/feeds/published/bars/load-candles.js'
import { loadRates } from '../market/feeds/published/rates/load-rates.js'
import type { LastPublished, PublisherSources } from '../market/feeds/published/publisher.js'
import { createStoredTicks, type StoredTicks } from '../market/feeds/published/stored-ticks.js'
import { createTickMemory } from '../market/feeds/published/tick-memory.js'
import { createVenueHistory } from '../market/feeds/published/bars/venue-history.js'
import { listedInstruments } from '../market/listed-instrument.js'
import { createTickAnnouncements } from '../store/cluster/tick-announcements.js'
import {
  findLastCandles,
  findLastRates,
  findSnapshot,
  findStoredSnapshot,
  listCandles,
  listPublishedListings,
  listRates,
  listStoredTicks,
  listTicks,
} from '../store/read/published-ticks.js'
import { listHistory } from '../store/read/venue-history.js'
import type { LiveFeedMetrics } from './metrics/live-feed-metrics.js'
import { createPublishing, type PublishingOptions } from './publishing.js'

/** How soon a process shows what another one has stored of the past. */
const HISTORY_MS = 2_000

export interface LiveFeedDependencies {
  readonly config: PublishingOptions['config']
  /** Opens the sources of prices; called when this process begins to publish. */
  readonly openSources: (lastPublished: LastPublished) => PublisherSources
  readonly connectionString: string
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly now: () => Micros
  readonly logger: Logger
  readonly metrics: LiveFeedMetrics
  /** Whether this process may publish; every process follows. */
  readonly mayPublish: boolean
  readonly timeoutFactor: number
}

/** A feed, and what keeps it up to date. */
export interface OpenFeed {
  readonly feed: Feed
  /** Null where no ticks are stored: the feed tells any of them again. */
  readonly stored: StoredTicks | null
  /** Called with a tick when it, or a bar that starts with it, is told otherwise from now on. */
  onLateTick(listener: (tick: number) => void): void
  close(): Promise<void>
}

/** Resolves when all that is published so far is known; rejects when the database cannot be reached. */
export async function openLiveFeed(dependencies: LiveFeedDependencies): Promise<OpenFeed> {
  const { connectionString, pool, catalogue, now, logger, metrics, mayPublish, timeoutFactor } = dependencies
  const listed = listedInstruments(catalogue.all)
  // What is not stored as candles and rates is read tick by tick.
  const lastStored = Math.min((await findLastCandles(pool, 1)) ?? Infinity, (await findLastRates(pool)) ?? Infinity)
  const fromTick = Math.min(ticksWantedFrom(tickAt(now())), alignDown(lastStored, HOUR_TICKS))
  const memory = createTickMemory(listed, fromTick)
  const lateListeners: ((tick: number) => void)[] = []

  const refreshListings = async (): Promise<void> => memory.setListings(await listPublishedListings(pool))
  await refreshListings()
  await loadCandles(memory, fromTick, (...query) => listCandles(pool, ...query), logger)
  await loadRates(memory.rates, fromTick, (...query) => listRates(pool, ...query), logger)
  const past = createVenueHistory({
    ...{ listed, logger, numberOf: memory.numberOf },
    read: (afterId, limit) => listHistory(pool, afterId, limit),
  })
  await past.refresh()
  const follower = createFollower({
    read: (after, limit) => listTicks(pool, after, limit),
    isKnown: memory.isKnown,
    refreshListings,
    apply(tick) {
      memory.apply(tick)
      const late = now() - tick.number * TICK_MICROS
      metrics.onApplied(Math.max(0, late) / 1e6)
      if (late >= 0) for (const listener of lateListeners) listener(tick.number)
    },
    after: ((await findSnapshot(pool, fromTick)) ?? fromTick) - 1,
    logger,
    outage: createOutageLog(logger, {
      dependency: 'published ticks',
      lost: 'published ticks cannot be read; prices turn stale',
      back: 'published ticks are read again',
    }),
    onRefused: metrics.onRefused,
  })
  await follower.catchUp()
  const announcements = createTickAnnouncements({
    connectionString,
    logger,
    timeoutFactor,
    onTick: (...tick) => follower.offer(...tick),
  })
  const publishing = mayPublish ? createPublishing({ ...dependencies, memory, follower }) : null
  const feed = createLiveFeed(listed, memory, past.of)
  metrics.watch({
    isPublishing: () => publishing?.isPublishing() ?? false,
    health: () => publishing?.health() ?? [],
    estimatedAt: (venue) =>
      listed.filter((one) => one.venue === venue && feed.carry?.(one, tickAt(now())) === undefined).length,
    states: memory.states,
    bytes: () => memory.bytes() + past.bytes(),
  })
  const followHistory = periodic(
    async () => {
      const first = await past.refresh()
      if (first !== null) for (const listener of lateListeners) listener(first)
    },
    { everyMs: HISTORY_MS, onError: (error) => logger.warn({ err: error }, 'history of the venues cannot be read') },
  )
  await announcements.start()
  follower.start()
  followHistory.start()
  await publishing?.start()

  return {
    feed,
    stored: createStoredTicks({
      list: (after, limit) => listStoredTicks(pool, after, limit),
      findSnapshot: (tick) => findStoredSnapshot(pool, tick),
      listListings: () => listPublishedListings(pool),
    }),
    onLateTick: (listener) => void lateListeners.push(listener),
    async close() {
      await publishing?.stop()
      await followHistory.stop()
      await announcements.stop()
      await follower.stop()
    },
  }
}
