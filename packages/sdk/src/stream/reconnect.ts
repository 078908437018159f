import { AuthenticationError, BaseError, ExchangeNotAvailable, NetworkError } from '../errors.js'
import type { Clock } from '../transport/clock.js'
import type { Transport } from '../transport/transport.js'
import { framesOf } from './frames.js'

/** The settings of every stream. */
export interface StreamOptions {
  /** Ends the stream, as leaving the loop does. */
  readonly signal?: AbortSignal | undefined
  /** Called with the reason each time the connection is lost, before the next: data shown may be old by now. */
  readonly onLost?: ((reason: BaseError) => void) | undefined
}

export interface StreamSource extends StreamOptions {
  readonly transport: Transport
  readonly clock: Clock
  /** Path and query of the next connection. */
  readonly target: () => { readonly path: string; readonly lastId?: number }
}

export interface StreamFrame {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

const RETRY_MS = 2_000
const RETRY_MAX_MS = 30_000

/**
 * The frames of a stream over as many connections as it takes: a lost one is followed by the next after the time the
 * service asked for, longer each time nothing came of it. Ends with the signal.
 * @throws what the service refuses for good: AuthenticationError, PermissionDenied, NotFound, BadRequest
 */
export async function* reconnecting(source: StreamSource): AsyncGenerator<StreamFrame> {
  const { clock, signal, onLost } = source
  let retryMs = RETRY_MS
  let failures = 0
  while (signal?.aborted !== true) {
    let reason: BaseError
    try {
      for await (const frame of connect(source, (ms) => (retryMs = ms))) {
        failures = 0
        yield frame
      }
      reason = new ExchangeNotAvailable('the service ended the stream')
    } catch (error) {
      if (isAborted(signal)) return
      reason = toLoss(error)
    }
    onLost?.(reason)
    const waitMs = Math.max(reason.retryAfterMs ?? 0, Math.min(RETRY_MAX_MS, retryMs * 2 ** failures))
    failures += 1
    await clock.sleep(waitMs * (0.5 + clock.random() / 2), signal).catch(() => undefined)
  }
}

async function* connect({ transport, clock, signal, target }: StreamSource, onRetry: (ms: number) => void) {
  const end = new AbortController()
  const ends = signal === undefined ? end.signal : AbortSignal.any([signal, end.signal])
  try {
    const { path, lastId } = target()
    const headers = {
      accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
    }
    const { body } = await transport.open(path, headers, ends)
    if (body === null) return
    for await (const { event = 'message', data, id } of framesOf(body, { clock, onRetry })) {
      if (event === 'error') throw toStreamError(data)
      yield { event, data, id }
    }
  } finally {
    end.abort()
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** The reason by which a connection was lost; throws one that would be the same next time. */
function toLoss(error: unknown): BaseError {
  if (error instanceof NetworkError) return error
  if (error instanceof BaseError) throw error
  return new ExchangeNotAvailable('the stream was cut', { cause: error })
}

/** The error of the last frame of a stream that the service cuts. */
function toStreamError(data: string): BaseError {
  const { error, message = 'the service cut the stream' } = JSON.parse(data) as { error?: string; message?: string }
  const Failure = error === 'unauthorized' ? AuthenticationError : ExchangeNotAvailable
  return new Failure(message, { code: error })
}
