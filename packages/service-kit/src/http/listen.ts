import { randomUUID } from 'node:crypto'
import { noSuchPath } from './shape/check-shape.js'
import { createServer, STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '@ats/contracts'
import type { Request, Response } from 'express'
import { messageClasses } from '../unsafe/express.js'
import { createHostCheck, hostFault } from './allowed-hosts.js'
import type { HttpApp } from './app.js'
import { createLateRequests } from './late-requests.js'
import { guardConnections } from './limits/guard-connections.js'
import { limitPipelining } from './limits/limit-pipelining.js'
import { errorText } from './reply.js'
import { SECURITY_HEADERS } from './security-headers.js'

export interface ListenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Names that are answered for, in addition to localhost and that of this machine. Default: none. */
  readonly allowedHosts?: readonly string[]
  /** Default 5,000 ms. */
  readonly headersTimeoutMs?: number
  /** From the first byte of a request to the last one of its body. Default 10,000 ms. */
  readonly requestTimeoutMs?: number
  /** Longer than that of usual load balancers, so that they close idle connections first. Default 65,000 ms. */
  readonly keepAliveTimeoutMs?: number
  /** Connections open at a time, over all clients; one more is closed without a response. Default 10,000. */
  readonly connectionsMax?: number
  /** Open at a time from one address or /64 of IPv6 that is no trusted proxy. Default 1,000. */
  readonly connectionsPerAddress?: number
  readonly trustedProxies?: readonly string[]
  /** Within which what was written must be taken, or the connection is cut. Default 10,000 ms. */
  readonly readWithinMs?: number
  /** Likewise, of a stream: slow readers are served for as long as they read. Default 60,000 ms. */
  readonly readStreamWithinMs?: number
  /** How long a connection that is refused, or waits for others, is left open before it is closed. Default 5,000 ms. */
  readonly keepOutMs?: number
  /** How much may wait to be taken. Default 8 MB. */
  readonly unreadBytesMax?: number
}

export interface RunningServer {
  readonly port: number
  /** Serves on, but every response from now on closes its connection: clients come back by a new one, elsewhere. */
  drain(): void
  /** Takes no new connections, lets running requests finish, and cuts off what is left after `graceMs`. Idempotent. */
  close(graceMs: number): Promise<void>
}

/**
 * Connections that may wait to be taken; the system may allow fewer (`net.core.somaxconn`). One more, and the system
 * drops it: its client tries again after a second, then after three.
 */
const BACKLOG = 4_096

/** @throws the error of the socket, such as EADDRINUSE or EACCES */
export async function listen(app: HttpApp, options: ListenOptions): Promise<RunningServer> {
  const { headersTimeoutMs = 5_000, requestTimeoutMs = 10_000, keepAliveTimeoutMs = 65_000 } = options
  const { connectionsMax = 10_000 } = options
  const server = createServer({
    ...messageClasses(app.express),
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headersTimeoutMs / 4)),
    // Node would answer the lack of a Host header with an empty 400 of its own.
    requireHostHeader: false,
  })
  server.maxConnections = connectionsMax
  guardConnections(server, {
    perAddress: options.connectionsPerAddress ?? 1_000,
    trustedProxies: options.trustedProxies ?? [],
    readWithinMs: options.readWithinMs ?? 10_000,
    readStreamWithinMs: options.readStreamWithinMs ?? 60_000,
    keepOutMs: options.keepOutMs ?? 5_000,
    unreadBytesMax: options.unreadBytesMax ?? 8 * 1_048_576,
  })
  const isOurs = createHostCheck(options.allowedHosts)
  const late = createLateRequests()
  const serve = limitPipelining((request, response) => {
    late.note(request)
    const fault = hostFault(request, isOurs)
    if (fault === null) app.serve(request as Request, response as Response)
    else app.refuse(request, response, fault)
  })
  server.on('request', serve)
  // An Expect header we do not know is no reason to answer without a body.
  server.on('checkExpectation', serve)
  // Node would ask for the body of every request.
  server.on('checkContinue', (request, response) => {
    if (hostFault(request, isOurs) === null) response.writeContinue()
    serve(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') answerClientError(error, stream)
    else late.lookOnce(stream as Socket, () => answerClientError(error, stream))
  })
  // Without a listener CONNECT would close the connection without a response.
  server.on('connect', (request, stream) => {
    const { code, message } = hostFault(request, isOurs) ?? noSuchPath()
    writeError(stream as Socket, code, message)
  })

  await startListening(server, options)
  let closed: Promise<void> | undefined
  return {
    port: portOf(server),
    drain: app.endConnections,
    close(graceMs) {
      app.endConnections()
      return (closed ??= closeServer(server, graceMs, app.endStreams))
    },
  }
}

function startListening(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}

/** Streams have no end of their own: they are ended first. */
async function closeServer(server: Server, graceMs: number, endStreams: () => Promise<void>): Promise<void> {
  const ending = endStreams()
  await new Promise<void>((resolve, reject) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close((error) => {
      clearInterval(sweep)
      clearTimeout(deadline)
      if (error === undefined) resolve()
      else reject(error)
    })
    server.closeIdleConnections()
  })
  await ending
}

/** Answers what never reaches the app (not HTTP, or too slow) with the same kind of error. */
function answerClientError(error: NodeJS.ErrnoException, stream: NodeJS.WritableStream): void {
  const socket = stream as Socket
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { code, message } = clientFault(error.code)
  writeError(socket, code, message)
}

function writeError(socket: Socket, code: ErrorCode, message: string): void {
  const status = ERROR_STATUS[code]
  const requestId = randomUUID()
  const details = code === 'invalid_payload' ? { issues: [{ path: [], code: 'http', message }] } : {}
  const text = errorText(code, message, requestId, details)
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  )
  socket.destroySoon()
}

function clientFault(errorCode: string | undefined): { code: ErrorCode; message: string } {
  switch (errorCode) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout', message: 'the request took too long to arrive; send it in one go' }
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', message: 'the headers are too large; send only those that are needed' }
    default:
      return { code: 'invalid_payload', message: 'this is not a valid HTTP request' }
  }
}
