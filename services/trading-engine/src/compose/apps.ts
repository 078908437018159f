/** What the engine serves: the API for bots, and the operator's on a listener of its own. */
import {
  createHttpApp,
  type CountDocument,
  type HttpApp,
  type Logger,
  type Metrics,
  type OpenApiDocument,
  type Readiness,
  type Redis,
  type Tracing,
} from '@ats/service-kit'
import { createValidateKeys } from '../clients/validate-keys.js'
import type { WalletClient } from '../clients/wallet.js'
import type { EngineConfig } from '../config.js'
import { createAuthenticate } from '../http/authenticate.js'
import { openApiOf } from '../http/openapi.js'
import { operatorOpenApiOf } from '../http/operator/openapi.js'
import { createOperatorAuthenticate } from '../http/operator/operator.js'
import { operatorRoutes, type OperatorRouteDependencies } from '../http/operator/routes.js'
import { budgetHeaders, createRateLimit } from '../http/rate-limit.js'
import { engineRoutes, type EngineRouteDependencies } from '../http/routes.js'

export interface EngineApps {
  readonly app: HttpApp
  readonly openapi: OpenApiDocument
  /** For the operator alone. */
  readonly internal: { readonly app: HttpApp; readonly openapi: OpenApiDocument }
}

export type EngineAppDependencies = EngineRouteDependencies &
  OperatorRouteDependencies & {
    readonly wallet: WalletClient
    readonly redis: Redis | null
    readonly readiness: () => Promise<Readiness>
    readonly metrics: Metrics
    readonly tracing: Tracing
    readonly logger: Logger
    readonly answerWithinMs: number
  }

/** The books of many accounts take a while to read. */
const OPERATOR_ANSWER_WITHIN_MS = 60_000

export function composeApps(config: EngineConfig, dependencies: EngineAppDependencies): EngineApps {
  const { logger, metrics, tracing, readiness, wallet, redis } = dependencies
  const { TRUSTED_PROXIES: trustedProxies } = config
  const shared = { service: 'trading-engine', logger, metrics, tracing, readiness, trustedProxies }
  const nowMs = () => Math.floor(dependencies.now() / 1000)

  const routes = config.ROLE === 'worker' ? [] : engineRoutes(dependencies)
  // Figures of the business are for the network of the service alone.
  const servesMetrics = config.NODE_ENV !== 'production'
  const openapi = openApiOf(routes, config, servesMetrics)
  const validate = createValidateKeys({
    wallet,
    redis,
    serviceToken: config.WALLET_SERVICE_TOKEN,
    now: nowMs,
    metrics,
    tracing,
  })
  const limits = createRateLimits(config, redis)
  const authenticate = createAuthenticate({ wallet: { validate }, now: nowMs, ...limits })
  const countDocument: CountDocument = async ({ ip }) =>
    limits.publicLimit === null ? undefined : budgetHeaders(await limits.publicLimit.consume(ip))
  const app = createHttpApp({
    ...shared,
    routes,
    openapi,
    authenticate,
    countDocument,
    servesMetrics,
    answerWithinMs: dependencies.answerWithinMs,
  })

  const hasOperator = config.ROLE !== 'worker' && config.OPERATOR_TOKENS.length > 0
  if (config.ROLE !== 'worker' && !hasOperator)
    logger.info('the operator API is not served: OPERATOR_TOKENS is not set')
  const internalRoutes = hasOperator ? operatorRoutes(dependencies) : []
  const internalOpenapi = operatorOpenApiOf(internalRoutes)
  const internalApp = createHttpApp({
    ...shared,
    routes: internalRoutes,
    openapi: internalOpenapi,
    authenticate: createOperatorAuthenticate(config.OPERATOR_TOKENS),
    answerWithinMs: OPERATOR_ANSWER_WITHIN_MS,
  })
  return { app, openapi, internal: { app: internalApp, openapi: internalOpenapi } }
}

function createRateLimits(config: EngineConfig, redis: Redis | null) {
  const { REQUESTS_PER_MINUTE: perKey, PUBLIC_REQUESTS_PER_MINUTE: perIp } = config
  return {
    keyLimit: createRateLimit('per-key', perKey, redis),
    failureLimit: createRateLimit(
      'failures-per-ip',
      config.FAILED_AUTHENTICATIONS_PER_MINUTE,
      redis,
      'failed authentications from this address',
    ),
    publicLimit: perIp === 0 ? null : createRateLimit('per-ip', perIp, redis),
    sandboxLimit: config.AUTH_MODE === 'optional' ? createRateLimit('sandbox-per-ip', perKey, redis) : null,
  }
}
