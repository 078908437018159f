/** Builds the process of the laboratory: its own API, and the way to the API of each run. */
import { createPool, createPostgresOutageLog, openRedis } from '@ats/service-kit/db'
import {
  createHttpApp,
  createInFlight,
  type Authenticate,
  type HttpApp,
  type OpenApiDocument,
} from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { createMetrics, NO_TRACING, watchLoopLag, type Logger, type Metrics } from '@ats/service-kit/process'
import { createWalletClient, type WalletClient } from '../../clients/wallet.js'
import { createWalletOutageLog } from '../../clients/wallet-http.js'
import type { LabConfig } from '../../lab-config.js'
import { createAuthenticate } from '../../http/authenticate.js'
import { createEngineAdmit } from '../../http/admission.js'
import type { Caller } from '../../http/caller.js'
import { claimOf } from '../../http/claim.js'
import { createKnownKeys } from '../../http/known-keys.js'
import { labOpenApiOf } from '../../http/lab/lab-openapi.js'
import { labRoutes } from '../../http/lab/lab-routes.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { venueCostsOf } from '../../core/model/market/venue-costs.js'
import { askTapeOdds } from '../../lab/odds/resample/ask-tape-odds.js'
import { FILLS_MAX } from '../../lab/run/run-log.js'
import { listFills } from '../../queries/account-history.js'
import { createTapeShelf } from '../../lab/run/tape-shelf.js'
import { createRuleSources } from './rule-sources.js'
import { composeCredentials, createRateLimits } from '../apps.js'
import { composeLabGateway } from './lab-gateway.js'
import { withRuns } from './forward-to-run.js'
import { countRunsIn } from './count-runs.js'
import { createLabRuns, type KeptRuns } from './lab-runs.js'
import { createTapeOddsDesk } from './tape-odds-desk.js'
import type { RunLimits } from './run-process.js'
import { createRunTemplates } from './run-templates.js'

export interface Lab {
  readonly app: HttpApp
  /** Metrics, for who runs the service: production serves them nowhere else. */
  readonly internal: HttpApp
  /** For users whom the gateway has signed; null where it is not configured. */
  readonly gateway: HttpApp | null
  readonly openapi: OpenApiDocument
  readonly runs: KeptRuns
  readonly metrics: Metrics
  readonly close: () => Promise<void>
}

export interface LabRuntime {
  readonly logger: Logger
  readonly isStopping: () => boolean
  /** The program of the process of a run. */
  readonly script: string
  readonly migrations: string
  /** Instead of the wallet at WALLET_URL. */
  readonly wallet?: WalletClient
  /** Instead of the database at DATABASE_URL. */
  readonly pool?: Pool
  /** The priority of runs; the lowest, unless told. */
  readonly priority?: number
  /** Processes that are kept for the next run; absent: none is. */
  readonly idleMax?: number
}

/** Each question has as many processes as it may take cores. */
const TAPE_ODDS = { underWayMax: 2, processes: 2, timeoutMs: 600_000, heapMb: 512 }

const WALLET_TIMEOUT_MS = 1_500
/** Requests of one run at a time, streams among them. */
const IN_FLIGHT_OF_RUN = 64
/** A run that takes so much of a processor without a word is stuck: its own clock moves in slices of milliseconds. */
const SILENT_CPU_MS_MAX = 30_000
const MEGABYTE = 1_048_576

export function composeLab(config: LabConfig, runtime: LabRuntime): Lab {
  const { engine } = config
  const { logger } = runtime
  const limits = { ...limitsOf(config), ...(runtime.priority !== undefined && { priority: runtime.priority }) }
  const template = createRunTemplates({ ...runtime, folder: config.LAB_FOLDER, limits })
  const pool =
    runtime.pool ??
    createPool({
      ...{ connectionString: engine.DATABASE_URL, max: 2, applicationName: 'lab', timestampsAsText: true },
      outage: createPostgresOutageLog(logger),
    })
  const metrics = createMetrics({ service: 'lab' })
  const countRuns = countRunsIn(metrics)
  const redis = engine.REDIS_URL === null ? null : openRedis(engine.REDIS_URL, logger, { metrics })
  const wallet =
    runtime.wallet ??
    createWalletClient({
      ...{ baseUrl: engine.WALLET_URL, serviceToken: engine.WALLET_SERVICE_TOKEN, timeoutMs: WALLET_TIMEOUT_MS },
      ...{ outage: createWalletOutageLog(logger), tracing: NO_TRACING },
    })
  const rules = createRuleSources(pool, () => Date.now() * 1_000)
  const tapes = createTapeShelf(config.LAB_TAPES)
  const tapeOdds = createTapeOddsDesk(TAPE_ODDS)
  const runs = createLabRuns({
    ...{ script: runtime.script, template, limits, logger, onEnded: countRuns.onEnded },
    ...(runtime.idleMax !== undefined && { idleMax: runtime.idleMax }),
    ...{ runsMax: config.LAB_RUNS_MAX, runsPerUserMax: config.LAB_RUNS_PER_USER },
    rules,
  })
  const routes = labRoutes({
    ...{ runs, catalogue: loadCatalogue(), venueCosts: venueCostsOf(engine.VENUE_COSTS) },
    tapes,
    odds: {
      ...tapeOdds,
      ask: async (request) =>
        tapeOdds.ask(
          await askTapeOdds(request, { rules, tapes, recordingOf: runs.recordingOf, fillsOf: fillsIn(pool) }),
        ),
    },
    sendsWebhooks: engine.NODE_ENV !== 'production',
  })
  const openapi = labOpenApiOf(routes, engine)
  const rates = createRateLimits(engine, redis)
  const knownKeys = createKnownKeys(Date.now)
  const tools = { knownKeys, nowMs: Date.now, ...rates }
  const credentials = composeCredentials(engine, { wallet, redis, metrics, tracing: NO_TRACING }, tools)
  const lag = watchLoopLag()
  const inFlight = createInFlight({
    ...{ inFlightMax: engine.IN_FLIGHT_MAX, runningMax: Math.ceil(engine.IN_FLIGHT_MAX / 8), waitMs: 1_000, lag },
  })
  const authenticate = createAuthenticate({
    ...{ ...credentials, knownKeys, now: Date.now, onKeyUsed: () => undefined },
    ...rates,
  })
  const shared = {
    ...{ service: 'lab', routes, logger, metrics, tracing: NO_TRACING },
    ...{ instanceId: engine.INSTANCE_ID, trustedProxies: engine.TRUSTED_PROXIES },
    readiness: () => Promise.resolve({ ready: !runtime.isStopping(), checks: {} }),
  }
  const app = createHttpApp({
    ...shared,
    openapi: () => openapi,
    authenticate: alsoByKeysOfRuns(authenticate, runs),
    admit: createEngineAdmit({ config: engine, inFlight, knownKeys, onShed: () => undefined, ...rates }),
    servesMetrics: engine.NODE_ENV !== 'production',
  })
  countRuns.watch(runs)
  return {
    app: withRuns(app, { portOf: runs.portOf, mayCut: runs.mayCut, inFlightMax: IN_FLIGHT_OF_RUN }),
    internal: createHttpApp({
      ...shared,
      routes: [],
      authenticate: () => Promise.reject(new Error('nothing there asks who it is')),
    }),
    gateway: composeLabGateway({
      ...{ config: engine, shared: { ...shared, servesMetrics: false }, pool, inFlight, limits: rates },
    }),
    ...{ openapi, runs, metrics },
    async close() {
      lag.stop()
      await Promise.all([runs.close(), tapeOdds.close()])
      wallet.close()
      redis?.disconnect()
      await pool.end()
    },
  }
}

/** The oldest first. */
const fillsIn = (pool: Pool) => async (accountId: string) => {
  const { rows, hasMore } = await listFills(pool, accountId, { from: null, to: null, limit: FILLS_MAX })
  return hasMore ? null : rows.toReversed()
}

const limitsOf = ({ LAB_MEMORY_MB, LAB_MINUTES }: LabConfig): RunLimits => ({
  memoryBytesMax: LAB_MEMORY_MB * MEGABYTE,
  ageMsMax: LAB_MINUTES * 60_000,
  silentCpuMsMax: SILENT_CPU_MS_MAX,
})

/** Requests of a run are not counted. */
const UNLIMITED = { policy: 'lab', limit: 1, remaining: 1, resetMs: 0, windowSeconds: 60 }
const OF_RUN = /^\/v1\/lab\/runs\/([0-9a-fA-F-]{36})\/(?:advance|report)$/

/** The key of a run moves the clock of that run and reads its report: a bot needs no other. */
const alsoByKeysOfRuns =
  (authenticate: Authenticate<Caller>, runs: KeptRuns): Authenticate<Caller> =>
  (request, route) => {
    const [, runId] = OF_RUN.exec(request.path) ?? []
    const claim = runId === undefined ? null : claimOf(request)
    const userId = claim === null || runId === undefined ? null : runs.ownerOf(runId.toLowerCase(), claim)
    if (userId === null) return authenticate(request, route)
    return Promise.resolve({
      principal: {
        ...{ userId, keyId: null, permissions: ['TRADE'], ipWhitelist: [], expiresAt: null },
        budget: UNLIMITED,
      },
    })
  }
