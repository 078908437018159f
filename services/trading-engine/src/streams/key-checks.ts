/**
 * Checks the keys of open streams again and again, since revocations are not announced: each key once for all of its
 * streams, the way every request is checked. A key that is revoked ends its streams within five seconds: a check begins
 * every two, and where none has succeeded for four, the streams that need the key end as well.
 */
import { createSemaphore, periodic } from '@ats/service-kit/async'
import type { EventStream } from '@ats/service-kit/http'

/** Resolves to whether the key is still valid from there; rejects when that could not be found out. */
export type CheckKey<Credentials> = (credentials: Credentials) => Promise<boolean>

export interface KeyChecks<Credentials> {
  /** `name`: of the credentials and the address they are used from. */
  watch(name: string, credentials: Credentials, stream: EventStream, isPublic: boolean): void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface KeyCheckSpans {
  readonly roundMs: number
  /** From the start of a check to that of the next. */
  readonly checkMs: number
  /** So long after the start of the last check that succeeded, a key counts as unknown. */
  readonly unknownMs: number
}

const SPANS: KeyCheckSpans = { roundMs: 250, checkMs: 2_000, unknownMs: 4_000 }
const CONCURRENT_CHECKS = 16

interface Watched<Credentials> {
  readonly credentials: Credentials
  /** With whether its data is public. */
  readonly streams: Map<EventStream, boolean>
  /** Moments of `performance.now()`. */
  checkedAt: number
  confirmedAt: number
  isChecking: boolean
}

export function createKeyChecks<Credentials>(
  check: CheckKey<Credentials>,
  spans: KeyCheckSpans = SPANS,
): KeyChecks<Credentials> {
  const watched = new Map<string, Watched<Credentials>>()
  const semaphore = createSemaphore(CONCURRENT_CHECKS)
  const { signal } = new AbortController()

  async function checkOnce(key: Watched<Credentials>): Promise<void> {
    key.isChecking = true
    try {
      const { isValid, startedAt } = await semaphore.use(signal, async () => {
        const startedAt = performance.now()
        return { isValid: await check(key.credentials), startedAt }
      })
      if (isValid) key.confirmedAt = startedAt
      else for (const stream of [...key.streams.keys()]) stream.cut('key', 'unauthorized', 'the key is no longer valid')
    } catch {
      // The next round tries again, until the key counts as unknown.
      key.checkedAt = -Infinity
    } finally {
      key.isChecking = false
    }
  }

  function endUnknown({ streams }: Watched<Credentials>): void {
    for (const [stream, isPublic] of [...streams])
      if (!isPublic) stream.cut('unchecked', 'engine_error', 'the key could not be checked; retry in a moment')
  }

  function round(): void {
    const now = performance.now()
    for (const key of watched.values()) {
      if (now - key.confirmedAt >= spans.unknownMs) endUnknown(key)
      if (key.isChecking || now - key.checkedAt < spans.checkMs || key.streams.size === 0) continue
      key.checkedAt = now
      void checkOnce(key)
    }
  }

  const rounds = periodic(round, { everyMs: spans.roundMs })
  return {
    watch(name, credentials, stream, isPublic) {
      const now = performance.now()
      const known = watched.get(name)
      const key = known ?? { credentials, streams: new Map(), checkedAt: now, confirmedAt: now, isChecking: false }
      watched.set(name, key)
      key.streams.set(stream, isPublic)
      stream.onClose(() => {
        key.streams.delete(stream)
        if (key.streams.size === 0 && watched.get(name) === key) watched.delete(name)
      })
    },
    start: rounds.start,
    stop: rounds.stop,
  }
}
