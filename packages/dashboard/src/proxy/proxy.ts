import type { ServerResponse } from 'node:http'
import { RequestAborted } from '@ats/service-kit/async'
import { createFailureLog, errorReply, readBody, sendReply, type RateLimit } from '@ats/service-kit/http'
import { RequestError, type Logger, type Metrics } from '@ats/service-kit/process'
import type { DashboardConfig } from '../config.js'
import { requireSameOrigin } from '../http/same-origin.js'
import type { Visit } from '../http/visit.js'
import { loginNeeded } from '../login/login-needed.js'
import { STEP_UP_SECONDS, type Session } from '../session/session.js'
import type { Sessions } from '../session/sessions.js'
import { createRowTable, type Found } from './find-row.js'
import { forward } from './forward.js'
import type { InFlightCounter } from './in-flight.js'
import type { OpenStreams } from './open-streams.js'
import type { Row } from './row.js'
import { ROWS } from './rows.js'
import type { Backends } from './services.js'

export interface ProxyDependencies {
  readonly config: Pick<DashboardConfig, 'PUBLIC_ORIGIN'>
  readonly sessions: Sessions
  readonly backends: Backends
  readonly streams: OpenStreams
  readonly sessionLimit: RateLimit
  readonly inFlight: InFlightCounter
  readonly streamsInFlight: InFlightCounter
  readonly logger: Logger
  readonly metrics: Metrics
  readonly now: () => Date
}

/** Takes the requests of pages to the services. It never throws, and never leaves a request without a response. */
export type Proxy = (visit: Visit) => void

const PREFIX = '/api/'

export const isForServices = (url: string): boolean => url.startsWith(PREFIX)

export function createProxy(dependencies: ProxyDependencies): Proxy {
  const { logger, metrics } = dependencies
  const findRow = createRowTable(ROWS)
  const logFailure = createFailureLog({ logger, metrics })
  const finished = new Map(ROWS.map((row) => [row, metrics.requests({ method: row.method, route: routeOf(row) })]))
  const refused = metrics.requests({ method: 'other', route: `${PREFIX}*` })

  function fail({ request, response, requestId }: Visit, found: Found | null, error: unknown): void {
    const { method = '' } = request
    if (error instanceof RequestAborted || response.destroyed) return void response.destroy()
    const route = found === null ? `${PREFIX}*` : routeOf(found.row)
    logFailure(error, { request_id: requestId, method, route })
    if (response.headersSent) return void response.destroy()
    // An unread rest of the body would be taken for the next request.
    if (!request.complete) response.shouldKeepAlive = false
    sendReply(response, requestId, errorReply(error, requestId))
  }

  return (visit) => {
    const { request, response, startedAtMs } = visit
    const found = findRow(request.method ?? '', request.url ?? '')
    const finish = found === null ? refused : (finished.get(found.row) ?? refused)
    const count = (): void => finish(statusOf(response), (performance.now() - startedAtMs) / 1000)
    response.once('close', count)
    pass(dependencies, visit, found).catch((error: unknown) => fail(visit, found, error))
  }
}

/**
 * In this order: is there such a request (404) → does a session send it (401) → may its user (404) → do our own pages
 * (403) → how often (429) → how much (413) → has the user just logged in, where that is needed (403).
 */
async function pass(dependencies: ProxyDependencies, visit: Visit, found: Found | null): Promise<void> {
  const { sessions, backends, config } = dependencies
  const { request } = visit
  if (found === null) throw noSuchPath()
  const { row } = found
  const session = await sessions.read(request.headers)
  if (session === null) throw loginNeeded()
  const backend = backends[row.service]
  if (backend === null || !session.roles.includes(row.role)) throw noSuchPath()
  requireSameOrigin(request.method ?? '', request.headers, config.PUBLIC_ORIGIN)
  await dependencies.sessionLimit.consume(session.sid)
  const release = (row.isStream === true ? dependencies.streamsInFlight : dependencies.inFlight).take(session.sid)
  try {
    const body = (await readBody(request, row.bodyBytesMax)) ?? Buffer.alloc(0)
    if (row.needsStepUp?.(body, queryOf(found)) === true) requireRecentLogin(session, dependencies.now())
    // A stream that reconnects by itself does not show that the user is there.
    const cookie = row.isStream === true ? null : await sessions.renew(session)
    const mayGoOn = async (): Promise<boolean> => (await sessions.read(request.headers)) !== null
    await forward(backend, dependencies.streams, { ...visit, found, session, body, cookie, mayGoOn })
  } finally {
    release()
  }
}

const queryOf = ({ target }: Found): string => target.split('?').slice(1).join('?')

const noSuchPath = (): RequestError => new RequestError('not_found', 'there is no such path')

function requireRecentLogin({ login, authTime }: Session, now: Date): void {
  // The demo has nothing that its user could show.
  if (login === 'demo' || Math.floor(now.getTime() / 1000) - authTime <= STEP_UP_SECONDS) return
  throw new RequestError('permission_denied', 'log in again to do this', {
    reason: 'step_up_required',
    login_url: '/login?step_up=1',
  })
}

const routeOf = ({ service, path }: Row): string => `${PREFIX}${service}${path.replace(/^\/operator/, '')}`

/** Number by which requests are counted whose browser left before the response. */
const CLIENT_CLOSED_REQUEST = 499

const statusOf = (response: ServerResponse): number =>
  response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST
