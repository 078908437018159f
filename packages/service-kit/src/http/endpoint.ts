import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deadline, Deadlines } from '../async/deadlines.js'
import { isConnectionFailure } from '../db/connection-failure.js'
import { toDependencyError } from '../db/database.js'
import { DependencyError } from '../process/errors.js'
import type { Logger } from '../process/logger.js'
import type { Metrics } from '../process/metrics.js'
import { traceIdOf } from '../process/tracing/trace-id.js'
import { NO_TRACING, type TraceSpan, type Tracing } from '../process/tracing/tracing.js'
import { admitAll, type Admit, type Admitted, type TurnedAway } from './limits/admission.js'
import { createShapeCheck, type Shape } from './shape/check-shape.js'
import { createClientIp } from './client-ip.js'
import type { createFailureLog } from './failure-log.js'
import { RequestAborted, requireCaller } from '../async/request-aborted.js'
import { EMPTY_BODY, isLong, readBody } from './read-body.js'
import { errorReply, finishReply, type FinishedReply, type sendReply } from './reply.js'
import { requestIdOf } from './request-id.js'
import { retryAdvice, SAFE_TO_RETRY } from './retry-advice.js'
import type {
  Authenticate,
  Authentication,
  CheckHeaders,
  Disturb,
  HandlerRequest,
  RawRequest,
  RequestIds,
  Route,
} from './route.js'

/** Where a request goes, as its path says. */
export interface Target {
  /** As sent, without the query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

/** Takes one request to its response. It never throws and never leaves a request without one. */
export type Endpoint = (request: IncomingMessage, response: ServerResponse, target: Target) => void

/** The options that the endpoints of an app share. */
export interface EndpointOptions {
  readonly logger: Logger
  readonly metrics: Metrics
  /** Follows the requests to the service's own routes. */
  readonly tracing?: Tracing
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies?: readonly string[]
  /** Time from a complete request to its answer, after which it is 500 with Retry-After. Default 2,300 ms. */
  readonly answerWithinMs?: number
  /** Asked about every request to the service's own routes as soon as its headers are there. Default: lets all in. */
  readonly admit?: Admit
}

/** The ends of every endpoint, shared by all. */
export interface Exits {
  readonly send: typeof sendReply
  readonly logFailure: ReturnType<typeof createFailureLog>
  readonly deadlines: Deadlines
}

export interface Checks<P> {
  readonly authenticate: Authenticate<P>
  readonly checkHeaders?: CheckHeaders<P>
  readonly disturb?: Disturb<P>
}

export const ANSWER_WITHIN_MS = 2_300

/** Number by which requests are counted whose caller left before the answer. */
const CLIENT_CLOSED_REQUEST = 499

/** A request on its way to its response, and what is known of it so far. */
interface Exchange extends RawRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly access: string
  readonly span: TraceSpan | null
  readonly ids: RequestIds
  readonly startedAtMs: number
  readonly answered: () => void
  body: Buffer
  /** Headers of the authentication: every response has them from then on, errors too. */
  kept: Readonly<Record<string, string>>
  advice: string
  deadline: Deadline | null
  isOver: boolean
}

export function createEndpoint<P>(
  route: Route<P>,
  options: EndpointOptions,
  { send, logFailure, deadlines }: Exits,
  { authenticate, checkHeaders, disturb }: Checks<P>,
): Endpoint {
  const { logger, metrics, tracing = NO_TRACING, trustedProxies = [], admit = admitAll } = options
  const answerWithinMs = route.answerWithinMs ?? options.answerWithinMs ?? ANSWER_WITHIN_MS
  const checkShape = createShapeCheck(route)
  const clientIp = createClientIp(trustedProxies)
  const finished = metrics.requests({ method: route.method, route: route.path })

  /** Only the first response is sent: work may go on after its deadline, and its result is dropped. */
  function finish(exchange: Exchange, reply: FinishedReply): void {
    if (exchange.isOver) return reply.stream?.abandon()
    exchange.isOver = true
    exchange.deadline?.clear()
    const { response, requestId, span, ids, startedAtMs } = exchange
    const isGone = response.destroyed
    const sent = sendOrEnd(exchange, reply, { send, errorOf })
    const status = isGone ? CLIENT_CLOSED_REQUEST : sent
    noteAnswer(span, requestId, status)
    exchange.answered()
    const seconds = (performance.now() - startedAtMs) / 1000
    finished(status, seconds)
    if (logger.isLevelEnabled('debug'))
      logger.debug({ ...ids, method: route.method, route: route.path, status, seconds }, 'request')
  }

  const errorOf = (exchange: Exchange, error: unknown) => failureReply(exchange, error, logFailure, route)

  function fail(exchange: Exchange, error: unknown): void {
    if (!exchange.isOver) finish(exchange, errorOf(exchange, error))
  }

  /** The wait for its turn is part of the time to answer. */
  function startDeadline(exchange: Exchange, readAtMs: number): void {
    exchange.deadline = deadlines.at(readAtMs + answerWithinMs, () =>
      fail(exchange, new DependencyError('deadline', `no answer within ${answerWithinMs} ms`)),
    )
  }

  /**
   * The checks of a request, in the documented order of their refusals. Before them: its route exists (404, 405,
   * `app.ts`), and there is room for it (429, 500, `answer`). After them, in the handler: ownership, `client_id`,
   * references and times, the rules of risk.
   */
  async function checkAndHandle(
    exchange: Exchange,
    rawParams: Target['params'],
    visit: Admitted,
  ): Promise<FinishedReply> {
    const isGone = (): boolean => exchange.isOver || exchange.request.socket.destroyed
    // Headers that are refused before the body is read.
    const headersChecked = checkHeaders?.(exchange, route)
    if (headersChecked !== undefined) await headersChecked
    // The size of the body 413, and its time 408.
    const bytes = readBody(exchange.request, route.bodyBytesMax)
    if (bytes !== null) exchange.body = await bytes
    const readAtMs = performance.now()
    // Its turn among the requests in flight: 429, 500.
    const turn = visit.turn()
    if (turn !== undefined) await turn
    startDeadline(exchange, readAtMs)
    // Credentials 401, rate limit 429, source IP 403, scope 403.
    const { principal, countMore } = await identify(exchange, route, authenticate, isGone)
    const disturbed = disturb?.(exchange, route, principal, exchange.response)
    if (disturbed !== undefined) await disturbed
    // Shape: path 404, query and body 400.
    const shape = await checkShape(exchange, rawParams, isGone)
    // Rate limit of the others of several requests in one: 429.
    if (shape.requests !== undefined) await countOthers(exchange, visit, shape.requests - 1, countMore)

    exchange.advice = retryAdvice(route, shape.body)
    const failed = (error: unknown) => errorOf(exchange, error)
    const request = handlerRequest(exchange, principal, shape, { isGone, failed })
    return finishReply(await route.handler(request), exchange, route.hasEtag)
  }

  async function answer(exchange: Exchange, params: Target['params']): Promise<void> {
    let visit: Admitted | TurnedAway | undefined
    try {
      visit = admit(exchange)
      if (visit.kind === 'refused') throw refusalOf(exchange, visit)
      let finishedReply: FinishedReply
      try {
        finishedReply = await checkAndHandle(exchange, params, visit)
      } finally {
        visit.leave(exchange.response)
      }
      finish(exchange, finishedReply)
    } catch (error) {
      exchange.deadline?.clear()
      const isCut = !exchange.isOver && (await mayTell(visit, error)) === false
      fail(exchange, isCut ? cutOff(exchange.request) : error)
    }
  }

  const start = {
    name: `${route.method} ${route.path}`,
    kind: 'server',
    attributes: { 'http.request.method': route.method, 'http.route': route.path },
  } as const
  return (request, response, { path, params }) => {
    const startedAtMs = performance.now()
    const { method = route.method, url: rawUrl = path, headers, rawHeaders } = request
    const requestId = requestIdOf(headers)
    const begin = (span: TraceSpan | null, answered: () => void): void => {
      const ids = requestIds(requestId, span, request)
      const unread = { method, path, rawUrl, headers, rawHeaders, ip: clientIp(request), requestId }
      const soFar = { body: EMPTY_BODY, kept: NO_HEADERS, advice: SAFE_TO_RETRY, deadline: null, isOver: false }
      const { access } = route
      void answer({ request, response, access, span, ids, startedAtMs, answered, ...unread, ...soFar }, params)
    }
    if (!tracing.isOn) return begin(null, NOBODY_WAITS)
    void tracing.request(start, headers, (span) => new Promise<void>((resolve) => begin(span, resolve)))
  }
}

interface Sending extends Pick<Exits, 'send'> {
  readonly errorOf: (exchange: Exchange, error: unknown) => FinishedReply
}

/** Where the reply cannot be written it is 500, the last of its connection; where its head is out that is cut. */
function sendOrEnd(exchange: Exchange, reply: FinishedReply, { send, errorOf }: Sending): number {
  const { response, requestId } = exchange
  try {
    send(response, requestId, reply)
    return reply.status
  } catch (error) {
    const failure = errorOf({ ...exchange, kept: NO_HEADERS }, error)
    if (response.headersSent) response.destroy()
    else {
      reply.stream?.abandon()
      response.shouldKeepAlive = false
      send(response, requestId, failure)
    }
    return failure.status
  }
}

async function identify<P>(
  exchange: Exchange,
  route: Route<P>,
  authenticate: Authenticate<P>,
  isGone: () => boolean,
): Promise<Authentication<P>> {
  const { needsCaller = route.method === 'GET' } = route
  if (needsCaller) requireCaller(isGone)
  const authentication = await authenticate(exchange, route)
  if (authentication.headers !== undefined) exchange.kept = authentication.headers
  if (needsCaller) requireCaller(isGone)
  return authentication
}

function handlerRequest<P>(
  { requestId, ids, ip, headers }: Exchange,
  principal: P,
  { params, query, body, text, bytes }: Shape,
  { isGone, failed }: Pick<HandlerRequest<P>, 'isGone' | 'failed'>,
): HandlerRequest<P> {
  const request = { principal, requestId, ids, ip, headers, isGone, failed, params, query, body }
  if (bytes !== undefined) return { ...request, bytes }
  return text === undefined ? request : { ...request, text }
}

/** A long body of a request that is refused is not read: its connection ends. */
function refusalOf(exchange: Exchange, { error }: TurnedAway): Error {
  if (isLong(exchange.request)) exchange.kept = { Connection: 'close' }
  return error
}

/** When the error may be told; false: the connection is closed without a word. */
function mayTell(visit: Admitted | TurnedAway | undefined, error: unknown): Promise<boolean> | undefined {
  return visit?.kind === 'refused' ? visit.mayBeTold : visit?.mayTell(error)
}

function failureReply(
  { requestId, ids, kept, advice }: Exchange,
  error: unknown,
  logFailure: Exits['logFailure'],
  { path, method }: Pick<Route<never>, 'path' | 'method'>,
): FinishedReply {
  const failure = isConnectionFailure(error) ? toDependencyError(error) : error
  logFailure(failure, { ...ids, route: path, method })
  return errorReply(failure, requestId, kept, advice)
}

/** Counts the others of several requests in one; the first was counted before it was read. */
async function countOthers(
  exchange: Exchange,
  visit: Admitted,
  more: number,
  countMore: Authentication<unknown>['countMore'],
): Promise<void> {
  if (more === 0) return
  visit.grow(more)
  if (countMore !== undefined) exchange.kept = await countMore(more)
}

const NO_HEADERS = Object.freeze({})
const NOBODY_WAITS = (): void => undefined

function cutOff({ socket }: IncomingMessage): Error {
  socket.destroy()
  return new RequestAborted('cut off: too many are being refused')
}

export function requestIds(requestId: string, span: TraceSpan | null, { headers }: IncomingMessage): RequestIds {
  const traceId = span?.traceId ?? traceIdOf(headers)
  return traceId === undefined ? { request_id: requestId } : { request_id: requestId, trace_id: traceId }
}

function noteAnswer(span: TraceSpan | null, requestId: string, status: number): void {
  if (span === null) return
  span.note({ 'request.id': requestId, 'http.response.status_code': status })
  if (status >= 500) span.fail(String(status))
}
