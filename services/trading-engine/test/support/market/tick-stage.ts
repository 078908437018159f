/** Processes that publish and follow live prices on one database; the prices are those of a script. */
import { createLogger, createMetrics } from '@ats/service-kit/process'
import { captureLogs, createTestDatabase, createTestPool, type CapturedLogs } from '@ats/test-kit'
import type { Pool } from 'pg'
import { createLiveFeedMetrics } from '../../../src/compose/metrics/live-feed-metrics.js'
import { openLiveFeed, type OpenFeed } from '../../../src/compose/open-live-feed.js'
import type { FeedQuote } from '../../../src/market/feeds/feed.js'
import type { PublisherSources } from '../../../src/market/feeds/published/publisher.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { listedInstruments, type ListedInstrument } from '../../../src/market/listed-instrument.js'
import { createDatabaseClock, type Clock } from '../../../src/store/cluster/database-clock.js'
import { price, roundToStep, type Price } from '../../../src/core/values/decimal.js'
import { tickAt } from '../../../src/core/values/tick.js'

import { pollUntil } from '../poll-until.js'
import type { TickWitness } from './tick-witness.js'

export const catalogue = loadCatalogue()
export const LISTED = listedInstruments(catalogue.all)

export interface TickProcess extends OpenFeed {
  readonly logs: CapturedLogs
  readonly quote: (listed: ListedInstrument, tick?: number) => FeedQuote | undefined
}

export interface TickStage {
  readonly databaseUrl: string
  readonly pool: Pool
  readonly clock: Clock
  /** The number of the slot of now. */
  readonly slot: () => number
  /** By so many steps of its grid is a listing above its typical price. */
  readonly prices: Map<ListedInstrument, number>
  /** Sources that have said nothing yet. */
  readonly mute: Set<ListedInstrument>
  open(mayPublish?: boolean, connectionString?: string): Promise<TickProcess>
  /** Moves every price with each look, until the witness has seen so many ticks more, and all show fresh prices. */
  watch(witness: TickWitness, processes: readonly TickProcess[], ticks: number): Promise<void>
  /** Ends every connection of the name; resolves to how many. */
  endConnections(name: string): Promise<number>
  close(): Promise<void>
}

/** So many steps of its grid above the typical price. */
export const markAt = ({ instrument: { typicalPrice, tickSize } }: ListedInstrument, steps: number): Price =>
  price(roundToStep(typicalPrice, tickSize, 'FLOOR') + BigInt(steps) * tickSize)

export async function openTickStage(): Promise<TickStage> {
  const database = await createTestDatabase('trading-engine')
  const pool = createTestPool(database.url, { max: 4 })
  const clock = createDatabaseClock(pool)
  await clock.start(10_000)
  const prices = new Map(LISTED.map((listed) => [listed, 0]))
  const mute = new Set<ListedInstrument>()
  const opened = new Set<TickProcess>()

  const openSources = (): PublisherSources => ({
    latest(venue, symbol) {
      const listed = LISTED.find((one) => one.venue === venue && one.symbol === symbol)
      if (listed === undefined || mute.has(listed)) return undefined
      const { tickSize } = listed.instrument
      const mid = markAt(listed, prices.get(listed) ?? 0)
      const times = { at: clock.now() - 500_000, arrivedAt: clock.now() }
      return { bid: price(mid - tickSize), ask: price(mid + tickSize), mid, ...times, isOpen: null, isPaused: false }
    },
    index: () => new Map(),
    rates: () => [],
    health: () => [],
    loadHistory: () => Promise.resolve({}),
    start: () => undefined,
    stop: () => Promise.resolve(),
  })

  return {
    databaseUrl: database.url,
    pool,
    clock,
    slot: () => tickAt(clock.now()),
    prices,
    mute,
    async open(mayPublish = true, connectionString = database.url) {
      const logs = captureLogs()
      const live = await openLiveFeed({
        config: { LIVE_SILENT_SECONDS: 15, TICK_RETENTION_DAYS: 14 },
        openSources,
        connectionString,
        pool,
        catalogue,
        now: clock.now,
        logger: createLogger({ service: 'test', level: 'trace', destination: logs.destination }),
        metrics: createLiveFeedMetrics(createMetrics({ service: 'test' }), clock.now),
        mayPublish,
        timeoutFactor: 1,
      })
      const process: TickProcess = {
        ...live,
        logs,
        quote: (listed, tick = tickAt(clock.now())) => live.feed.quote(listed, tick),
        async close() {
          opened.delete(process)
          await live.close()
        },
      }
      opened.add(process)
      return process
    },
    async watch(witness, processes, ticks) {
      const enough = witness.seen() + ticks
      const [first = LISTED[0]!] = LISTED
      await pollUntil(
        () => {
          for (const [position, listed] of LISTED.entries()) {
            const steps = prices.get(listed) ?? 0
            prices.set(listed, steps + ((steps + position) % 5) - 1)
          }
          for (const process of processes) witness.look(process, tickAt(clock.now()))
          return Promise.resolve()
        },
        () => witness.seen() >= enough && processes.every((process) => process.quote(first)?.staleReason === null),
      )
    },
    async endConnections(name) {
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like $1 and datname = current_database()`,
        [name],
      )
      return rowCount ?? 0
    },
    async close() {
      await Promise.all([...opened].map((process) => process.close()))
      await clock.stop()
      await pool.end()
      await database.drop()
    },
  }
}
