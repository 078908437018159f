/**
 * Sends one attempt: all addresses of the host are looked up and vetted, and the connection goes to a vetted one
 * without another look-up. No redirects, no proxies; reads a bounded part of the response, and every wait has an end.
 * Whatever the receiver does is a result; nothing here throws.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { createSecureContext, rootCertificates, TLSSocket } from 'node:tls'
import { abortAfter } from '@ats/service-kit/async'
import { parseRetryAfter } from '@ats/service-kit/http'
import type { MayReach } from './public-address.js'
import type { ResolveHost } from './resolve-host.js'

export interface PostEvent {
  (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<PostResult>
  /** Closes the connections that are kept open. */
  readonly close: () => void
}

export interface PostResult {
  readonly durationMs: number
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null
  /** The first of the answer's text. */
  readonly answer: string | null
  /** The failure when there was no response, or when it does not count. */
  readonly error: string | null
  readonly retryAfterMs: number | null
}

export interface PostEventOptions {
  readonly resolve: ResolveHost
  readonly mayReach: MayReach
  /** PEM certificates trusted in addition to the usual ones. */
  readonly ca: string | null
  /** Sends over `http:`, and to nothing else: for receivers on this machine. */
  readonly isPlain?: boolean
  readonly spans?: PostSpans
}

export interface PostSpans {
  readonly connectMs: number
  /** From the look-up to the end of the answer. */
  readonly totalMs: number
}

const SPANS: PostSpans = { connectMs: 5_000, totalMs: 10_000 }
const ANSWER_BYTES_KEPT = 1_024
/** A longer response costs its connection: otherwise the receiver would decide how much is read. */
const ANSWER_BYTES_READ = 16_384
/**
 * To one host, which may be that of many receivers; what is more waits for one of them. All are kept for the next
 * attempts: a handshake costs more than all the rest of one.
 */
const SOCKETS_MAX = 256
const IDLE_MS = 15_000
const USER_AGENT = 'algorithmic-trading-service/1.0'

export function createPostEvent(options: PostEventOptions): PostEvent {
  const { resolve, mayReach, ca, isPlain = false, spans = SPANS } = options
  // Made once: reading the root certificates takes as long as a hundred attempts.
  const secureContext = isPlain ? undefined : createSecureContext(ca === null ? {} : { ca: [...rootCertificates, ca] })
  const { Agent, request } = isPlain ? http : https
  const scheme = isPlain ? { protocol: 'http:', port: 80 } : { protocol: 'https:', port: 443 }
  // Connections are kept by the address they go to, so one that is used again goes where this attempt may go.
  const secure = secureContext && { secureContext }
  const agent = new Agent({
    ...{ keepAlive: true, maxSockets: SOCKETS_MAX, maxFreeSockets: SOCKETS_MAX, timeout: IDLE_MS },
    ...secure,
  })
  const fresh = new Agent({ keepAlive: false, ...secure })

  const vettedAddress = async (hostname: string): Promise<string> => {
    const addresses = await resolve(hostname)
    const refused = addresses.find((address) => !mayReach(address))
    if (refused !== undefined) throw new RefusedAddress(hostname)
    const [first] = addresses
    if (first === undefined) throw new Error(`${hostname} has no address`)
    return first
  }

  const attempt = async (
    target: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const url = new URL(target)
    if (url.protocol !== scheme.protocol || url.username !== '' || url.password !== '')
      throw new RefusedAddress(url.hostname)
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const address = await raced(vettedAddress(hostname), signal)
    const to: https.RequestOptions = {
      method: 'POST',
      agent,
      host: address,
      port: url.port === '' ? scheme.port : Number(url.port),
      path: `${url.pathname}${url.search}`,
      servername: isIP(hostname) === 0 ? hostname : '',
      headers: {
        host: url.host,
        'user-agent': USER_AGENT,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    }
    try {
      return await exchange(request(to), body, signal, spans.connectMs)
    } catch (error) {
      // The receiver had closed a kept connection at the moment it was used again: that says nothing about it.
      if (!(error instanceof StaleConnection)) throw error
      return exchange(request({ ...to, agent: fresh }), body, signal, spans.connectMs)
    }
  }

  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<PostResult> => {
    const startedAt = performance.now()
    const result = await abortAfter(
      spans.totalMs,
      (signal) => attempt(url, headers, body, signal),
      () => new TimedOut(spans.totalMs),
    ).then(
      (answer) => ({ ...answer, error: null }),
      (error: unknown) => ({ status: null, answer: null, retryAfterMs: null, error: explain(error) }),
    )
    return { ...result, durationMs: Math.round(performance.now() - startedAt) }
  }
  return Object.assign(post, { close: () => agent.destroy() })
}

type Answer = Pick<PostResult, 'status' | 'answer' | 'retryAfterMs'>

class RefusedAddress extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not, or not only, on the public internet`)
  }
}
class TimedOut extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms / 1_000} s`)
  }
}
class StaleConnection extends Error {}

/** Resolves once the status is known and what is kept of the answer is there, or will not come any more. */
function exchange(sent: http.ClientRequest, body: string, signal: AbortSignal, connectMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const giveUp = (): void => void sent.destroy(signal.reason as Error)
    let connecting: NodeJS.Timeout | undefined
    const settle = (): void => {
      clearTimeout(connecting)
      signal.removeEventListener('abort', giveUp)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    sent.on('socket', (socket) => {
      if (!socket.connecting) return
      connecting = setTimeout(() => sent.destroy(new TimedOut(connectMs)), connectMs)
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // Once there is a status, the answer's own end settles it.
      if (isAnswered) return
      settle()
      const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(isStale ? new StaleConnection('the connection had been closed') : error)
    })
    sent.on('response', (response) => {
      isAnswered = true
      void keepStart(response).then((answer) => {
        settle()
        resolve({
          status: response.statusCode ?? 0,
          answer,
          retryAfterMs: parseRetryAfter(response.headers['retry-after'], Date.now()),
        })
      })
    })
    if (signal.aborted) giveUp()
    else sent.end(body)
  })
}

/** The first bytes as text. However the answer ends, its status has been said. */
async function keepStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (length < ANSWER_BYTES_KEPT) chunks.push(chunk)
      length += chunk.length
      if (length > ANSWER_BYTES_READ) break
    }
  } catch {
    // Cut off: what came is kept.
  }
  // Postgres takes no NUL.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_KEPT).toString().replaceAll('\0', '')
}

const raced = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

/** Words for the receiver's owner: nothing of this machine. */
function explain(error: unknown): string {
  if (error instanceof RefusedAddress || error instanceof TimedOut) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return WORDS[code ?? ''] ?? (code === undefined ? message.slice(0, 200) : `the connection failed (${code})`)
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  EHOSTUNREACH: 'the host could not be reached',
  ENETUNREACH: 'the host could not be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not signed by an authority that is trusted here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
}
