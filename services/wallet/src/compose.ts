import { createKeyRevoker } from '@ats/key-cache'
import { createCommitProbe, createPool, createPostgresOutageLog, openRedis, watchPools } from '@ats/service-kit/db'
import {
  addressGroup,
  ANSWER_WITHIN_MS,
  budgetHeaders,
  createHttpApp,
  createKnownUsers,
  listen,
  takeSignature,
  trustGatewaySignature,
  trustPlainHeader,
  userBudgetKey,
  type Admit,
  type CountDocument,
  type HttpApp,
  type ListenOptions,
  type OpenApiDocument,
  type Readiness,
  type Route,
  type RunningServer,
} from '@ats/service-kit/http'
import {
  createLogger,
  createMetrics,
  lazy,
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracing,
} from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { createRefusalCounter } from './commands/count-refusals.js'
import { createUseRecorder } from './commands/record-use.js'
import type { WalletConfig } from './config.js'
import { createWalletAdmission } from './http/admission.js'
import { createAuthenticate, createHeaderCheck, type Principal } from './http/authenticate.js'
import { createWalletLimits } from './http/limits.js'
import { describeWallet } from './http/openapi.js'
import { internalRoutes, serviceRoutes, userRoutes } from './http/routes.js'
import { checkStore, saveLastUse } from './store/api-keys.js'
import { deleteRefusals, saveRefusals } from './store/audit.js'
import { saveLastHookUse } from './store/hooks.js'
import { createWebhookCipher } from './store/webhook-cipher.js'

const DAY_MS = 86_400_000

/** The dependencies from outside, which tests replace. */
export interface WalletOverrides {
  /** None when absent. */
  readonly tracing?: Tracing
  readonly logger?: Logger
  readonly now?: () => Date
  readonly timeouts?: Pick<ListenOptions, 'headersTimeoutMs' | 'requestTimeoutMs'>
  /** Multiplies every timeout: tests on a busy machine set it. Default 1. */
  readonly timeoutFactor?: number
}

export interface Wallet {
  readonly logger: Logger
  readonly metrics: Metrics
  /** Opens both ports; when one cannot be opened, neither stays open. */
  start(): Promise<{ readonly port: number; readonly internalPort: number }>
  /** Not ready any more, so that load balancers take it out; every answer is the last of its connection. */
  drain(): void
  /** Finishes running requests, at most for `graceMs`, and closes everything. */
  stop(graceMs: number): Promise<void>
  /** The documents of its ports. Each is made when first asked for, which takes longer than a request may. */
  readonly openapi: { readonly public: () => OpenApiDocument; readonly internal: () => OpenApiDocument }
}

const schemaState = (pool: Pool): Promise<string> =>
  checkStore(pool).then(
    () => 'ok',
    () => 'no answer, or not migrated',
  )

export function composeWallet(config: WalletConfig, overrides: WalletOverrides = {}): Wallet {
  const logger = overrides.logger ?? createLogger({ service: 'wallet', level: config.LOG_LEVEL })
  const { tracing = NO_TRACING, timeoutFactor = 1 } = overrides
  const now = overrides.now ?? (() => new Date())
  const metrics = createMetrics({ service: 'wallet' })
  const pool = createPool({
    connectionString: config.DATABASE_URL,
    max: config.DATABASE_POOL_MAX,
    applicationName: 'wallet',
    outage: createPostgresOutageLog(logger),
    tracing,
    timeoutFactor,
  })
  watchPools(metrics, { wallet: pool })
  const probe = createCommitProbe({
    ...{ connectionString: config.DATABASE_URL, applicationName: 'wallet', timeoutFactor },
  })
  const uses = createUseRecorder({
    saveLastUse: (use, intervalMs) => saveLastUse(pool, use, intervalMs),
    now,
    logger,
  })
  const hookUses = createUseRecorder({
    saveLastUse: (use, intervalMs) => saveLastHookUse(pool, use, intervalMs),
    now,
    logger,
  })
  const redis = config.REDIS_URL === null ? null : openRedis(config.REDIS_URL, logger, { timeoutFactor, metrics })
  if (redis === null) logger.info('no REDIS_URL: engines may keep no keys, and ask about each request')
  const revoker =
    redis === null
      ? null
      : createKeyRevoker({
          redis,
          logger,
          onForgotten: metrics.counter({
            name: 'key_revocations_total',
            help: 'Revocations, by the method by which the key left the cache: deleted, or waited until it had ended by itself.',
            label: 'method',
          }),
        })
  const refusals = createRefusalCounter({
    save: (entries) => saveRefusals(pool, entries),
    prune: (at) => deleteRefusals(pool, new Date(at.getTime() - config.AUDIT_REFUSALS_DAYS * DAY_MS)),
    now,
    logger,
  })
  const limits = createWalletLimits(config, redis)
  const deps = {
    pool,
    now,
    uses,
    hookUses,
    revoker,
    refusals,
    cipher: createWebhookCipher(config.WEBHOOK_SECRET_KEYS),
    allowPrivateHosts: config.WEBHOOK_ALLOW_PRIVATE_HOSTS,
    webhookSecretGraceHours: config.WEBHOOK_SECRET_GRACE_HOURS,
    countChange: (userId: string) => limits.changeLimit.consume(userBudgetKey(userId)),
  }
  const isSigned = config.USER_ID_TRUST === 'gateway-hmac'
  const gatewayTrust = trustGatewaySignature({
    service: 'wallet',
    secrets: config.GATEWAY_HMAC_SECRETS,
    now,
    acceptsV1: config.GATEWAY_HMAC_ACCEPT_V1,
    takeOnce: (signature, until) => takeSignature(pool, signature, until, now()),
  })
  const userTrust = isSigned ? gatewayTrust : trustPlainHeader
  const knownUsers = createKnownUsers(() => now().getTime())
  const authenticate = createAuthenticate({ userTrust, knownUsers, limits, serviceTokens: config.SERVICE_TOKENS })
  const admission = createWalletAdmission({ config, knownUsers, limits, metrics, timeoutFactor })
  const countDocument: CountDocument = async ({ ip }) =>
    limits.publicLimit === null ? undefined : budgetHeaders(await limits.publicLimit.consume(addressGroup(ip)))
  let draining = false

  async function readiness(): Promise<Readiness> {
    if (draining) return { ready: false, checks: { process: 'stopping' } }
    const postgres = (await probe.canCommit()) ? await schemaState(pool) : 'no write can be committed'
    return { ready: postgres === 'ok', checks: { postgres } }
  }

  function createApp(
    routes: readonly Route<Principal>[],
    admit: Admit,
    servesMetrics: boolean,
  ): { readonly app: HttpApp; readonly openapi: () => OpenApiDocument } {
    const openapi = lazy(() => describeWallet(routes, { isSigned, servesMetrics }))
    const app = createHttpApp({
      service: 'wallet',
      routes,
      authenticate,
      checkHeaders: createHeaderCheck({ userTrust, limits }),
      countDocument,
      admit,
      logger,
      metrics,
      tracing,
      openapi,
      readiness,
      instanceId: config.INSTANCE_ID,
      servesMetrics,
      trustedProxies: config.TRUSTED_PROXIES,
      answerWithinMs: ANSWER_WITHIN_MS * timeoutFactor,
    })
    return { app, openapi }
  }

  // On the public port, this would be an oracle for stolen credentials.
  const isOpen = config.NODE_ENV !== 'production'
  const publicRoutes = isOpen ? [...userRoutes(deps), ...serviceRoutes(deps)] : userRoutes(deps)
  const open = createApp(publicRoutes, admission.users, isOpen)
  const internal = createApp(internalRoutes(deps), admission.internal, true)
  const servers: RunningServer[] = []

  const wallet: Wallet = {
    logger,
    metrics,
    openapi: { public: open.openapi, internal: internal.openapi },
    async start() {
      try {
        const openServer = await listen(open.app, {
          host: config.HOST,
          port: config.PORT,
          allowedHosts: config.ALLOWED_HOSTS,
          trustedProxies: config.TRUSTED_PROXIES,
          connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
          ...overrides.timeouts,
        })
        servers.push(openServer)
        const internalServer = await listen(internal.app, {
          host: config.INTERNAL_HOST,
          port: config.INTERNAL_PORT,
          allowedHosts: config.ALLOWED_HOSTS,
          ...overrides.timeouts,
        })
        servers.push(internalServer)
        refusals.start()
        return { port: openServer.port, internalPort: internalServer.port }
      } catch (error) {
        await wallet.stop(0)
        throw error
      }
    },
    drain() {
      draining = true
      for (const server of servers) server.drain()
    },
    async stop(graceMs) {
      draining = true
      await Promise.all(servers.splice(0).map((server) => server.close(graceMs)))
      admission.stop()
      await Promise.all([uses.settled(), hookUses.settled()])
      redis?.disconnect()
      await refusals.stop()
      await probe.stop()
      await pool.end()
    },
  }
  return wallet
}
