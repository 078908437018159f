import type { Request, Response } from 'express'
import { RequestError } from '../process/errors.js'
import { noSuchPath } from './shape/check-shape.js'
import { requestIds, type EndpointOptions, type Exits } from './endpoint.js'
import { createOwnWords, type HoldsOwnWord } from './own-words.js'
import { errorReply } from './reply.js'
import { requestIdOf } from './request-id.js'
import type { Route } from './route.js'

/** Answers what no route took: unknown paths, known paths with another method, paths that cannot be decoded. */
export function createFallback(
  table: readonly Pick<Route<never>, 'method' | 'path'>[],
  { logger, metrics }: Pick<EndpointOptions, 'logger' | 'metrics'>,
  send: Exits['send'],
): (request: Request, response: Response, error: unknown) => void {
  const finished = metrics.requests({ method: 'other', route: 'none' })
  const ownWords = createOwnWords(table)
  const templates = table.map((row) => ({ method: row.method, matches: pathMatcher(row.path, ownWords(row)) }))
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
  readonly matches: (path: string) => boolean
}

function allowedMethods(templates: readonly RouteTemplate[], path: string): readonly string[] {
  const methods = templates.filter(({ matches }) => matches(path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

function pathMatcher(template: string, holdsOwnWord: HoldsOwnWord): RouteTemplate['matches'] {
  const segments = template
    .split('/')
    .map((part) => (part.startsWith(':') ? `(?<${part.slice(1)}>[^/]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const pattern = new RegExp(`^${segments.join('/')}$`)
  return (path) => {
    const found = pattern.exec(path)
    return found !== null && !holdsOwnWord(found.groups ?? {})
  }
}
