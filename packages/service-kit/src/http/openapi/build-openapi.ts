import type { ErrorCode } from '@ats/contracts'
import type Joi from 'joi'
import { describedRoutes } from '../operational-routes.js'
import { REVALIDATED } from '../reply.js'
import type { FrameTerms, Route, RouteResponse } from '../route.js'
import type {
  OpenApiDocument,
  OpenApiEvents,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiServer,
  SecurityRequirement,
} from './document.js'
import { describeErrors, errorSchemas, type ErrorDetails } from './error-responses.js'
import { jsonSchemaOf, type JsonSchema } from './json-schema.js'
import { RATE_LIMIT_HEADERS, withRateLimitHeaders, type HasBudgetHeaders } from './rate-limit-headers.js'

export interface OpenApiOptions<P> {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly servers?: readonly OpenApiServer[]
  readonly routes: readonly Route<P>[]
  /** Whether /metrics is served beside them. Default true. */
  readonly servesMetrics?: boolean
  readonly securitySchemes: Readonly<Record<string, unknown>>
  /** The requirements of an access label, and the errors it can end in (401, 403, 429). */
  readonly security: (access: string) => AccessDescription
  /** Fields an error has beyond error, message and request_id, for each error that has any. */
  readonly errorDetails?: ErrorDetails
}

export interface AccessDescription {
  /** The sentence about what a caller must have: it ends the description of each operation. */
  readonly needs: string
  readonly requirements: readonly SecurityRequirement[]
  readonly errors: readonly ErrorCode[]
  /** The callers whose responses carry their budget; default: all. */
  readonly toldOfBudget?: HasBudgetHeaders
}

type DescribedRoute = Omit<Route<never>, 'handler'>

/** The OpenAPI document of a table of routes, with the operational routes every service has. */
export function buildOpenApi<P>(options: OpenApiOptions<P>): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  const add = (route: DescribedRoute, operation: OpenApiOperation) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  for (const route of options.routes) add(route, describe(route, options.security(route.access)))
  for (const route of describedRoutes(options.servesMetrics ?? true)) add(route, describeOperational(route))
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description: options.description },
    ...(options.servers === undefined ? {} : { servers: options.servers }),
    paths,
    components: {
      securitySchemes: options.securitySchemes,
      schemas: errorSchemas(options.errorDetails ?? {}),
      headers: RATE_LIMIT_HEADERS,
    },
  }
}

function describe(route: DescribedRoute, access: AccessDescription): OpenApiOperation {
  const { errors, toldOfBudget } = access
  return {
    ...describeInput(route, access),
    responses: withRateLimitHeaders(
      { ...successes(route), ...describeErrors([...errors, ...ownErrors(route)]) },
      errors,
      toldOfBudget,
    ),
  }
}

/** The sentence about an operation for everybody. */
export const NEEDS_NOTHING = 'Needs no credentials.'

function describeOperational(route: DescribedRoute): OpenApiOperation {
  const responses = { ...successes(route), ...describeErrors(route.errors) }
  return {
    ...describeInput(route, { needs: NEEDS_NOTHING, requirements: [] }),
    responses: withRateLimitHeaders(responses, route.errors),
  }
}

/** The errors that follow from the shape of a route. */
function ownErrors({ method, params, query, body, errors }: DescribedRoute): readonly ErrorCode[] {
  return [
    ...errors,
    ...(Object.values(params ?? {}).includes('uuid') ? (['not_found'] as const) : []),
    ...(query !== undefined || body !== undefined ? (['invalid_payload'] as const) : []),
    ...(method !== 'GET' ? (['payload_too_large', 'request_timeout'] as const) : []),
    'engine_error',
  ]
}

function describeInput(
  route: DescribedRoute,
  { needs, requirements }: Pick<AccessDescription, 'needs' | 'requirements'>,
): Omit<OpenApiOperation, 'responses'> {
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route.query),
    ...(route.hasEtag === true ? [IF_NONE_MATCH] : []),
    ...(route.isResumable === true ? [LAST_EVENT_ID] : []),
  ]
  const content = (schema: Joi.Schema) => ({
    'application/json': { schema: jsonSchemaOf(schema) },
    ...(route.textType === undefined ? {} : { [route.textType]: { schema: { type: 'string' } } }),
  })
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description === undefined ? needs : `${route.description}\n\n${needs}`,
    tags: route.tags,
    security: requirements,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: route.bodyOptional !== true, content: content(route.body) } }),
  }
}

function pathParameters({ path, params }: DescribedRoute): readonly OpenApiParameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: params?.[name] === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))
}

function queryParameters(query: Joi.ObjectSchema | undefined): readonly OpenApiParameter[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = jsonSchemaOf(query) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema,
  }))
}

const IF_NONE_MATCH: OpenApiParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer. While the answer would be the same, it is 304 without a body.',
  schema: { type: 'string' },
}

const LAST_EVENT_ID: OpenApiParameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last frame that was read: the stream goes on after it. Browsers send it by themselves.',
  schema: { type: 'integer', minimum: 0 },
}

const ETAG_HEADERS = {
  ETag: 'Changes exactly when the body does.',
  'Cache-Control': `\`${REVALIDATED}\`: the caller may keep it, and asks with If-None-Match before each use.`,
}

function successes({ responses, hasEtag }: DescribedRoute): Record<string, OpenApiResponse> {
  const described = Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      describeResponse(
        hasEtag === true && status === '200'
          ? { ...response, headers: { ...response.headers, ...ETAG_HEADERS } }
          : response,
      ),
    ]),
  )
  if (hasEtag !== true) return described
  return { ...described, 304: describeResponse({ description: 'Still what the ETag names.', headers: ETAG_HEADERS }) }
}

function describeResponse({ description, schema, contentType, frames, headers = {} }: RouteResponse): OpenApiResponse {
  const described = { 'X-Request-Id': 'Identifies this request in logs.', ...headers }
  const content =
    contentType !== undefined && frames !== undefined
      ? { [contentType]: { schema: { type: 'string' }, 'x-events': eventsOf(frames) } }
      : schema !== undefined
        ? { [contentType ?? 'application/json']: { schema: jsonSchemaOf(schema) } }
        : contentType !== undefined
          ? { [contentType]: {} }
          : undefined
  return {
    description,
    headers: Object.fromEntries(
      Object.entries(described).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
    ),
    ...(content === undefined ? {} : { content }),
  }
}

const eventsOf = (frames: FrameTerms): OpenApiEvents =>
  Object.fromEntries(
    Object.entries(frames).map(([event, { description, data }]) => [
      event,
      { description, schema: jsonSchemaOf(data) },
    ]),
  )
