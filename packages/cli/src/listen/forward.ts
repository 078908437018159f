import { setTimeout as sleep } from 'node:timers/promises'
import { signedHeaders } from './sign.js'

/** An event on its way to the receiver, byte for byte as a webhook has it. */
export interface Outgoing {
  readonly id: string
  readonly body: string
}

export interface Attempt {
  /** Null: no answer came, `error` says why. */
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
}

export interface ForwardOptions {
  readonly url: string
  readonly secret: string
  readonly signal: AbortSignal
  readonly report: (attempt: Attempt, isLast: boolean) => void
  /** Milliseconds before each further attempt. */
  readonly waits?: readonly number[]
}

/** As the service waits, but only as long as somebody watches. */
const WAITS = [1_000, 4_000, 10_000, 15_000, 30_000]
const TIMEOUT_MS = 10_000

/** Sends it until the receiver answers 2xx, or attempts are used up. @returns whether it was delivered */
export async function forward(outgoing: Outgoing, options: ForwardOptions): Promise<boolean> {
  const { waits = WAITS, report, signal } = options
  for (const wait of [...waits, null]) {
    const attempt = await send(outgoing, options)
    if (signal.aborted) return false
    const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
    report(attempt, isDelivered || wait === null)
    if (isDelivered) return true
    if (wait !== null) await sleep(wait, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return false
  }
  return false
}

async function send({ id, body }: Outgoing, { url, secret, signal }: ForwardOptions): Promise<Attempt> {
  const startedAt = performance.now()
  const durationMs = (): number => Math.round(performance.now() - startedAt)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'ats-listen',
        ...signedHeaders(secret, id, body, Date.now()),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return { status: response.status, error: null, durationMs: durationMs() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const message = cause instanceof Error ? cause.message || cause.name : String(cause)
    return { status: null, error: message, durationMs: durationMs() }
  }
}
