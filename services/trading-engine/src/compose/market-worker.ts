/** The part of a process that applies market updates: its share of the accounts, their triggers, and the loop. */
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { listAccountsInMarket } from '../store/accounts/accounts-in-market.js'
import { raiseHighs } from '../store/accounts/high-water-marks.js'
import { createShardLocks } from '../store/cluster/shard-locks.js'
import { recordHeartbeat } from '../store/cluster/shard-heartbeat.js'
import { createLoopLag } from '../workers/loop-lag.js'
import { createMarketLoop } from '../workers/market-loop.js'
import { createHighWaterMarkWriter } from '../workers/high-water-mark-writer.js'
import { notePeaks } from '../store/accounts/trail-peaks.js'
import { createTrailPeakWriter } from '../workers/trail-peak-writer.js'
import { createWatchList, type WatchList } from '../workers/watch-list.js'

export interface MarketWorker extends Pick<WatchList, 'recordCommitted' | 'invalidate' | 'invalidateAll'> {
  /** Whether it takes part in sharing the accounts. */
  readonly isConnected: () => boolean
  /** The shards of accounts it holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  /** Rejects when the database cannot be reached. */
  start(): Promise<void>
  /** Releases its shards immediately; resolves when the commands in progress have ended. */
  stop(): Promise<void>
}

export interface MarketWorkerOptions {
  readonly connectionString: string
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
  readonly getContext: () => DecisionContext
  readonly logger: Logger
  /** As `Replicas.sender`. */
  readonly sender: () => string | null
  /** Whether other processes move accounts. */
  readonly hasOthers: () => boolean
  readonly metrics: Metrics
  readonly timeoutFactor: number
  /** How often it looks for accounts that nobody told it of. */
  readonly sweepMs?: number | undefined
  /** How often peaks of trailing stops are noted. */
  readonly peaksMs?: number | undefined
}

/**
 * Several times a tick of the market, which is 250 ms: the delay until a new order is watched, and until a reached one
 * is found.
 */
const LOOK_MS = 100
const SWEEP_MS = 2_000
/** New highs reach the database this often. */
const HIGHS_MS = 500
/** Peaks of trailing stops do once a minute: until then they follow from the ticks. */
const PEAKS_MS = 60_000

export function createMarketWorker(options: MarketWorkerOptions): MarketWorker {
  const { connectionString, pool, contexts, getContext, logger, metrics, timeoutFactor } = options
  const locks = createShardLocks({ connectionString, logger, timeoutFactor })
  const watchList = createWatchList({
    contexts,
    getContext,
    logger,
    shards: locks.held,
    list: (shards) => listAccountsInMarket(pool, shards),
    recordHeartbeat: (shards) => recordHeartbeat(pool, shards),
    hasOthers: options.hasOthers,
    sweepMs: options.sweepMs ?? SWEEP_MS,
  })
  const loop = createMarketLoop({
    ...{ watchList, contexts, runCommand: options.runCommand, getContext, logger, tickMs: LOOK_MS },
    onLooked: createLoopLag(
      () => getContext().now,
      metrics.duration(
        'market_loop_lag_seconds',
        'Time from a market tick until the worker has compared its accounts with it.',
      ),
    ),
  })
  const highs = createHighWaterMarkWriter({
    take: watchList.takeHighs,
    write: async (high) => {
      await raiseHighs(pool, high, options.sender())
      for (const [accountId, highs] of high) contexts.raiseHighs(accountId, highs)
    },
    logger,
    intervalMs: HIGHS_MS,
  })
  const peaks = createTrailPeakWriter({
    take: watchList.takePeaks,
    write: (noted) => notePeaks(pool, noted),
    logger,
    intervalMs: options.peaksMs ?? PEAKS_MS,
  })
  metrics.figure('market_shards_held', 'Shards of accounts this worker watches; 64 over all.', () => locks.held().size)
  metrics.figure(
    'market_accounts_watched',
    'Accounts whose orders and positions this worker watches.',
    () => watchList.size,
  )
  return {
    recordCommitted: watchList.recordCommitted,
    invalidate: watchList.invalidate,
    invalidateAll: watchList.invalidateAll,
    isConnected: locks.isConnected,
    shards: locks.held,
    async start() {
      await locks.start()
      loop.start()
      highs.start()
      peaks.start()
    },
    async stop() {
      await locks.stop()
      await loop.stop()
      await highs.stop()
      await peaks.stop()
    },
  }
}
