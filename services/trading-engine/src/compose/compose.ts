/** Builds the engine from its configuration: everything is made here once and handed down. */
import { BY_SYSTEM } from '../core/model/order/origin.js'
import { createDueLooks } from '@ats/service-kit/async'
import { isAnswering, openRedis } from '@ats/service-kit/db'
import { ANSWER_WITHIN_MS } from '@ats/service-kit/http'
import { createMetrics, DependencyError, NO_TRACING, watchLoopLag, type Metrics } from '@ats/service-kit/process'
import { createWalletClient, type WalletClient } from '../clients/wallet.js'
import { createWalletOutageLog } from '../clients/wallet-http.js'
import { watchWallet } from '../clients/wallet-watch.js'
import { createNotificationRules, type NotificationRules } from '../clients/notification-rules.js'
import { createWebhookEndpoints, type WebhookEndpoints } from '../clients/webhook-endpoints.js'
import { createAccountQueue } from '../commands/pipeline/account-queue.js'
import { createIdempotency } from '../commands/pipeline/idempotency.js'
import { createMarketControl } from '../commands/move-market.js'
import { offerVenueCosts } from '../commands/offer-venue-costs.js'
import { openSandboxAccount } from '../commands/open-sandbox-account.js'
import { advanceCommand } from '../commands/system-commands.js'
import { createVenueBooks, type VenueBooks } from '../commands/live/venue-books.js'
import type { CommandDependencies } from '../commands/pipeline/command.js'
import { createRunCommands, oneOf, type RunCommand } from '../commands/pipeline/run-command.js'
import { createOddsDesk } from '../lab/odds/odds-desk.js'
import { createDrawing } from '../pdf/drawing.js'
import { createReplayDesk } from '../replay/replay-desk.js'
import { createKeyNetworks } from '../http/key-networks.js'
import { composeApps, type ComposedApps, type EngineApps } from './apps.js'
import { markAt, markRangeOf, pastTicksOfMarket, pastTicksOfStore } from './past-ticks.js'
import type { LiveSendingOptions } from './live/live-sending.js'
import { openLiveSending } from './live/open-live-sending.js'
import { liveSettingProblems, requireLiveSettings } from './live/require-live-settings.js'
import { createReadiness } from './readiness.js'
import { createCsvReply } from '../http/csv-reply.js'
import { composeSandboxFaults } from './sandbox-faults.js'
import { composeStreams } from './streams.js'
import { createCommandMetrics, traceCommands } from './metrics/command-metrics.js'
import { registerFeedMetrics } from './metrics/feed-metrics.js'
import { createBatchMetrics, createLookupMetrics, registerQueueMetrics } from './metrics/writing-metrics.js'
import { channelsOf } from './notifications.js'
import { targetUrl } from '../notifications/carriers.js'
import { composeWebhooks, type WebhookRuntime } from './webhooks.js'
import type { EngineConfig } from '../config.js'
import type { Instrument } from '../core/model/market/instrument.js'
import { venueCostsOf } from '../core/model/market/venue-costs.js'
import type { Micros } from '../core/values/time.js'
import { isOpen } from '../core/calendar/trading-hours.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { ForcedOutcome } from '../core/model/forced-outcome.js'
import type { MarketView } from '../core/model/market/market-view.js'
import { loadCatalogue } from '../market/catalogue.js'
import type { Feed } from '../market/feeds/feed.js'
import { createMarket } from '../market/market.js'
import { openFeed } from './open-feed.js'
import { openStore, type EngineStore } from './open-store.js'
import { accountBodies } from '../queries/account-bodies.js'
import { createAccountTexts } from '../queries/account-texts.js'
import { createReadAccountOdds } from '../queries/read-account-odds.js'
import { createReadFirmAccounts } from '../queries/firm-accounts.js'
import { createReadAccount } from '../queries/read-account.js'
import { createReadHealth } from '../queries/read-health.js'
import { createReadOverview } from '../queries/read-overview.js'
import { createSharedTexts } from '../queries/shared-texts.js'
import { createAccountCache, type AccountCache } from '../store/accounts/account-cache.js'
import { createDatabaseClock, type Clock } from '../store/cluster/database-clock.js'
import { createIds } from '../store/write/ids.js'
import { createAccountReader } from '../store/accounts/load-account.js'
import { loadMarketSeed } from '../store/read/market-settings.js'
import { dropKeyNetworks, writeKeyNetworks } from '../store/operator/key-networks.js'
import { createNewsCalendar, type NewsCalendar } from '../store/operator/news-calendar.js'
import { loadShareTexts } from '../store/write/share-texts.js'
import { createWriter } from '../store/write/writer.js'
import { createCertificateWorker } from './certificate-worker.js'
import { createCopyWorker } from './copy-worker.js'
import { createEvidenceWorker } from './evidence-worker.js'
import { createExcursionWorker } from './excursion-worker.js'
import { createPromotionWorker } from './promotion-worker.js'
import { createTimeLimitWorker } from './time-limit-worker.js'
import { createSwitchWorker } from './switch-worker.js'
import { createHeartbeatWriter } from '../store/accounts/heartbeat-writer.js'
import { createMarketWorker } from './market-worker.js'
import { readWhatIsDue } from '../store/read/what-is-due.js'
import { warmUp } from './warm-up.js'
import type { VenueAdapter } from '../venues/port.js'

export interface Engine extends EngineApps {
  /** For who does what a market worker would. */
  readonly accounts: {
    readonly contexts: AccountCache
    readonly runCommand: RunCommand
    readonly getContext: () => DecisionContext
  }
  readonly metrics: Metrics
  /** For the way to the venues of LIVE accounts. */
  readonly venueBooks: VenueBooks
  /** For the first requests to be as fast as later ones; never rejects. */
  readonly warmUp: () => Promise<void>
  /** To be told once requests can come. */
  readonly onListening: () => void
  readonly close: () => Promise<void>
}

export interface EngineRuntime extends WebhookRuntime {
  /** True once the process is about to end: the engine is then not ready. */
  readonly isStopping: () => boolean
  /** Instead of the wallet at WALLET_URL, e.g. to measure the engine alone. */
  readonly wallet?: WalletClient
  /** Instead of the wallet at WALLET_URL, likewise. */
  readonly webhookEndpoints?: WebhookEndpoints
  /** Instead of Postgres at DATABASE_URL. */
  readonly store?: EngineStore
  /** Instead of ids that are random in part. */
  readonly newId?: () => string
  /** Instead of that of the database, which is read every few seconds. */
  readonly news?: NewsCalendar
  /** It is a run of the laboratory: what is passed there is made up, and nothing to show to anybody. */
  readonly isMadeUp?: true
  /** Sent with every response, in addition to its own. */
  readonly replyHeaders?: () => Readonly<Record<string, string>>
  /** The fate of orders that are placed now, where it is not that of their market. */
  readonly forced?: () => ForcedOutcome | null
  /** Instead of what the market finds tick by tick. */
  readonly peak?: MarketView['peak']
  /** Told of every committed change, e.g. by who does what a market worker would. */
  readonly onCommitted?: CommandDependencies['onCommitted']
  /** Instead of the wallet at WALLET_URL, likewise. */
  readonly notificationRules?: NotificationRules
  /** Instead of the database's, e.g. to let days pass at will. */
  readonly clock?: Clock
  /** Instead of the one that MARKET_FEED names, e.g. to say each price. */
  readonly feed?: Feed
  /** Instead of those of GMX and Ostium on Arbitrum. */
  readonly venueAdapters?: readonly VenueAdapter[]
  /** Every deadline is this many times later, e.g. where many engines share a busy machine and nobody waits. */
  readonly timeoutFactor?: number
  /** Instead of every two seconds: how often a worker looks for what nobody told it of. */
  readonly sweepMs?: number
  /** How often peaks of trailing stops are noted. */
  readonly peaksMs?: number
  /** Instead of four times a second: how often requests of live orders are sent. */
  readonly senderEveryMs?: number
  /** Instead of every hour: blocks from one claim of what venues keep for wallets to the next. */
  readonly senderClaimEvery?: number
  /** Told of each point that the sending of live orders reaches; tests end the process there. */
  readonly atSenderPoint?: LiveSendingOptions['at']
}

/** Gas is paid in it. */
const NATIVE_TOKEN = { venue: 'GMX', symbol: 'ETH-USD' } as const
const QUEUE_LIMITS = { total: 5_000, perAccount: 500 }
const TWIN_WAIT_MS = 2_000
const CLOCK_INTERVAL_MS = 10_000
const NEWS_INTERVAL_MS = 2_000
/** Several times a tick: a move begins with the next one. */
const SANDBOX_INTERVAL_MS = 100
/** A write must be certain, or given up, before the request's own deadline. */
const WRITE_TIMEOUTS = { statementTimeoutMs: 1_500, resolveTimeoutMs: 2_000 }
/** A command that waits longer for its turn is refused: with the write itself it would miss the request's deadline. */
const COMMAND_WAIT_MS = 700
const WALLET_TIMEOUT_MS = 1_500
/** By so much a start takes longer, at most. */
const WARM_UP_MS = 1_000

/** Documents are drawn one at a time, each in less than a second. */
const DRAWING = { waitingMax: 16, timeoutMs: 15_000, idleMs: 60_000 }
/** Questions about odds take a second or two. */
const ODDS = { waitingMax: 8, timeoutMs: 15_000, idleMs: 60_000 }
/** A replay that takes longer than the first is PARTIAL. */
const REPLAY = { withinMs: 40_000, timeoutMs: 60_000 }
const replayFailed = (message: string): DependencyError =>
  new DependencyError('replay', message, { publicMessage: 'the account could not be replayed in time; ask again' })
const drawingFailed = (message: string): DependencyError =>
  new DependencyError('drawing', message, { publicMessage: 'the document could not be drawn in time; ask again' })

/** Throws when the database or its schema is not usable. */
export async function composeEngine(config: EngineConfig, runtime: EngineRuntime): Promise<Engine> {
  const { logger, isStopping, tracing = NO_TRACING, timeoutFactor = 1 } = runtime
  const store = runtime.store ?? (await openStore(config, { logger, tracing, timeoutFactor }))
  const { pool, writePool, webhookPool, probe } = store
  const clock = runtime.clock ?? createDatabaseClock(pool)
  await clock.start(CLOCK_INTERVAL_MS)

  await requireLiveSettings(pool, config)
  const catalogue = loadCatalogue()
  const seed = Buffer.from(await loadMarketSeed(pool), 'hex')
  const metrics = createMetrics({ service: 'trading-engine' })
  const { feed, ...prices } = await openFeed(config, {
    ...{ connectionString: config.DATABASE_URL, pool, catalogue, seed, now: clock.now, logger, metrics, timeoutFactor },
    ...{ feed: runtime.feed, mayPublish: config.ROLE !== 'api' },
  })
  const isWithinHours = ({ tradingHours }: Instrument, at: Micros): boolean =>
    config.MARKET_HOURS === 'always' || isOpen(tradingHours, at)
  const market = createMarket({
    instruments: catalogue.all,
    feed,
    seed,
    isWithinHours,
    ...(runtime.peak && { peak: runtime.peak }),
  })
  prices.onLateTick((tick) => market.forget(tick))
  registerFeedMetrics(metrics, { feed, market, instruments: catalogue.all, now: clock.now })

  const news = runtime.news ?? createNewsCalendar({ db: pool, now: clock.now, logger, intervalMs: NEWS_INTERVAL_MS })
  await news.start()

  const newId = runtime.newId ?? createIds()
  const contextAt = (now: Micros): DecisionContext => ({
    now,
    origin: BY_SYSTEM,
    market: market.view(now),
    instruments: catalogue,
    isMarketOpen: (listing) => market.status(listing, now) === 'OPEN',
    news: news.events(),
    isFundingCharged: config.FUNDING === 'venue',
    newId,
    earlier: contextAt,
  })
  const getContext = (): DecisionContext => {
    const [context, forced] = [contextAt(clock.now()), runtime.forced?.() ?? null]
    return forced === null ? context : { ...context, forced }
  }

  /** Drops the account wherever it is held in memory: it may differ from what is stored. */
  const invalidate = (accountId: string): void => {
    contexts.drop(accountId)
    worker?.invalidate(accountId)
    webhooks?.invalidate(accountId)
    streams?.invalidate(accountId)
    copier?.recordChanged(accountId)
  }
  const replicas = store.replicas({
    onMoved: invalidate,
    onHighRaised: (accountId, highs) => contexts.raiseHighs(accountId, highs),
    onUncertain: () => {
      contexts.dropAll()
      worker?.invalidateAll()
      webhooks?.invalidateAll()
      streams?.invalidateAll()
    },
  })
  const marketControl = createMarketControl({ pool, market, now: clock.now, replicas, environment: config.NODE_ENV })
  await marketControl.start(SANDBOX_INTERVAL_MS)
  const isProduction = config.NODE_ENV === 'production'
  const sandboxFaults = composeSandboxFaults({ pool, now: clock.now, replicas, isProduction })
  await sandboxFaults.start(SANDBOX_INTERVAL_MS)
  const reader = createAccountReader()
  const contexts = createAccountCache({
    pool,
    reader,
    mayHaveMoved: (accountId) => !replicas.isAlone() || writer.isInDoubt(accountId),
    onLookup: createLookupMetrics(metrics),
  })
  const writer = createWriter({
    pool: writePool,
    lockPool: pool,
    reader,
    statementTimeoutMs: WRITE_TIMEOUTS.statementTimeoutMs * timeoutFactor,
    resolveTimeoutMs: WRITE_TIMEOUTS.resolveTimeoutMs * timeoutFactor,
    sender: () => replicas.sender(),
    onDoubtEnded: invalidate,
    onBatch: createBatchMetrics(metrics),
    tracing,
  })
  const idempotency = createIdempotency(pool, TWIN_WAIT_MS * timeoutFactor)
  const queue = createAccountQueue(QUEUE_LIMITS)
  registerQueueMetrics(metrics, { queue, writer, contexts })
  const commandWatch = createCommandMetrics(metrics)
  const shareTexts = await loadShareTexts(pool)
  const decideAndWrite = createRunCommands({
    pool,
    contexts,
    queue,
    writer,
    idempotency,
    getContext,
    shareTexts,
    waitMs: COMMAND_WAIT_MS * timeoutFactor,
    onCommitted: (account, events) => {
      worker?.recordCommitted(account)
      webhooks?.recordCommitted(account)
      streams?.recordCommitted(account.id, events)
      copier?.recordChanged(account.id)
      runtime.onCommitted?.(account, events)
    },
    onDecided: commandWatch.onDecided,
  })
  const runCommands = traceCommands(commandWatch.watch(decideAndWrite), tracing)
  const runCommand = oneOf(runCommands)
  const ticks = prices.stored === null ? pastTicksOfMarket(market) : pastTicksOfStore(market, prices.stored)
  const venueBooks = createVenueBooks({ pool, contexts, runCommand })
  const liveSending = await openLiveSending({
    ...{ config, pool, books: venueBooks, contexts, runCommand, now: clock.now, logger, metrics, timeoutFactor },
    adapters: runtime.venueAdapters,
    ...{ everyMs: runtime.senderEveryMs, at: runtime.atSenderPoint },
    claimEvery: runtime.senderClaimEvery,
    nativeMarkAt: (at) => markAt(ticks, NATIVE_TOKEN, Math.min(at, clock.now())),
  })
  const worker =
    config.ROLE === 'api'
      ? null
      : createMarketWorker({
          connectionString: config.DATABASE_URL,
          pool,
          contexts,
          runCommand,
          getContext,
          logger,
          sender: () => replicas.sender(),
          hasOthers: () => !replicas.isAlone(),
          metrics,
          timeoutFactor,
          sweepMs: runtime.sweepMs,
          peaksMs: runtime.peaksMs,
        })
  const address = {
    baseUrl: config.WALLET_URL,
    serviceToken: config.WALLET_SERVICE_TOKEN,
    timeoutMs: WALLET_TIMEOUT_MS * timeoutFactor,
    outage: createWalletOutageLog(logger),
    tracing,
  }
  const walletWatch = watchWallet(address)
  const walletAddress = { ...address, outage: walletWatch }
  const looks =
    worker === null ? null : createDueLooks({ read: () => readWhatIsDue(pool, clock.now(), worker.shards()) })
  const switches = createSwitchWorker({
    ...{ looks, role: config.ROLE, pool, contexts, runCommand, now: clock.now, logger, metrics },
    wallet: walletWatch,
  })
  const wallet = runtime.wallet ?? createWalletClient(walletAddress)
  const webhookEndpoints = runtime.webhookEndpoints ?? createWebhookEndpoints(walletAddress)
  const notificationRules = runtime.notificationRules ?? createNotificationRules(walletAddress)
  const webhooks =
    worker === null || looks === null
      ? null
      : await composeWebhooks(config, runtime, {
          pool: webhookPool,
          endpoints: webhookEndpoints,
          notificationRules,
          shards: worker.shards,
          now: clock.now,
          newId,
          hasCommands: () => queue.size > 0,
          schedules: { webhooks: looks.when((due) => due.webhooks), messages: looks.when((due) => due.messages) },
          metrics,
          faults: isProduction ? null : sandboxFaults,
        })
  const evidence = { pool, instruments: catalogue, ticks }
  const evidenceWorker =
    looks === null ? null : createEvidenceWorker({ ...evidence, schedule: looks.when((due) => due.evidence), logger })
  const promotions = { contexts, runCommand, liveProblems: liveSettingProblems(config) }
  const copier =
    worker === null || looks === null
      ? null
      : createCopyWorker({ pool, contexts, runCommand, getContext, shards: worker.shards, looks, metrics, logger })
  const promotionWorker =
    worker === null || looks === null
      ? null
      : createPromotionWorker({
          ...{ ...promotions, pool, shards: worker.shards, metrics, logger },
          schedule: looks.when((due) => due.promotions),
        })
  const certificateWorker =
    looks === null || config.CERTIFICATES === 'asked'
      ? null
      : createCertificateWorker({
          ...{ pool, contexts, runCommand, now: clock.now, logger },
          schedule: looks.when((due) => due.certificates),
        })
  const timeLimits =
    worker === null ? null : createTimeLimitWorker({ pool, contexts, runCommand, now: clock.now, logger })
  const excursions =
    worker === null
      ? null
      : createExcursionWorker({
          ...{ pool, shards: worker.shards, now: clock.now, logger },
          rangeOf: (listing, first, last) => markRangeOf(market, ticks, listing, [first, last]),
        })
  const texts = createSharedTexts()
  const accountTexts = createAccountTexts(texts, accountBodies(catalogue), catalogue.all)
  const streams =
    config.ROLE === 'worker'
      ? null
      : composeStreams({
          ...{ pool, contexts, getContext, accountTexts, texts, market, now: clock.now, metrics, timeoutFactor },
          checkKey: (credentials) => apps.checkKey(credentials),
        })
  const firmAccounts = createReadFirmAccounts({ pool, reader, getContext })
  await replicas.start()
  await worker?.start()
  webhooks?.start()
  switches.start()
  looks?.start()
  await liveSending.start()
  evidenceWorker?.start()
  promotionWorker?.start()
  copier?.start()
  certificateWorker?.start()
  timeLimits?.start()
  excursions?.start()

  const redis = config.REDIS_URL === null ? null : openRedis(config.REDIS_URL, logger, { timeoutFactor, metrics })
  if (redis === null) logger.info('no REDIS_URL: every request is validated at the wallet')
  const venueCosts = venueCostsOf(config.VENUE_COSTS)
  await offerVenueCosts(pool, venueCosts, logger)
  const readiness = createReadiness({ probe, clock, worker, role: config.ROLE, isStopping })
  const drawing = createDrawing({ ...DRAWING, failed: drawingFailed })
  const replayDesk = createReplayDesk({ ...REPLAY, databaseUrl: config.DATABASE_URL, failed: replayFailed })
  const oddsDesk = createOddsDesk({ ...ODDS, timeoutMs: ODDS.timeoutMs * timeoutFactor })
  const dependencies = {
    config,
    drawPdf: drawing.draw,
    askOdds: oddsDesk.ask,
    readAccountOdds: createReadAccountOdds({ pool, estimate: oddsDesk.estimate }),
    replay: replayDesk.replay,
    shadow: replayDesk.shadow,
    csvReply: createCsvReply(logger),
    venueCosts,
    pool,
    catalogue,
    market,
    marketControl,
    sandboxFaults,
    now: clock.now,
    newId,
    news,
    runCommand,
    runCommands,
    readAccount: createReadAccount({
      contexts,
      getContext,
      advance: (account) => runCommand(advanceCommand(account)),
    }),
    firmAccounts,
    readOverview: createReadOverview({ pool, firmAccounts, getContext, feed, market, catalogue }),
    readHealth: createReadHealth({
      ...{ pool, now: clock.now, feed, market, catalogue, readiness },
      queueSizes: () => ({ commands: queue.size, writes: writer.waiting }),
      isWalletUp: () => walletWatch.isAnswering(),
      isRedisUp: () => (redis === null ? null : isAnswering(redis)),
    }),
    readFunds: liveSending.readFunds,
    readDifferences: liveSending.readDifferences,
    assessChain: liveSending.assessChain,
    readSwap: liveSending.readSwap,
    texts,
    accountTexts,
    streams: streams?.streams,
    openStreams: streams?.open,
    contexts,
    idempotency,
    getContext,
    creation: config.ACCOUNT_CREATION,
    liveProblems: promotions.liveProblems,
    webhookEndpoints,
    notificationRules,
    channels: channelsOf(config),
    targetUrl,
    evidence,
    writeHeartbeat: createHeartbeatWriter(pool, clock.now),
  }
  if (config.ROLE !== 'worker' && config.AUTH_MODE === 'optional') await openSandboxAccount(dependencies)
  const lag = watchLoopLag()
  const keyNetworks = createKeyNetworks({
    write: (networks) => writeKeyNetworks(pool, networks),
    dropBefore: (day) => dropKeyNetworks(pool, day),
    nowMs: () => clock.now() / 1_000,
    onError: (error) => logger.warn({ err: error }, 'the networks of keys could not be noted; will retry'),
  })
  const apps: ComposedApps = composeApps(config, {
    ...dependencies,
    lag,
    onKeyUsed: keyNetworks.onKeyUsed,
    wallet,
    redis,
    readiness,
    metrics,
    tracing,
    logger,
    allowsPrivateHosts: config.WEBHOOK_ALLOW_CIDRS.length > 0,
    answerWithinMs: ANSWER_WITHIN_MS * timeoutFactor,
    timeoutFactor,
    replyHeaders: runtime.replyHeaders,
    isMadeUp: runtime.isMadeUp === true,
  })
  streams?.start()
  keyNetworks.start()

  return {
    ...apps,
    accounts: { contexts, runCommand, getContext },
    venueBooks,
    metrics,
    warmUp() {
      for (const described of [apps, apps.internal, apps.gateway]) described?.openapi()
      return warmUp({ ...dependencies, writePool, reader, redis, shareTexts, withinMs: WARM_UP_MS })
    },
    onListening: switches.onListening,
    async close() {
      lag.stop()
      await looks?.stop()
      await keyNetworks.stop()
      await switches.stop()
      await liveSending.stop()
      await streams?.stop()
      await Promise.all([webhooks?.stop(), evidenceWorker?.stop(), promotionWorker?.stop(), timeLimits?.stop()])
      await Promise.all([certificateWorker?.stop(), copier?.stop(), excursions?.stop()])
      await worker?.stop()
      await Promise.all([marketControl.stop(), sandboxFaults.stop(), news.stop(), prices.close(), clock.stop()])
      wallet.close()
      walletWatch.close()
      redis?.disconnect()
      webhookEndpoints.close()
      notificationRules.close()
      writer.stop()
      await replicas.stop()
      await Promise.all([drawing.close(), oddsDesk.close(), replayDesk.close()])
      await store.close()
    },
  }
}
