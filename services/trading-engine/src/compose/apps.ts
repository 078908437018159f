/** Composes the engine's HTTP apps: the API for bots, and the operator's on a listener of its own. */
import type { Redis } from '@ats/service-kit/db'
import {
  addressGroup,
  budgetHeaders,
  createHttpApp,
  type CountDocument,
  createInFlight,
  createKnownUsers,
  createFailureLimit,
  createRateLimit,
  type HttpApp,
  type OpenApiDocument,
  type EventStreams,
  takeSignature,
  trustGatewaySignature,
  type FailureLimit,
  type Readiness,
  watchAdmission,
} from '@ats/service-kit/http'
import { lazy, type Logger, type LoopLag, type Metrics, type Tracing } from '@ats/service-kit/process'
import type { ResolveHookRequest, ValidateKeyRequest } from '@ats/contracts'
import { createUnknownKeyThrottle } from '../clients/unknown-key-throttle.js'
import { createResolveHook } from '../clients/resolve-hooks.js'
import { createValidateKeys } from '../clients/validate-keys.js'
import type { WalletClient } from '../clients/wallet.js'
import type { EngineConfig } from '../config.js'
import { createEngineAdmit } from '../http/admission.js'
import { createAuthenticate, createKeyCheck } from '../http/authenticate.js'
import {
  createSignedUserAdmit,
  createSignedUserAuthenticate,
  createSignedUserHeaderCheck,
} from '../http/authenticate-signed-user.js'
import { createAuthenticateHook } from '../http/authenticate-hook.js'
import { hashOfClaim } from '../http/claim.js'
import type { OnKeyUsed } from '../http/key-networks.js'
import { createKnownKeys, type KnownKeys } from '../http/known-keys.js'
import { GUIDES } from '../http/guides.js'
import { gatewayOpenApiOf, openApiOf } from '../http/openapi.js'
import { operatorOpenApiOf } from '../http/operator/openapi.js'
import { createOperatorAdmit, createOperatorAuthenticate } from '../http/operator/operator.js'
import { operatorRoutes, type OperatorRouteDependencies } from '../http/operator/routes.js'
import { engineRoutes, signedUserRoutes, type EngineRouteDependencies } from '../http/routes.js'
import type { StreamCredentials } from '../http/stream-reader.js'
import type { SandboxFaults } from '../lab/sandbox/sandbox-faults.js'
import type { CheckKey } from '../streams/key-checks.js'
import { createSandboxDoor } from './sandbox-door.js'

interface DescribedApp {
  readonly app: HttpApp
  /** Made when it is first asked for: it takes longer than all the rest of a start. */
  readonly openapi: () => OpenApiDocument
}

export interface EngineApps extends DescribedApp {
  /** For the operator alone. */
  readonly internal: DescribedApp
  /** For users whom the gateway has signed; null where it is not configured. */
  readonly gateway: DescribedApp | null
}

/** The apps, and what only their credentials can tell. */
export interface ComposedApps extends EngineApps {
  readonly checkKey: CheckKey<StreamCredentials>
}

export type EngineAppDependencies = Omit<EngineRouteDependencies, 'streams'> &
  OperatorRouteDependencies & {
    readonly wallet: WalletClient
    readonly redis: Redis | null
    readonly readiness: () => Promise<Readiness>
    readonly metrics: Metrics
    readonly tracing: Tracing
    readonly onKeyUsed: OnKeyUsed
    readonly logger: Logger
    readonly answerWithinMs: number
    readonly lag: LoopLag
    readonly sandboxFaults: SandboxFaults
    /** Absent in a process that serves no requests. */
    readonly streams: EngineRouteDependencies['streams'] | undefined
    readonly openStreams: EventStreams | undefined
    /** As `EngineRuntime.replyHeaders`. */
    readonly replyHeaders: (() => Readonly<Record<string, string>>) | undefined
  }

/** The books of many accounts take a while to read. */
const OPERATOR_ANSWER_WITHIN_MS = 60_000

/** A request that has waited this long for its turn is refused. */
const TURN_WAIT_MS = 1_000

/** However late the loop is: the traders' requests are no reason to keep the operator waiting. */
const NEVER_LATE: LoopLag = { ms: () => 0 }

export function composeApps(config: EngineConfig, dependencies: EngineAppDependencies): ComposedApps {
  const { logger, metrics, tracing, readiness, redis } = dependencies
  const { TRUSTED_PROXIES: trustedProxies, INSTANCE_ID: instanceId } = config
  const waitMs = TURN_WAIT_MS * dependencies.timeoutFactor
  const shared = { service: 'trading-engine', logger, metrics, tracing, readiness, instanceId, trustedProxies }
  const nowMs = () => Math.floor(dependencies.now() / 1000)

  const { streams, openStreams, onKeyUsed } = dependencies
  const routes = streams === undefined ? [] : engineRoutes({ ...dependencies, streams })
  // Figures of the business are for the network of the service alone.
  const servesMetrics = config.NODE_ENV !== 'production'
  const openapi = lazy(() => openApiOf(routes, config, servesMetrics))
  const limits = createRateLimits(config, redis)
  const knownKeys = createKnownKeys(nowMs)
  const { validate, resolveHook } = composeCredentials(config, dependencies, { knownKeys, nowMs, ...limits })
  const authenticate = createAuthenticate({ validate, resolveHook, knownKeys, now: nowMs, onKeyUsed, ...limits })
  const inFlight = createInFlight({
    inFlightMax: config.IN_FLIGHT_MAX,
    runningMax: Math.ceil(config.IN_FLIGHT_MAX / 8),
    waitMs,
    lag: dependencies.lag,
  })
  const ofOperator = createInFlight({ inFlightMax: 1_000, runningMax: 1_000, waitMs, lag: NEVER_LATE })
  const onShed = watchAdmission(metrics, [inFlight, ofOperator])
  const admit = createEngineAdmit({ config, inFlight, knownKeys, onShed, ...limits })
  const countDocument: CountDocument = async ({ ip }) =>
    limits.publicLimit === null ? undefined : budgetHeaders(await limits.publicLimit.consume(addressGroup(ip)))
  const disturb = createSandboxDoor({
    ...{ faults: dependencies.sandboxFaults, now: dependencies.now },
    refuse: (...args) => app.refuse(...args),
  })
  const app: HttpApp = createHttpApp({
    ...shared,
    routes,
    openapi,
    guides: GUIDES,
    authenticate,
    ...(config.NODE_ENV !== 'production' && { disturb }),
    countDocument,
    admit,
    servesMetrics,
    ...(dependencies.replyHeaders === undefined ? {} : { replyHeaders: dependencies.replyHeaders }),
    ...(openStreams === undefined ? {} : { streams: openStreams }),
    answerWithinMs: dependencies.answerWithinMs,
  })

  const { OPERATORS: people } = config
  const hasOperator = servesOperators(config, logger)
  const internalRoutes = hasOperator ? operatorRoutes(dependencies, routes) : []
  const internalOpenapi = lazy(() => operatorOpenApiOf(internalRoutes))
  const internalApp = createHttpApp({
    ...shared,
    routes: internalRoutes,
    openapi: internalOpenapi,
    authenticate: createOperatorAuthenticate(people, limits.operatorFailureLimit),
    admit: createOperatorAdmit({ people, failureLimit: limits.operatorFailureLimit, inFlight: ofOperator, onShed }),
    countDocument,
    answerWithinMs: OPERATOR_ANSWER_WITHIN_MS,
  })
  const checkKey = createKeyCheck({ validate, knownKeys, now: nowMs })
  const signedUsers = {
    userTrust: trustGatewaySignature({
      service: 'trading-engine',
      secrets: config.GATEWAY_HMAC_SECRETS,
      now: () => new Date(nowMs()),
      acceptsV1: false,
      takeOnce: (signature, until) => takeSignature(dependencies.pool, signature, until, new Date(nowMs())),
    }),
    knownUsers: createKnownUsers(nowMs),
    signedUserLimit: limits.signedUserLimit,
    failureLimit: limits.gatewayFailureLimit,
    authenticateHook: createAuthenticateHook({ resolveHook, knownKeys, ...limits }),
  }
  const composeGateway = (): EngineApps['gateway'] => {
    const routes = streams === undefined ? [] : signedUserRoutes({ ...dependencies, streams })
    const openapi = lazy(() => gatewayOpenApiOf(routes))
    const app = createHttpApp({
      ...shared,
      routes,
      openapi,
      authenticate: createSignedUserAuthenticate(signedUsers),
      checkHeaders: createSignedUserHeaderCheck(signedUsers),
      admit: createSignedUserAdmit({ config, inFlight, onShed, ...signedUsers }),
      countDocument,
      ...(openStreams === undefined ? {} : { streams: openStreams }),
      servesMetrics: false,
      answerWithinMs: dependencies.answerWithinMs,
    })
    return { app, openapi }
  }
  const hasGateway = config.ROLE !== 'worker' && config.GATEWAY_HMAC_SECRETS.length > 0
  return {
    app,
    openapi,
    internal: { app: internalApp, openapi: internalOpenapi },
    gateway: hasGateway ? composeGateway() : null,
    checkKey,
  }
}

function servesOperators({ ROLE, OPERATORS: people }: EngineConfig, logger: Logger): boolean {
  const isServed = ROLE !== 'worker' && people.length > 0
  if (ROLE !== 'worker' && !isServed) logger.info('the operator API is not served: OPERATORS is not set')
  if (isServed && !people.some(({ role }) => role === 'approver'))
    logger.warn('nobody can approve payouts: OPERATORS names no approver')
  return isServed
}

interface CredentialTools {
  readonly knownKeys: KnownKeys
  readonly failureLimit: FailureLimit
  readonly nowMs: () => number
}

/** The answers of the wallet about keys and hooks, by way of the cache. */
export function composeCredentials(
  config: EngineConfig,
  { wallet, redis, metrics, tracing }: Pick<EngineAppDependencies, 'wallet' | 'redis' | 'metrics' | 'tracing'>,
  { knownKeys, failureLimit, nowMs }: CredentialTools,
) {
  const doubtful = doubting(failureLimit, knownKeys)
  const shared = { redis, serviceToken: config.WALLET_SERVICE_TOKEN, now: nowMs }
  const askKey = (request: ValidateKeyRequest) => wallet.validate(request)
  const askHook = (request: ResolveHookRequest) => wallet.resolveHook(request)
  return {
    validate: createValidateKeys({ ...shared, wallet: { validate: doubtful(askKey, hashOfClaim) }, metrics, tracing }),
    resolveHook: createResolveHook({ ...shared, ask: doubtful(askHook, ({ tokenHash }) => tokenHash) }),
  }
}

export function createRateLimits(config: EngineConfig, redis: Redis | null) {
  const { REQUESTS_PER_MINUTE: perKey, PUBLIC_REQUESTS_PER_MINUTE: perIp } = config
  const userLimit = { limit: config.REQUESTS_PER_MINUTE_PER_USER, counted: 'requests of one user' }
  const failureLimit = { limit: config.FAILED_AUTHENTICATIONS_PER_MINUTE, redis }
  return {
    keyLimit: createRateLimit({ policy: 'per-key', limit: perKey, redis }),
    userLimit: createRateLimit({ policy: 'per-user', ...userLimit, redis }),
    failureLimit: createFailureLimit({ prefix: '', ...failureLimit }),
    operatorFailureLimit: createFailureLimit({ prefix: 'operator-', ...failureLimit }),
    gatewayFailureLimit: createFailureLimit({ prefix: 'gateway-', ...failureLimit }),
    signedUserLimit: createRateLimit({ policy: 'per-signed-user', limit: perKey, redis }),
    publicLimit: perIp === 0 ? null : createRateLimit({ policy: 'per-ip', limit: perIp, redis }),
    sandboxLimit:
      config.AUTH_MODE === 'optional' ? createRateLimit({ policy: 'sandbox-per-ip', limit: perKey, redis }) : null,
  }
}

/** Limits how much of the wallet unknown credentials get once their address has used up its failed authentications. */
function doubting(failureLimit: FailureLimit, knownKeys: KnownKeys) {
  const doubtful = createUnknownKeyThrottle()
  return <Q extends { readonly ip: string }, D>(ask: (request: Q) => Promise<D>, hashOf: (request: Q) => string) =>
    async (request: Q): Promise<D> => {
      const refusal = failureLimit.refusal(request.ip)
      if (refusal === null || knownKeys.find(hashOf(request)) !== null) return ask(request)
      const decision = await doubtful.ask(failureLimit.groupOf(request.ip), () => ask(request))
      if (decision === null) throw refusal
      return decision
    }
}
