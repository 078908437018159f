import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import { createDeadlines } from '../async/deadlines.js'
import type { OpenApiDocument } from './openapi/document.js'
import { NO_TRACING } from '../process/tracing/tracing.js'
import { admitAll } from './limits/admission.js'
import { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint.js'
import { createDocumentAdmit } from './limits/document-admission.js'
import { createFailureLog } from './failure-log.js'
import { createFallback } from './fallback.js'
import { isDocument } from './documentation/documentation-routes.js'
import type { Guide } from './documentation/guides.js'
import { operationalRoutes } from './operational-routes.js'
import { createOwnWords, type HoldsOwnWord } from './own-words.js'
import { createPathTable } from './path-table.js'
import { isLong } from './read-body.js'
import { sendReply } from './reply.js'
import type { EventStreams } from './streams/event-streams.js'
import type { Authenticate, CheckHeaders, CountDocument, Disturb, Method, Readiness, Route } from './route.js'

export interface HttpAppOptions<P> extends EndpointOptions {
  readonly service: string
  readonly routes: readonly Route<P>[]
  /** Called for every route of `routes`, public ones too, after the body was read and before it is parsed. */
  readonly authenticate: Authenticate<P>
  /** Counts requests for the documents that the app serves beside `routes`, or throws 429. Default: nothing. */
  readonly countDocument?: CountDocument
  /** Called before the body is read. */
  readonly checkHeaders?: CheckHeaders<P>
  /** Default: nothing goes wrong by itself. */
  readonly disturb?: Disturb<P>
  /** Served at /openapi.json, shown at /docs, and in words at /docs/API.md; without it there are no such routes. */
  readonly openapi?: () => OpenApiDocument
  /** Pages that are served beside it, below /docs, and listed in /llms.txt. Default: none. */
  readonly guides?: readonly Guide[]
  readonly readiness: () => Promise<Readiness>
  /** Repeated by /readyz as `X-Instance-Id`. Default: none. */
  readonly instanceId?: string | null
  /** Open streams of handlers' replies. */
  readonly streams?: Pick<EventStreams, 'end'>
  /** Sent with every response, in addition to its own. Default: none. */
  readonly replyHeaders?: () => Readonly<Record<string, string>>
  /** Whether /metrics is served here. Default true. */
  readonly servesMetrics?: boolean
}

export interface HttpApp {
  readonly express: Express
  /** Answers one request. It never throws and never leaves a request without an answer. */
  readonly serve: (request: Request, response: Response) => void
  /** Answers a request that is refused before anything of it is looked at. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, error: Error) => void
  /** From now on every answer is the last one of its connection, those to running requests included. */
  readonly endConnections: () => void
  /** Ends all streams; resolves once their connections are closed. */
  readonly endStreams: () => Promise<void>
}

/**
 * An app over a table of routes. Each request passes, in this order: is its host ours (421, `listen.ts`) → does the
 * route exist (404, 405) → headers that need no body to be refused → body read (413, 408) → authenticate (401, 429,
 * 403) → shape of path, query and body (404, 400) → handler. A plain path is looked up in the table;
 * Express takes what needs more than that.
 */
export function createHttpApp<P>(options: HttpAppOptions<P>): HttpApp {
  const app = express()
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.disable('x-powered-by')

  let ending = false
  const send: typeof sendReply = (response, requestId, reply) => {
    if (ending) response.shouldKeepAlive = false
    const { replyHeaders } = options
    const whole = replyHeaders === undefined ? reply : { ...reply, headers: { ...reply.headers, ...replyHeaders() } }
    sendReply(response, requestId, whole)
  }
  const exits = { send, logFailure: createFailureLog(options), deadlines: createDeadlines() }
  const countAs = (route: Route<unknown>): Authenticate<unknown> =>
    isDocument(route)
      ? async (request) => ({ principal: undefined, headers: (await options.countDocument?.(request)) ?? {} })
      : () => Promise.resolve({ principal: undefined })

  const admitDocument = createDocumentAdmit()
  const table = [
    ...operationalRoutes(options).map((route) => ({
      ...pathOf(route),
      endpoint: createEndpoint(
        route,
        { ...options, tracing: NO_TRACING, admit: isDocument(route) ? admitDocument : admitAll },
        exits,
        { authenticate: countAs(route) },
      ),
    })),
    ...options.routes.map((route) => ({
      ...pathOf(route),
      endpoint: createEndpoint(route, options, exits, options),
    })),
  ]
  const ownWords = createOwnWords(table)
  for (const row of table) register(app, row, ownWords(row))
  const find = createPathTable(table)
  const answerRest = createFallback(table, options, send)
  // As the last layer it also takes what Express would answer by itself, such as OPTIONS.
  app.use((request, response) => answerRest(request, response, undefined))
  return {
    express: app,
    serve(request, response) {
      const found = find(request.method, request.url)
      if (found !== null) return found.row.endpoint(request, response, found)
      app(request, response, (error: unknown) => answerRest(request, response, error))
    },
    refuse(request, response, error) {
      // What would have to be read only to throw it away ends the connection.
      if (isLong(request)) response.shouldKeepAlive = false
      answerRest(request as Request, response as Response, error)
    },
    endConnections: () => {
      ending = true
    },
    endStreams: () => options.streams?.end() ?? Promise.resolve(),
  }
}

interface Row {
  readonly method: Method
  readonly path: string
  readonly endpoint: Endpoint
}

const pathOf = ({ method, path }: Pick<Route<never>, 'method' | 'path'>): Omit<Row, 'endpoint'> => ({ method, path })

const EXPRESS_METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

function register(app: Express, { method, path, endpoint }: Row, holdsOwnWord: HoldsOwnWord): void {
  const take: RequestHandler<Record<string, string>> = (request, response, next) => {
    if (holdsOwnWord(request.params)) return next()
    endpoint(request, response, { path: request.path, params: request.params })
  }
  app.route(path)[EXPRESS_METHODS[method]](take)
}
