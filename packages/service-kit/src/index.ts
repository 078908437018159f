export { batchLoader } from './async/batch.js'
export { periodic, type Periodic, type PeriodicClock } from './async/periodic.js'
export { createSemaphore, type Semaphore, type Urgency } from './async/semaphore.js'
export { abortAfter, settleWithin, timeout } from './async/timeout.js'
export { chunksOf } from './chunks-of.js'
export { ConfigError, loadConfig } from './config.js'
export {
  createPool,
  createPostgresOutageLog,
  isConnectionFailure,
  toDependencyError,
  type PoolOptions,
} from './database.js'
export { commaSeparated, ipRangesSchema, portSchema, settingsSchema, type ServiceSettings } from './environment.js'
export { DependencyError, invalidPayload, ISSUES_MAX, RequestError } from './errors.js'
export { createHeapCache, HEAP_SHARES, type HeapCache } from './heap-cache.js'
export { addressGroup } from './http/limits/address-group.js'
export { createAdmit, watchAdmission, type Admit, type AdmitOptions, type Arrival } from './http/limits/admission.js'
export type { Guide } from './http/documentation/guides.js'
export { createHttpApp, type HttpApp, type HttpAppOptions } from './http/app.js'
export { createEventStreams, type EventStreams } from './http/streams/event-streams.js'
export type { CutReason, EventStream } from './http/streams/event-stream.js'
export { frameText, positionText, type Frame } from './http/streams/frames.js'
export { entityTag } from './http/entity-tag.js'
export { ANSWER_WITHIN_MS } from './http/endpoint.js'
export { notFound } from './http/shape/check-shape.js'
export { createListCheck } from './http/shape/check-list.js'
export { REQUEST_PREFERENCES } from './http/shape/checks.js'
export { compileCheck, REFUSED } from './http/shape/compile-check.js'
export { objectSchema, type FieldsOf } from './http/shape/typed-object.js'
export { createBearerCheck } from './http/bearer-token.js'
export { singleHeader } from './http/single-header.js'
export { isPlainText } from './http/shape/sanitize.js'
export { createClientIp, normaliseIp } from './http/client-ip.js'
export { readBody, RequestAborted, requireCaller } from './http/read-body.js'
export { errorReply, sendReply, type FinishedReply } from './http/reply.js'
export { requestIdOf } from './http/request-id.js'
export { SECURITY_HEADERS } from './http/security-headers.js'
export { markStreaming, unmarkStreaming } from './http/streams/streaming-sockets.js'
export { createFailureLog } from './http/failure-log.js'
export { createInFlight, type InFlight, type Party, type Room } from './http/limits/in-flight.js'
export { trustGatewaySignature } from './http/signed-user/gateway-signature.js'
export { createUserSigner, type SignUser } from './http/signed-user/sign-request.js'
export { createKnownUsers, type KnownUsers } from './http/signed-user/known-users.js'
export { signedUserSchemes } from './http/signed-user/security-schemes.js'
export { takeSignature } from './http/signed-user/used-signatures.js'
export { userBudgetKey } from './http/signed-user/user-budget-key.js'
export { readUserId } from './http/signed-user/user-id.js'
export { trustPlainHeader, type UserTrust } from './http/signed-user/user-trust.js'
export { parseRetryAfter } from './http/retry-after.js'
export { listen, type ListenOptions, type RunningServer } from './http/listen.js'
export { createFailureLimit, refuseUnauthorized, type FailureLimit } from './http/limits/failure-limit.js'
export { budgetHeaders, createRateLimit, type Budget, type RateLimit } from './http/limits/rate-limit.js'
export {
  routeBuilder,
  streamBuilder,
  type BodyList,
  type BodyRequests,
  type Checked,
  type Authenticate,
  type CheckHeaders,
  type CountDocument,
  type Authentication,
  type HandlerRequest,
  type Method,
  type RawRequest,
  type UnreadRequest,
  type Readiness,
  type Reply,
  type RequestIds,
  type Route,
  type RouteResponse,
  type StreamReply,
} from './http/route.js'
export { disablePretenuring } from './disable-pretenuring.js'
export { createLifecycle, type Lifecycle, type LifecycleOptions, type SignalSource } from './lifecycle.js'
export { createLineLimit } from './line-limit.js'
export { createLogger, type Logger, type LoggerOptions } from './logger.js'
export { watchLoopLag, type LoopLag } from './loop-lag.js'
export {
  createTurns,
  mapInTurns,
  sortInTurns,
  takeTurn,
  type TakeTurn,
  type TurnsOptions,
  type Visitor,
  writeInTurns,
} from './turns.js'
export { createMetrics, type LabelledFigure, type Metrics } from './metrics.js'
export { migrate, type MigrateOptions } from './migrations.js'
export {
  hasDuplicates,
  listenersCollide,
  isPlaceholder,
  isPublicPlainHttp,
  textsOf,
  isProxyRangeTooWide,
  type UnsafeSetting,
} from './unsafe-settings.js'
export { buildOpenApi, NEEDS_NOTHING, type AccessDescription, type OpenApiOptions } from './openapi/build-openapi.js'
export type { OpenApiDocument, OpenApiOperation, OpenApiResponse, SecurityRequirement } from './openapi/document.js'
export type { ErrorDetails } from './openapi/error-responses.js'
export { jsonSchemaOf, type JsonSchema } from './openapi/json-schema.js'
export { createOutageLog, type OutageLog } from './outage-log.js'
export { isPublicAddress } from './public-address.js'
export { isAnswering, openRedis, type OpenRedisOptions, type Redis } from './redis.js'
export { createStep, loadSteps, type Step } from './redis-steps.js'
export { inTransaction, ONE_MOMENT } from './transaction.js'
export { openTracing, type TracingOptions } from './tracing/open-tracing.js'
export { NO_TRACING, type TraceSpan, type Tracing } from './tracing/tracing.js'
export { watchPools } from './watch-pools.js'
