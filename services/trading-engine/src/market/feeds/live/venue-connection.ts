/**
 * One WebSocket connection to a venue, from the attempt to its end: bounded in the size of a message and in every wait.
 * It ends when the venue, the network or its owner ends it, or when it is open and silent for too long.
 */
import type { IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import type { SecureContext } from 'node:tls'
import { WebSocket, type ClientOptions } from 'ws'
import { parseRetryAfter } from '@ats/service-kit/http'
import type { Micros } from '../../../core/values/time.js'

export interface ConnectionOptions {
  /** `wss:`; `ws:` within a network of one's own. */
  readonly url: string
  /** Default: the usual authorities. */
  readonly secureContext?: SecureContext | undefined
  readonly timeoutMs: number
  /** Until a connection that brings nothing is given up. Its liveness is asked for (ping) as often. */
  readonly silentMs: number
  readonly now: () => Micros
  /** Sent when the connection is open. */
  readonly greeting: () => string
  /** Called with each message; returns whether it brought what the connection is for. Must not throw. */
  readonly onMessage: (message: unknown, arrivedAt: Micros) => boolean
  /** Whether silence is a fault at the moment; without data expected, a pong is enough. */
  readonly isDataExpected: () => boolean
  readonly onOpen: (opened: Opened) => void
}

export interface Opened {
  /** The `Date` header, of whole seconds; null where there is none. */
  readonly serverTime: Micros | null
  readonly askedAt: Micros
  readonly arrivedAt: Micros
}

export interface ConnectionEnd {
  /** For the log; holds nothing of a message. */
  readonly problem: string
  /** As the venue asks for; null: it does not say. */
  readonly retryAfterMs: number | null
}

/** A snapshot of 75 pairs with their hours is some 75 KB. */
const MESSAGE_BYTES_MAX = 262_144
/** How often silence is looked for, within the time after which it counts. */
const LOOKS = 4

/** Resolves when the connection has ended, also when there never was one; closes it when `stopping` is aborted. */
export function runConnection(options: ConnectionOptions, stopping: AbortSignal): Promise<ConnectionEnd> {
  const { url, silentMs, now, greeting, onMessage, isDataExpected, onOpen } = options
  return new Promise((resolve) => {
    const askedAt = now()
    const socket = new WebSocket(url, clientOptions(options))
    let problem = ''
    let retryAfterMs: number | null = null
    // Counted in looks and not in time: a process that was busy for long has not read what came in that time.
    let looksWithoutData = 0
    let looksWithoutSign = 0
    let watch: NodeJS.Timeout | undefined

    const end = (why: string): void => {
      if (problem === '') problem = why
      socket.terminate()
    }
    const stop = (): void => end('was closed by its owner')
    const lookForSilence = (): void => {
      looksWithoutData += 1
      looksWithoutSign += 1
      const looks = isDataExpected() ? looksWithoutData : looksWithoutSign
      if (looks > LOOKS) end('is open and silent')
      else socket.ping()
    }

    socket.on('upgrade', (response) => onOpen({ serverTime: dateOf(response), askedAt, arrivedAt: now() }))
    socket.on('open', () => {
      watch = setInterval(lookForSilence, silentMs / LOOKS).unref()
      socket.send(greeting())
    })
    socket.on('message', (data: Buffer) => {
      const message = parseJson(data)
      if (message === undefined) return end('sent something that is not JSON')
      looksWithoutSign = 0
      if (onMessage(message, now())) looksWithoutData = 0
    })
    socket.on('pong', () => void (looksWithoutSign = 0))
    socket.on('unexpected-response', (_request, response) => {
      retryAfterMs = parseRetryAfter(response.headers['retry-after'], now() / 1_000)
      end(`answered ${response.statusCode ?? 0}`)
    })
    socket.on('error', (error) => end(explain(error)))
    socket.on('close', (code) => {
      clearInterval(watch)
      stopping.removeEventListener('abort', stop)
      resolve({ problem: problem === '' ? `was closed by the venue (${code})` : problem, retryAfterMs })
    })
    stopping.addEventListener('abort', stop)
    if (stopping.aborted) stop()
  })
}

const clientOptions = ({ timeoutMs, secureContext }: ConnectionOptions): ClientOptions => ({
  handshakeTimeout: timeoutMs,
  maxPayload: MESSAGE_BYTES_MAX,
  perMessageDeflate: false,
  followRedirects: false,
  ...(secureContext && { agent: new Agent({ keepAlive: false, secureContext }) }),
})

function dateOf({ headers }: IncomingMessage): Micros | null {
  const milliseconds = Date.parse(headers.date ?? '')
  return Number.isNaN(milliseconds) ? null : milliseconds * 1000
}

/** Undefined when it is none. */
function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString()) as unknown
  } catch {
    return undefined
  }
}

function explain(error: Error & { readonly code?: string }): string {
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return 'sent a message that is too long'
  if (error.message.includes('handshake has timed out')) return 'did not answer in time'
  return `could not be reached or read (${error.code ?? 'no code'})`
}
