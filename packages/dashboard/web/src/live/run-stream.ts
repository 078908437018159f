import { framesOf } from '@ats/sdk/stream/frames'
import type { Clock } from '@ats/sdk/transport/clock'
import { ApiError } from '../api/api-error.js'

/** A frame of a stream: its event, and its data as it was sent. */
export interface StreamFrame {
  readonly event: string
  readonly data: string
}

export interface StreamRun {
  /** With its origin. */
  readonly url: string
  /** @throws ApiError for what is no stream */
  readonly send: (request: Request) => Promise<Response>
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onFrame: (frame: StreamFrame) => void
  readonly onOpen: () => void
  /** The stream is gone, and connects again after so many milliseconds. */
  readonly onWait: (ms: number) => void
  /** Ends a wait early. */
  readonly wake: () => AbortSignal
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * Reads a stream until `signal` ends it, and connects again whenever it ends or fails: after the wait that the service
 * told, else after one that doubles up to 30 s. It resumes after the last `id` that came.
 * @throws ApiError 401, after which connecting again is of no use
 */
export async function runStream(run: StreamRun): Promise<void> {
  const { url, send, clock, signal, onFrame, onOpen, onWait } = run
  let lastId: string | undefined
  let told: number | undefined
  let failures = 0
  const onRetry = (ms: number): void => void (told = ms)
  while (!signal.aborted) {
    let refusedUntil: number | null = null
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream' }
      if (lastId !== undefined) headers['Last-Event-ID'] = lastId
      const { body } = await send(new Request(url, { headers, signal }))
      if (body === null) throw new ApiError(0, { error: 'unreachable' })
      onOpen()
      for await (const { event = 'message', data, id } of framesOf(body, { clock, onRetry })) {
        if (id !== undefined) lastId = id
        failures = 0
        onFrame({ event, data })
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status === 401) throw error
      refusedUntil = error instanceof ApiError ? error.retryAt : null
    }
    if (signal.aborted) return
    const wait = waitMs({ failures, told, refusedForMs: refusedUntil === null ? null : refusedUntil - Date.now() })
    failures += 1
    onWait(wait)
    await clock.sleep(wait, AbortSignal.any([signal, run.wake()])).catch(() => undefined) // woken, or ended
  }
}

interface Wait {
  readonly failures: number
  /** The `retry:` of the service. */
  readonly told: number | undefined
  /** The `Retry-After` of a refusal. */
  readonly refusedForMs: number | null
}

/** The wait before the next connection: never shorter than what the service asks for. */
export function waitMs({ failures, told = FIRST_WAIT_MS, refusedForMs }: Wait): number {
  const backoff = Math.min(LONGEST_WAIT_MS, Math.max(told, FIRST_WAIT_MS) * 2 ** Math.min(failures, 5))
  return refusedForMs === null ? backoff : Math.max(refusedForMs, backoff)
}
