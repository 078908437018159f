/** Builds the engine from its configuration: everything is made here once and handed down. */
import {
  createHttpApp,
  createMetrics,
  createPool,
  type HttpApp,
  type Logger,
  type Metrics,
  type OpenApiDocument,
} from '@ats/service-kit'
import { createWalletClient, type WalletClient } from './clients/wallet.js'
import { createAccountQueue } from './commands/account-queue.js'
import { createIdempotency } from './commands/idempotency.js'
import { createMarketControl } from './commands/move-market.js'
import { createRunCommand } from './commands/run-command.js'
import type { EngineConfig } from './config.js'
import { isOpen } from './core/trading-hours.js'
import type { World } from './core/world.js'
import { createAuthenticate } from './http/authenticate.js'
import { createRateLimit } from './http/rate-limit.js'
import { engineRoutes } from './http/routes.js'
import { createIds } from './store/ids.js'
import { loadCatalogue } from './market/catalogue.js'
import type { Feed } from './market/feeds/feed.js'
import { createMarket } from './market/market.js'
import { openFeed } from './open-feed.js'
import { openApiOf } from './http/openapi.js'
import { createReadAccount } from './queries/read-account.js'
import { createAccountContexts } from './store/account-contexts.js'
import { createDatabaseClock, type Clock } from './store/database-clock.js'
import { requireDurability } from './store/durability.js'
import { createAccountReader } from './store/load-account.js'
import { listMarketMoves, loadMarketSeed } from './store/market-settings.js'
import { createNewsCalendar } from './store/news-calendar.js'
import { createReplicas } from './store/replicas.js'
import { createWriter } from './store/writer.js'
import { createMarketWorker } from './workers/market-worker.js'

export interface Engine {
  readonly app: HttpApp
  readonly metrics: Metrics
  readonly openapi: OpenApiDocument
  readonly close: () => Promise<void>
}

export interface EngineRuntime {
  readonly logger: Logger
  /** True once the process is about to end: the engine is then not ready. */
  readonly isStopping: () => boolean
  /** Instead of the wallet at WALLET_URL, e.g. to measure the engine alone. */
  readonly wallet?: WalletClient
  /** Instead of the database's, e.g. to let days pass at will. */
  readonly clock?: Clock
  /** Instead of the one that MARKET_FEED names, e.g. to say each price. */
  readonly feed?: Feed
}

/** An account counts 1, and so does each of its positions and working orders. */
const CONTEXTS_MAX = 500_000
const QUEUE_LIMITS = { total: 5_000, perAccount: 500 }
const TWIN_WAIT_MS = 2_000
const CLOCK_INTERVAL_MS = 10_000
const NEWS_INTERVAL_MS = 2_000
/** Several times a tick: a move begins with the next one. */
const MARKET_MOVES_INTERVAL_MS = 100
/** A write must be certain, or given up, before the request's own deadline. */
const WRITE_TIMEOUTS = { statementTimeoutMs: 1_500, resolveTimeoutMs: 2_000 }
/** What waits longer for its turn is refused: with the write itself it would come after the deadline. */
const COMMAND_WAIT_MS = 700
const WRITE_POOL_MAX = 4
const WALLET_TIMEOUT_MS = 1_500

/** Throws when the database or its schema is not usable. */
export async function composeEngine(config: EngineConfig, runtime: EngineRuntime): Promise<Engine> {
  const { logger, isStopping } = runtime
  const database = { connectionString: config.DATABASE_URL, timestampsAsText: true, logger }
  const pool = createPool({ ...database, max: config.DATABASE_POOL_MAX, applicationName: 'trading-engine' })
  await requireDurability(pool, config.NODE_ENV)
  const clock = runtime.clock ?? createDatabaseClock(pool)
  await clock.start(CLOCK_INTERVAL_MS)

  const catalogue = loadCatalogue()
  const seed = Buffer.from(await loadMarketSeed(pool), 'hex')
  const metrics = createMetrics({ service: 'trading-engine' })
  const feed = runtime.feed ?? (await openFeed(config, { pool, catalogue, seed, now: clock.now, logger, metrics }))
  const market = createMarket({ instruments: catalogue.all, feed, seed })
  market.replaceMoves(await listMarketMoves(pool))
  const marketControl = createMarketControl(pool, market, clock.now)
  if (config.NODE_ENV !== 'production') marketControl.follow(MARKET_MOVES_INTERVAL_MS)

  const news = createNewsCalendar({ db: pool, now: clock.now, logger, intervalMs: NEWS_INTERVAL_MS })
  await news.start()

  const newId = createIds()
  const world = (): World => {
    const now = clock.now()
    return {
      now,
      market: market.view(now),
      instruments: catalogue,
      isMarketOpen: ({ tradingHours }) => config.MARKET_HOURS === 'always' || isOpen(tradingHours, now),
      news: news.events(),
      isFundingCharged: config.FUNDING === 'venue',
      newId,
    }
  }

  const replicas = createReplicas({
    connectionString: config.DATABASE_URL,
    logger,
    onMoved: (accountId) => {
      contexts.drop(accountId)
      worker?.reread(accountId)
    },
    onUncertain: () => {
      contexts.dropAll()
      worker?.relist()
    },
  })
  const reader = createAccountReader()
  const contexts = createAccountContexts({
    pool,
    reader,
    capacity: CONTEXTS_MAX,
    mayHaveMoved: (accountId) => !replicas.isAlone() || writer.isInDoubt(accountId),
  })
  const writePool = createPool({ ...database, max: WRITE_POOL_MAX, applicationName: 'trading-engine writer' })
  const writer = createWriter({
    pool: writePool,
    turnPool: pool,
    reader,
    ...WRITE_TIMEOUTS,
    sender: () => replicas.sender(),
    onDoubtEnded: (accountId) => {
      contexts.drop(accountId)
      worker?.reread(accountId)
    },
  })
  const idempotency = createIdempotency(pool, TWIN_WAIT_MS)
  const runCommand = createRunCommand({
    pool,
    contexts,
    queue: createAccountQueue(QUEUE_LIMITS),
    writer,
    idempotency,
    world,
    waitMs: COMMAND_WAIT_MS,
    onCommitted: (account) => worker?.note(account),
  })
  const worker =
    config.ROLE === 'api'
      ? null
      : createMarketWorker({
          connectionString: config.DATABASE_URL,
          pool,
          contexts,
          runCommand,
          world,
          logger,
          hasOthers: () => !replicas.isAlone(),
        })
  await replicas.start()
  await worker?.start()

  const wallet =
    runtime.wallet ??
    createWalletClient({
      baseUrl: config.WALLET_URL,
      serviceToken: config.WALLET_SERVICE_TOKEN,
      timeoutMs: WALLET_TIMEOUT_MS,
    })
  const dependencies = {
    config,
    pool,
    catalogue,
    market,
    marketControl,
    now: clock.now,
    runCommand,
    readAccount: createReadAccount({ contexts, runCommand, world }),
    contexts,
    idempotency,
    world,
    creation: config.ACCOUNT_CREATION,
  }
  const routes = config.ROLE === 'worker' ? [] : engineRoutes(dependencies)
  const publicPerMinute = config.PUBLIC_REQUESTS_PER_MINUTE
  if (worker !== null) {
    metrics.figure('market_shards_held', 'Shards of accounts this worker watches; 64 over all.', worker.shardsHeld)
    metrics.figure(
      'market_accounts_watched',
      'Accounts whose orders and positions it waits for.',
      worker.accountsWatched,
    )
  }
  const openapi = openApiOf(routes)
  const app = createHttpApp({
    service: 'trading-engine',
    routes,
    authenticate: createAuthenticate({
      wallet,
      now: () => Math.floor(clock.now() / 1000),
      keyLimit: createRateLimit('per-key', config.REQUESTS_PER_MINUTE),
      failureLimit: createRateLimit('failures-per-ip', config.FAILED_AUTHENTICATIONS_PER_MINUTE),
      publicLimit: publicPerMinute === 0 ? null : createRateLimit('per-ip', publicPerMinute),
    }),
    logger,
    metrics,
    openapi,
    trustedProxies: config.TRUSTED_PROXIES,
    readiness: async () => {
      const database = await pool.query('select 1').then(
        () => 'ok',
        () => 'unreachable',
      )
      const checks = {
        database,
        clock: clock.isKnown ? 'ok' : 'unknown',
        lifecycle: isStopping() ? 'stopping' : 'ok',
        // One that also serves requests can do that without its shards.
        ...(config.ROLE === 'worker' ? { shards: worker?.isConnected() === true ? 'ok' : 'lost' } : {}),
      }
      return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
    },
  })

  return {
    app,
    metrics,
    openapi,
    async close() {
      await worker?.stop()
      marketControl.stop()
      news.stop()
      clock.stop()
      wallet.close()
      writer.stop()
      await replicas.stop()
      await Promise.all([writePool.end(), pool.end()])
    },
  }
}
