/** The part of a process that may publish live prices: the lock, the publisher, and the upkeep of what is stored. */
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { LiveConfig } from '../config.js'
import { tickAt } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import type { Catalogue } from '../market/catalogue.js'
import { createCandleWriter } from '../market/feeds/published/bars/candle-writer.js'
import { createRateWriter } from '../market/feeds/published/rates/rate-writer.js'
import type { Follower } from '../market/feeds/published/follower.js'
import type { SourceHealth } from '../market/feeds/live/open-sources.js'
import { createHistoryKeeper } from '../market/feeds/published/bars/history-keeper.js'
import { createPublisher, type LastPublished, type PublisherSources } from '../market/feeds/published/publisher.js'
import type { TickMemory } from '../market/feeds/published/tick-memory.js'
import { listedInstruments } from '../market/listed-instrument.js'
import { createTickLock } from '../store/cluster/tick-lock.js'
import { findLastCandles, findLastRates } from '../store/read/published-ticks.js'
import { findFirstMinute, listMissingHistory } from '../store/read/venue-history.js'
import { insertCandles, insertRates } from '../store/write/published-candles.js'
import { keepEvidenceTicks } from './keep-evidence-ticks.js'
import { dropTickPartitions, makeTickPartitions } from '../store/write/tick-partitions.js'
import { insertGaps, insertHistory } from '../store/write/venue-history.js'
import type { LiveFeedMetrics } from './metrics/live-feed-metrics.js'

export interface Publishing {
  readonly isPublishing: () => boolean
  /** How its sources do; empty while this process does not publish. */
  readonly health: () => readonly SourceHealth[]
  /** Rejects when the database cannot be reached. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface PublishingOptions {
  readonly config: Pick<LiveConfig, 'LIVE_SILENT_SECONDS' | 'TICK_RETENTION_DAYS'>
  /** Opens the sources of prices; called when this process begins to publish. */
  readonly openSources: (lastPublished: LastPublished) => PublisherSources
  readonly connectionString: string
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly memory: TickMemory
  readonly follower: Follower
  readonly now: () => Micros
  readonly logger: Logger
  readonly metrics: LiveFeedMetrics
  readonly timeoutFactor: number
}

const DERIVED_MS = 5_000
const PARTITIONS_MS = 3_600_000

export function createPublishing(options: PublishingOptions): Publishing {
  const { config, connectionString, pool, catalogue, memory, follower, now, logger, metrics, timeoutFactor } = options
  const lock = createTickLock({ connectionString, logger, timeoutFactor })
  let writeDerived: (() => Promise<void>) | null = null
  let health: Publishing['health'] = () => []

  const publisher = createPublisher({
    session: lock.session,
    openSources: (lastPublished) => {
      metrics.onTurn()
      const writeCandles = createCandleWriter(memory, {
        last: (minutes) => findLastCandles(pool, minutes),
        insert: (candles) => insertCandles(pool, candles),
      })
      const writeRates = createRateWriter(memory.rates, {
        last: () => findLastRates(pool),
        insert: (rates) => insertRates(pool, rates),
      })
      writeDerived = async () => {
        await writeCandles()
        await writeRates()
      }
      return options.openSources(lastPublished)
    },
    onTurn({ sources, listings, last, states, beganAt }) {
      const keeper = createHistoryKeeper({
        store: {
          firstMinute: () => findFirstMinute(pool),
          addGaps: (gaps) => insertGaps(pool, gaps),
          listMissing: () => listMissingHistory(pool),
          insert: (...series) => insertHistory(pool, ...series),
        },
        load: async (...wanted) =>
          Object.values(await sources.loadHistory(...wanted)).reduce((sum, { failed }) => sum + failed, 0),
        published: { last, isTold: (listing) => states.has(listing) },
        ...{ listings, beganAt, logger, onMissing: metrics.onHistoryMissing },
      })
      keeper.start()
      health = sources.health
      return keeper
    },
    listings: listedInstruments(catalogue.all).map(({ symbol, venue, instrument: { tickSize } }) => ({
      ...{ symbol, venue, tickSize },
    })),
    published: async () => {
      await follower.catchUp()
      return { number: follower.number(), states: new Map(memory.states()), rates: new Map(memory.rates.latest()) }
    },
    prepare: () => makeTickPartitions(pool, tickAt(now())),
    now,
    carryFor: config.LIVE_SILENT_SECONDS * 1_000_000,
    logger,
    onPublished: ({ tookMs }) => metrics.onPublished(tookMs / 1_000),
    onLate: metrics.onLate,
  })
  const keepDerived = periodic(() => (publisher.isPublishing() ? writeDerived?.() : undefined), {
    everyMs: DERIVED_MS,
    onError: (error) => logger.warn({ err: error }, 'candles and rates could not be stored; will retry'),
  })
  const keepPartitions = periodic(
    async () => {
      if (!publisher.isPublishing()) return
      await makeTickPartitions(pool, tickAt(now()))
      const days = await dropTickPartitions(pool, tickAt(now()), config.TICK_RETENTION_DAYS, (day) =>
        keepEvidenceTicks(pool, day),
      )
      if (days > 0) logger.info({ days }, 'published ticks past their retention were dropped')
    },
    {
      everyMs: PARTITIONS_MS,
      onError: (error) => logger.warn({ err: error }, 'partitions of ticks could not be kept; will retry'),
    },
  )
  const tasks = [publisher, keepDerived, keepPartitions]

  return {
    isPublishing: publisher.isPublishing,
    health: () => (publisher.isPublishing() ? health() : []),
    async start() {
      await lock.start()
      for (const task of tasks) task.start()
    },
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
      await lock.stop()
    },
  }
}
