/** HTTP: listeners, routes as rows of a table, checks of requests, limits, streams, OpenAPI, signed users. */
export { createHttpApp, type HttpApp, type HttpAppOptions } from './app.js'
export { listen, type ListenOptions, type RunningServer } from './listen.js'
export {
  routeBuilder,
  streamBuilder,
  type Authenticate,
  type Authentication,
  type BodyList,
  type BodyRequests,
  type Checked,
  type CheckHeaders,
  type CountDocument,
  type Disturb,
  type HandlerRequest,
  type Method,
  type RawRequest,
  type Readiness,
  type Reply,
  type RequestIds,
  type Route,
  type RouteResponse,
  type RouteRow,
  type StreamReply,
  type StreamRow,
  type UnreadRequest,
} from './route.js'

export { createHostCheck } from './allowed-hosts.js'
export { createBearerCheck, createBearerLookup } from './bearer-token.js'
export { createClientIp, normaliseIp, UNKNOWN_IP } from './client-ip.js'
export { ANSWER_WITHIN_MS } from './endpoint.js'
export { entityTag } from './entity-tag.js'
export { createFailureLog } from './failure-log.js'
export { isPublicAddress } from './public-address.js'
export { BODY_BYTES_MAX, readBody } from './read-body.js'
export { errorReply, sendReply, type FinishedReply } from './reply.js'
export { requestIdOf } from './request-id.js'
export { parseRetryAfter } from './retry-after.js'
export { SECURITY_HEADERS } from './security-headers.js'
export { singleHeader } from './single-header.js'

export { createListCheck } from './shape/check-list.js'
export { notFound } from './shape/check-shape.js'
export { findDuplicateKeys } from './shape/duplicate-keys.js'
export { parseJson } from './shape/parse-body.js'
export { REQUEST_PREFERENCES } from './shape/checks.js'
export { compileCheck, REFUSED } from './shape/compile-check.js'
export { isPlainText } from './shape/sanitize.js'
export { objectSchema, type FieldsOf } from './shape/typed-object.js'

export { addressGroup, siteOf } from './limits/address-group.js'
export { createAdmit, watchAdmission, type Admit, type AdmitOptions, type Arrival } from './limits/admission.js'
export { createFailureLimit, refuseUnauthorized, type FailureLimit } from './limits/failure-limit.js'
export { createInFlight, type InFlight, type Party, type Room } from './limits/in-flight.js'
export { budgetHeaders, createRateLimit, type Budget, type RateLimit } from './limits/rate-limit.js'

export type { CutReason, EventStream } from './streams/event-stream.js'
export { createEventStreams, type EventStreams } from './streams/event-streams.js'
export { frameText, positionText, type Frame } from './streams/frames.js'
export { markStreaming, unmarkStreaming } from './streams/streaming-sockets.js'

export { trustGatewaySignature } from './signed-user/gateway-signature.js'
export { createKnownUsers, type KnownUsers } from './signed-user/known-users.js'
export { signedUserSchemes } from './signed-user/security-schemes.js'
export { createUserSigner, type SignUser } from './signed-user/sign-request.js'
export { takeSignature } from './signed-user/used-signatures.js'
export { userBudgetKey } from './signed-user/user-budget-key.js'
export { readUserId } from './signed-user/user-id.js'
export { trustPlainHeader, type UserTrust } from './signed-user/user-trust.js'

export type { Guide } from './documentation/guides.js'
export { buildOpenApi, NEEDS_NOTHING, type AccessDescription, type OpenApiOptions } from './openapi/build-openapi.js'
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
  SecurityRequirement,
} from './openapi/document.js'
export type { ExampleBodies, ExampleValues } from './openapi/examples.js'
export type { ErrorDetails } from './openapi/error-responses.js'
export { inlineOperation, inlineReferences, type InlinedOperation } from './openapi/inline-references.js'
export { apiReference } from './openapi/api-reference.js'
export { jsonSchemaOf, type JsonSchema } from './openapi/json-schema.js'
export { named } from './openapi/named-schemas.js'
export { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from './webhook-url.js'
