import type { ErrorCode } from '@ats/contracts'
import type Joi from 'joi'
import { describedRoutes } from '../operational-routes.js'
import type { FrameTerms, Route, RouteResponse } from '../route.js'
import type {
  OpenApiDocument,
  OpenApiEvents,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiServer,
  OpenApiTag,
  SecurityRequirement,
} from './document.js'
import { describeErrors, errorSchemas, type ErrorDetails } from './error-responses.js'
import type { JsonSchema } from './json-schema.js'
import { withExamples, type ExampleBodies, type ExampleValues } from './examples.js'
import { shareExamples } from './share-examples.js'
import { createNamedSchemas, type NamedSchemas } from './named-schemas.js'
import { describeOnce } from './describe-once.js'
import { shareParameters } from './share-parameters.js'
import { shareResponses } from './share-responses.js'
import { shareSecurity } from './share-security.js'
import { onlyUsed, withEvents } from './used-components.js'
import { withRateLimitHeaders, type HasBudgetHeaders } from './rate-limit-headers.js'
import { describeHeaders, ETAG_HEADERS, HEADER_COMPONENTS, REQUEST_ID } from './shared-headers.js'

export interface OpenApiOptions<P> {
  readonly title: string
  readonly version: string
  readonly description: string
  /** Default: wherever the document is served. */
  readonly servers?: readonly OpenApiServer[]
  /** The subject of each tag of the routes. */
  readonly tags: Readonly<Record<string, string>>
  readonly routes: readonly Route<P>[]
  /** Values of examples that their schemas do not tell. Default: no examples. */
  readonly examples?: ExampleValues
  /** Bodies of requests by name, of operations for which one that is made of its schema does not say enough. */
  readonly bodies?: ExampleBodies
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
  /** The scopes that a key needs, which schemes without OAuth have no place for. */
  readonly scopes?: readonly string[]
  readonly errors: readonly ErrorCode[]
  /** The callers whose responses carry their budget; default: all. */
  readonly toldOfBudget?: HasBudgetHeaders
}

type DescribedRoute = Omit<Route<never>, 'handler'>

/** The OpenAPI document of a table of routes, with the operational routes every service has. */
export function buildOpenApi<P>(options: OpenApiOptions<P>): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  const named = createNamedSchemas()
  const errors = errorSchemas(options.errorDetails ?? {}, named)
  const add = (route: DescribedRoute, operation: OpenApiOperation) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  for (const route of options.routes) add(route, describe(route, options.security(route.access), named))
  for (const route of describedRoutes(options.servesMetrics ?? true)) add(route, describeOperational(route, named))
  const { responses, paths: sharing } = shareResponses(paths)
  const shared = shareParameters(sharing)
  const all = {
    ...{ schemas: { ...named.schemas, ...errors }, headers: HEADER_COMPONENTS },
    ...{ responses, parameters: shared.parameters },
  }
  const components = onlyUsed(all, shared.paths)
  const secured = shareSecurity(withEvents(shared.paths, components.schemas, all.schemas))
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description: options.description, ...INFO },
    servers: options.servers ?? SERVERS,
    tags: usedTags(paths, { ...options.tags, ...OPERATIONAL_TAGS }),
    ...secured,
    components: {
      securitySchemes: usedSchemes(paths, options.securitySchemes),
      ...{ ...components, schemas: describeOnce(components.schemas) },
    },
  }
  const { examples, bodies = {} } = options
  return examples === undefined ? document : shareExamples(withExamples(document, examples, bodies))
}

const INFO = {
  contact: { name: 'The firm that runs this service' },
  license: { name: 'MIT', identifier: 'MIT' },
}

const SERVERS: readonly OpenApiServer[] = [{ url: '/', description: 'The service that has served this document.' }]

const OPERATIONAL_TAGS = { operations: 'The process itself: whether it is alive and ready, and these documents.' }

function usedTags(paths: OpenApiDocument['paths'], words: Readonly<Record<string, string>>): readonly OpenApiTag[] {
  const names = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))
  return [...names].map((name) => {
    const description = words[name]
    if (description === undefined) throw new Error(`nothing is said about the tag ${name}`)
    return { name, description }
  })
}

function usedSchemes(paths: OpenApiDocument['paths'], schemes: Readonly<Record<string, unknown>>) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const used = new Set(operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))))
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)))
}

function describe(route: DescribedRoute, access: AccessDescription, named: NamedSchemas): OpenApiOperation {
  const { errors, toldOfBudget } = access
  return {
    ...describeInput(route, access, named),
    responses: withRateLimitHeaders(
      { ...successes(route, named), ...describeErrors([...errors, ...ownErrors(route)]) },
      errors,
      toldOfBudget,
    ),
  }
}

/** The sentence about an operation for everybody. */
export const NEEDS_NOTHING = 'Needs no credentials.'

function describeOperational(route: DescribedRoute, named: NamedSchemas): OpenApiOperation {
  const responses = { ...successes(route, named), ...describeErrors(route.errors) }
  return {
    ...describeInput(route, { needs: NEEDS_NOTHING, requirements: [] }, named),
    responses: withRateLimitHeaders(responses, route.errors),
  }
}

/** The errors that follow from the shape of a route. */
function ownErrors({ method, params, query, body, rawBody, errors }: DescribedRoute): readonly ErrorCode[] {
  return [
    ...errors,
    ...(Object.values(params ?? {}).includes('uuid') ? (['not_found'] as const) : []),
    ...(query !== undefined || (body !== undefined && rawBody !== true) ? (['invalid_payload'] as const) : []),
    ...(method !== 'GET' ? (['payload_too_large', 'request_timeout'] as const) : []),
    'engine_error',
  ]
}

function describeInput(
  route: DescribedRoute,
  { needs, requirements, scopes = [] }: Pick<AccessDescription, 'needs' | 'requirements' | 'scopes'>,
  named: NamedSchemas,
): Omit<OpenApiOperation, 'responses'> {
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route.query, named),
    ...(route.hasEtag === true ? [IF_NONE_MATCH] : []),
    ...(route.isResumable === true ? [LAST_EVENT_ID] : []),
  ]
  const content = (schema: Joi.Schema) => ({
    'application/json': { schema: route.keepNulls === true ? named.refer(schema) : named.referToBody(schema) },
    ...(route.textType === undefined ? {} : { [route.textType]: { schema: { type: 'string' } } }),
  })
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description === undefined ? needs : `${route.description}\n\n${needs}`,
    tags: route.tags,
    security: requirements,
    ...(scopes.length === 0 ? {} : { 'x-scopes': scopes }),
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

function queryParameters(query: Joi.ObjectSchema | undefined, named: NamedSchemas): readonly OpenApiParameter[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = named.refer(query) as {
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

function successes({ responses, hasEtag }: DescribedRoute, named: NamedSchemas): Record<string, OpenApiResponse> {
  const described = Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      describeResponse(
        hasEtag === true && status === '200'
          ? { ...response, headers: { ...response.headers, ...ETAG_HEADERS } }
          : response,
        named,
      ),
    ]),
  )
  if (hasEtag !== true) return described
  const unchanged = { description: 'Still what the ETag names.', headers: ETAG_HEADERS }
  return { ...described, 304: describeResponse(unchanged, named) }
}

function describeResponse(
  { description, schema, contentType, frames, headers = {} }: RouteResponse,
  named: NamedSchemas,
): OpenApiResponse {
  const content =
    contentType !== undefined && frames !== undefined
      ? { [contentType]: { schema: { type: 'string' }, 'x-events': eventsOf(frames, named) } }
      : schema !== undefined
        ? { [contentType ?? 'application/json']: { schema: named.refer(schema) } }
        : contentType !== undefined
          ? { [contentType]: {} }
          : undefined
  return {
    description,
    headers: describeHeaders({ ...REQUEST_ID, ...headers }),
    ...(content === undefined ? {} : { content }),
  }
}

const eventsOf = (frames: FrameTerms, named: NamedSchemas): OpenApiEvents =>
  Object.fromEntries(
    Object.entries(frames).map(([event, { description, data }]) => [event, { description, schema: named.refer(data) }]),
  )
