import express, { type Express, type Request, type Response } from 'express'
import { isConnectionFailure, toDependencyError } from '../database.js'
import { invalidPayload, RequestError } from '../errors.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import type { OpenApiDocument } from '../openapi/document.js'
import { traceIdOf } from '../tracing/trace-id.js'
import { NO_TRACING, type TraceSpan, type Tracing } from '../tracing/tracing.js'
import { admitAll, type Admit, type Admitted, type TurnedAway } from './admission.js'
import { createShapeCheck, noSuchPath } from './check-shape.js'
import { createClientIp } from './client-ip.js'
import { withinDeadline } from './deadline.js'
import { createFailureLog } from './failure-log.js'
import { isDocument, operationalRoutes } from './operational-routes.js'
import { isLong, readBody, RequestAborted } from './read-body.js'
import { errorReply, finishReply, sendReply, type FinishedReply } from './reply.js'
import { requestIdOf } from './request-id.js'
import { retryAdvice, SAFE_TO_RETRY } from './retry-advice.js'
import type { Authenticate, CheckHeaders, CountDocument, Readiness, RequestIds, Route, UnreadRequest } from './route.js'

export interface HttpAppOptions<P> {
  readonly service: string
  readonly routes: readonly Route<P>[]
  /** Called for every route of `routes`, public ones too, after the body was read and before it is looked at. */
  readonly authenticate: Authenticate<P>
  /** Counts requests for the documents that the app serves beside `routes`, or throws 429. Default: nothing. */
  readonly countDocument?: CountDocument
  /** Called before the body is read. */
  readonly checkHeaders?: CheckHeaders<P>
  /** Asked about every request to `routes` as soon as its headers are there; all are let in when absent. */
  readonly admit?: Admit
  readonly logger: Logger
  readonly metrics: Metrics
  /** Follows the requests to `routes`. */
  readonly tracing?: Tracing
  /** Served at /openapi.json and shown at /docs; without it there are no such routes. */
  readonly openapi?: OpenApiDocument
  readonly readiness: () => Promise<Readiness>
  /** Whether /metrics is served here. Default true. */
  readonly servesMetrics?: boolean
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies?: readonly string[]
  /** Time from a complete request to its answer, after which it is 500 with Retry-After. Default 2,300 ms. */
  readonly answerWithinMs?: number
}

export interface HttpApp {
  readonly express: Express
  /** Takes one request all the way to its answer. It never throws and never leaves a request without one. */
  readonly serve: (request: Request, response: Response) => void
  /** From now on every answer is the last one of its connection, those to running requests included. */
  readonly endConnections: () => void
}

export const ANSWER_WITHIN_MS = 2_300

/** Number by which requests are counted whose caller left before the answer. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * An Express app over a table of routes. Each request passes, in this order: does the route exist (404, 405) → headers
 * that need no body to be refused → body read (413, 408) → authenticate (401, 429, 403) → shape of path, query and body
 * (404, 400) → handler.
 */
export function createHttpApp<P>(options: HttpAppOptions<P>): HttpApp {
  const app = express()
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.disable('x-powered-by')

  let ending = false
  const send: Send = (response, requestId, reply) => {
    if (ending) response.shouldKeepAlive = false
    sendReply(response, requestId, reply)
  }

  const exits = { send, logFailure: createFailureLog(options) }

  const operational = operationalRoutes(options)
  for (const route of operational) {
    register(
      app,
      route,
      createEndpoint(route, { ...options, tracing: NO_TRACING, admit: admitAll }, exits, {
        authenticate: async (request) => ({
          principal: undefined,
          headers: (isDocument(route) ? await options.countDocument?.(request) : undefined) ?? {},
        }),
      }),
    )
  }
  for (const route of options.routes) register(app, route, createEndpoint(route, options, exits, options))

  const table = [...operational, ...options.routes]
  const answerRest = createFallback(table, options, send)
  // As the last layer it also takes what Express would answer by itself, such as OPTIONS.
  app.use((request, response) => answerRest(request, response, undefined))
  return {
    express: app,
    serve: (request, response) =>
      hasItsHost(request)
        ? app(request, response, (error: unknown) => answerRest(request, response, error))
        : answerRest(request, response, invalidPayload([HOST_ISSUE])),
    endConnections: () => {
      ending = true
    },
  }
}

const HOST_ISSUE = { path: [], code: 'http', message: 'A request has exactly one Host header.' }

/** Exactly one, that nobody on the way can have understood otherwise; HTTP/1.0 knows none. */
function hasItsHost({ rawHeaders, httpVersion }: Request): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

function register(app: Express, route: Pick<Route<never>, 'method' | 'path'>, endpoint: Endpoint): void {
  const target = app.route(route.path)
  switch (route.method) {
    case 'GET':
      return void target.get(endpoint)
    case 'POST':
      return void target.post(endpoint)
    case 'PUT':
      return void target.put(endpoint)
    case 'PATCH':
      return void target.patch(endpoint)
    case 'DELETE':
      return void target.delete(endpoint)
  }
}

type Send = typeof sendReply

/** The ends of every endpoint, shared by all. */
interface Exits {
  readonly send: Send
  readonly logFailure: ReturnType<typeof createFailureLog>
}

type Endpoint = (request: Request, response: Response) => Promise<void>

type EndpointOptions = Pick<
  HttpAppOptions<never>,
  'logger' | 'metrics' | 'tracing' | 'trustedProxies' | 'answerWithinMs' | 'admit'
>

function createEndpoint<P>(
  route: Route<P>,
  options: EndpointOptions,
  { send, logFailure }: Exits,
  { authenticate, checkHeaders }: Pick<HttpAppOptions<P>, 'authenticate' | 'checkHeaders'>,
): Endpoint {
  const { logger, metrics, tracing = NO_TRACING, trustedProxies = [], admit = admitAll } = options
  const answerWithinMs = route.answerWithinMs ?? options.answerWithinMs ?? ANSWER_WITHIN_MS
  const checkShape = createShapeCheck(route)
  const clientIp = createClientIp(trustedProxies)

  /** Headers of the authentication are kept even when a later step fails. */
  async function answer(request: Request, ids: RequestIds): Promise<FinishedReply> {
    const { request_id: requestId } = ids
    const ip = clientIp(request)
    let headers: Readonly<Record<string, string>> = {}
    let advice = SAFE_TO_RETRY
    let isOver = false
    const isGone = (): boolean => isOver || request.socket.destroyed
    const unread: UnreadRequest = {
      method: request.method,
      path: request.path,
      rawUrl: request.url,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      ip,
      requestId,
    }
    const decide = async (body: Buffer): Promise<FinishedReply> => {
      const raw = { ...unread, body }
      const authentication = await authenticate(raw, route)
      headers = authentication.headers ?? headers
      const shape = checkShape(raw, request.params as Record<string, string>)
      advice = retryAdvice(route, shape.body)
      const { principal } = authentication
      const { headers: sent } = raw
      return finishReply(
        await route.handler({ principal, requestId, ids, ip, headers: sent, isGone, ...shape }),
        headers,
      )
    }
    /** Waiting for its turn takes of the time to answer; a refusal that it ends in may be told later. */
    const readInTurn = async (visit: Admitted): Promise<{ readonly body: Buffer; readonly withinMs: number }> => {
      try {
        const checked = checkHeaders?.(unread, route)
        if (checked !== undefined) await checked
        const body = await readBody(request, route.bodyBytesMax)
        const turn = visit.turn()
        if (turn === undefined) return { body, withinMs: answerWithinMs }
        const waitsSince = performance.now()
        await turn
        return { body, withinMs: Math.max(0, answerWithinMs - (performance.now() - waitsSince)) }
      } catch (error) {
        visit.leave()
        throw error
      }
    }
    const decideAndLeave = (visit: Admitted, body: Buffer): Promise<FinishedReply> =>
      decide(body).finally(() => visit.leave())
    try {
      const visit = admit({ ...unread, access: route.access })
      if (visit.kind === 'refused') {
        if (isLong(request)) headers = { Connection: 'close' }
        throw await refusal(visit, request)
      }
      const { body, withinMs } = await readInTurn(visit)
      return await withinDeadline(withinMs, decideAndLeave(visit, body))
    } catch (error) {
      isOver = true
      const failure = isConnectionFailure(error) ? toDependencyError(error) : error
      logFailure(failure, { ...ids, route: route.path, method: route.method })
      return errorReply(failure, requestId, headers, advice)
    }
  }

  const finished = metrics.requests({ method: route.method, route: route.path })
  const start = {
    name: `${route.method} ${route.path}`,
    kind: 'server',
    attributes: { 'http.request.method': route.method, 'http.route': route.path },
  } as const
  return async (request, response) => {
    const startedAt = process.hrtime.bigint()
    const requestId = requestIdOf(request.headers)
    const { reply, status, ids } = await tracing.request(start, request.headers, async (span) => {
      const ids = requestIds(requestId, span, request)
      const reply = await answer(request, ids)
      const status = response.destroyed ? CLIENT_CLOSED_REQUEST : reply.status
      noteAnswer(span, requestId, status)
      return { reply, status, ids }
    })
    send(response, requestId, reply)
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
    finished(status, seconds)
    logger.debug({ ...ids, method: route.method, route: route.path, status, seconds }, 'request')
  }
}

/** The error to send once it may be sent; where it may not, the connection is gone. */
async function refusal({ error, mayBeTold }: TurnedAway, request: Request): Promise<Error> {
  if (await mayBeTold) return error
  request.socket.destroy()
  return new RequestAborted('cut off: too many are being refused')
}

function requestIds(requestId: string, span: TraceSpan | null, { headers }: Request): RequestIds {
  const traceId = span?.traceId ?? traceIdOf(headers)
  return traceId === undefined ? { request_id: requestId } : { request_id: requestId, trace_id: traceId }
}

function noteAnswer(span: TraceSpan | null, requestId: string, status: number): void {
  span?.note({ 'request.id': requestId, 'http.response.status_code': status })
  if (status >= 500) span?.fail(String(status))
}

/** Answers what no route took: unknown paths, known paths with another method, paths that cannot be decoded. */
function createFallback(
  table: readonly Pick<Route<never>, 'method' | 'path'>[],
  { logger, metrics }: EndpointOptions,
  send: Send,
): (request: Request, response: Response, error: unknown) => void {
  const finished = metrics.requests({ method: 'other', route: 'none' })
  const templates = table.map(({ method, path }) => ({ method, matches: pathMatcher(path) }))
  return (request, response, error) => {
    const requestId = requestIdOf(request.headers)
    const reply = errorReply(routingError(error, allowedMethods(templates, pathOf(request))), requestId)
    if (reply.status >= 500)
      logger.error({ err: error, ...requestIds(requestId, null, request) }, 'unexpected error while routing')
    send(response, requestId, reply)
    finished(reply.status, 0)
  }
}

/** Express reports a wrong percent-encoding in the path as an error with status 400; no such path exists. */
function routingError(error: unknown, allowed: readonly string[]): unknown {
  if (error instanceof URIError) return noSuchPath()
  if (error !== undefined && error !== null) return error
  if (allowed.length === 0) return noSuchPath()
  return new RequestError(
    'method_not_allowed',
    `this path takes ${allowed.join(', ')}`,
    {},
    { Allow: allowed.join(', ') },
  )
}

/** Without the query, also of an absolute address; empty when the address cannot be read at all. */
function pathOf(request: Request): string {
  try {
    return request.path
  } catch {
    return ''
  }
}

interface RouteTemplate {
  readonly method: string
  readonly matches: RegExp
}

function allowedMethods(templates: readonly RouteTemplate[], path: string): readonly string[] {
  const methods = templates.filter(({ matches }) => matches.test(path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

function pathMatcher(template: string): RegExp {
  const segments = template
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}
