import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@ats/contracts'
import { DependencyError, RequestError } from '../process/errors.js'
import { scrubCredentials } from '../process/scrub-credentials.js'
import { entityTag, isHeld } from './entity-tag.js'
import { sendInOneWrite } from './one-write.js'
import { SAFE_TO_RETRY } from './retry-advice.js'
import type { Reply, StreamReply } from './route.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** A status whose length header may be any: it describes the response that is held already. */
const NOT_MODIFIED = 304

/** A reply as it goes out: nothing about it can fail any more. */
export interface FinishedReply {
  readonly status: number
  readonly text: string
  /** In the place of the text. */
  readonly bytes?: Buffer
  /** In the place of both. */
  readonly stream?: StreamReply
  readonly headers: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** The caller may keep it, and asks before each use; no shared cache does. */
export const REVALIDATED = 'private, no-cache'

/** The headers that every response to a request has, and those it came with. */
interface Asked {
  readonly kept: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
}

/**
 * A 304 carries the headers of the 200: what is left of a budget, and whether a page has more, are not in the body.
 * @throws TypeError when the body cannot be written as JSON
 */
export function finishReply(reply: Reply, { kept, headers: asked }: Asked, hasEtag = false): FinishedReply {
  const { status, bytes, body, stream, cookies } = reply
  if (stream !== undefined) return { status, text: '', stream, headers: { ...kept, ...OF_STREAM, ...reply.headers } }
  const text = reply.text ?? (body === undefined ? '' : JSON.stringify(body))
  const headers = reply.headers === undefined ? kept : { ...kept, ...reply.headers }
  // A field after a spread would make a hidden class for each reply.
  const plain: FinishedReply = { status, text, headers }
  const withBytes = bytes === undefined ? plain : { ...plain, bytes }
  const finished = cookies === undefined ? withBytes : { ...withBytes, cookies }
  if (!hasEtag || status !== 200) return finished
  const etag = reply.etag?.() ?? entityTag(bytes ?? text)
  const tagged = Object.assign({}, headers, { ETag: etag, 'Cache-Control': REVALIDATED })
  if (isHeld(asked['if-none-match'], etag)) return { status: NOT_MODIFIED, text: '', headers: tagged }
  return { ...finished, headers: tagged }
}

/** For streams that do not say otherwise. The last one keeps nginx from collecting frames before it passes them on. */
const OF_STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }

/** The reply to an error. Anything but a RequestError is 500 and says nothing about its cause. */
export function errorReply(
  error: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
  advice = SAFE_TO_RETRY,
): FinishedReply {
  if (error instanceof RequestError) {
    const text = errorText(error.code, error.message, requestId, error.details)
    return { status: error.status, text, headers: { ...headers, ...error.headers } }
  }
  const retryAfterSeconds = error instanceof DependencyError ? error.retryAfterSeconds : 1
  const publicMessage = error instanceof DependencyError ? error.publicMessage : undefined
  const text = errorText('engine_error', publicMessage ?? `the service could not answer; ${advice}`, requestId)
  return { status: ERROR_STATUS.engine_error, text, headers: { ...headers, 'Retry-After': String(retryAfterSeconds) } }
}

export function errorText(
  code: ErrorCode,
  message: string,
  requestId: string,
  details: Readonly<Record<string, unknown>> = {},
): string {
  const body: ErrorBody = { error: code, message, request_id: requestId }
  // Messages quote what was sent, and some send a secret where a symbol belongs.
  return scrubCredentials(JSON.stringify({ ...body, ...details }))
}

const { 'content-security-policy': dataPolicy = '', ...fixedHeaders } = SECURITY_HEADERS

const ON_EVERY_REPLY = Object.entries(fixedHeaders).flat()
const TEXT_ON_EVERY_REPLY = Object.entries(fixedHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Writes past Express: its own `json` costs several times as much for the same bytes. */
export function sendReply(
  response: ServerResponse,
  requestId: string,
  { status, text, bytes, stream, headers, cookies = [] }: FinishedReply,
): void {
  if (response.destroyed || response.headersSent) return stream?.abandon()
  const content = bytes ?? text
  const lines = ['X-Request-Id', requestId]
  if (status !== NOT_MODIFIED && stream === undefined) {
    lines.push('Content-Length', String(Buffer.byteLength(content)))
    if (headers['Content-Type'] === undefined) lines.push('Content-Type', 'application/json; charset=utf-8')
  }
  if (headers['Cache-Control'] === undefined) lines.push('Cache-Control', 'no-store')
  // A page has a policy of its own; with two, the browser would hold it to both.
  if (headers['Content-Security-Policy'] === undefined) lines.push('Content-Security-Policy', dataPolicy)
  for (const name in headers) lines.push(name, headers[name] ?? '')
  for (const cookie of cookies) lines.push('Set-Cookie', cookie)
  if (stream !== undefined) return sendStream(response, lines, stream)
  if (bytes === undefined && sendInOneWrite(response, { status, fixed: TEXT_ON_EVERY_REPLY, lines, text })) return
  response.writeHead(status, [...ON_EVERY_REPLY, ...lines])
  response.end(content)
}

function sendStream(response: ServerResponse, lines: readonly string[], stream: StreamReply): void {
  const { method, httpVersion } = response.req
  const isHead = method === 'HEAD'
  // Of a response with a body Node says so by itself.
  const coding = isHead && httpVersion === '1.1' ? ['Transfer-Encoding', 'chunked'] : []
  response.writeHead(200, [...ON_EVERY_REPLY, ...lines, ...coding])
  if (!isHead) return stream.begin(response)
  stream.abandon()
  response.end()
}
