import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { markStreaming, SECURITY_HEADERS, unmarkStreaming } from '@ats/service-kit/http'
import { DependencyError } from '@ats/service-kit/process'
import type { Session } from '../session/session.js'
import { forwardedHeaders, returnedHeaders } from './headers.js'
import type { OpenStreams } from './open-streams.js'
import type { Backend } from './services.js'
import type { Found } from './find-row.js'

/** A request that has been let through, all of it known. */
export interface Forwarded {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly ip: string
  readonly found: Found
  readonly session: Session
  readonly body: Buffer
  /** The cookie of a session that goes on; null: none is sent. */
  readonly cookie: string | null
  /** Asked every minute while the response goes on. */
  readonly mayGoOn: () => Promise<boolean>
}

/**
 * Sends a request to its service and the response back, as it comes and no faster than it is read. A browser that goes
 * away takes a read with it; a change runs to its end.
 * @throws DependencyError when there is no response that a page may see
 */
export async function forward(backend: Backend, streams: OpenStreams, forwarded: Forwarded): Promise<void> {
  const { request, response, found, body } = forwarded
  const { row, target } = found
  const isStream = row.isStream === true
  const gone = new AbortController()
  const abort = (): void => gone.abort()
  if (row.method === 'GET') response.once('close', abort)
  const leave = isStream ? streams.add({ mayGoOn: forwarded.mayGoOn, end: abort }) : null
  try {
    await (isStream ? backend.streams : backend.pool).stream(
      {
        path: target,
        method: request.method === 'HEAD' ? 'HEAD' : row.method,
        headers: headersFor(backend, forwarded),
        ...(body.length > 0 && { body }),
        signal: gone.signal,
        ...(isStream && { bodyTimeout: 0 }),
        ...(row.answersWithinMs !== undefined && { headersTimeout: row.answersWithinMs }),
      },
      ({ statusCode, headers }) => {
        requireAccepted(row.service, statusCode)
        sendHead(forwarded, statusCode, headers)
        return response
      },
    )
  } catch (error) {
    if (error instanceof DependencyError) throw error
    throw new DependencyError(row.service, `no response of the ${row.service}`, { cause: error })
  } finally {
    leave?.()
    response.off('close', abort)
  }
}

function headersFor(backend: Backend, { request, requestId, ip, found, session, body }: Forwarded) {
  const outgoing = { method: request.method ?? found.row.method, rawUrl: found.target, body }
  return {
    ...forwardedHeaders(request.headers),
    'x-request-id': requestId,
    'x-forwarded-for': ip,
    ...backend.credentials(session, outgoing),
  }
}

/** Refuses what is between gateway and service alone: redirects, and a 401, which a page would take for its own. */
function requireAccepted(service: string, status: number): void {
  if (status === 401) throw new DependencyError(service, `the ${service} does not take the gateway's credentials`)
  if (status < 200 || (status >= 300 && status < 400 && status !== 304))
    throw new DependencyError(service, `the ${service} responded with ${status}`)
}

function sendHead({ response, requestId, cookie }: Forwarded, status: number, headers: IncomingHttpHeaders): void {
  const { socket } = response
  if (socket !== null && String(headers['content-type']).startsWith('text/event-stream')) {
    markStreaming(socket)
    response.once('finish', () => unmarkStreaming(socket))
  }
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    ...returnedHeaders(headers),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(cookie !== null && { 'set-cookie': cookie }),
  })
  response.flushHeaders()
}
