/**
 * Deduplicates by `client_id`: a repeated request gets the first response, byte for byte, and nothing happens twice.
 * The unique key in the database decides; this module only spares twins in one process that conflict.
 */
import { RequestError, timeout } from '@ats/service-kit'
import type { Pool } from 'pg'
import { findByClientId, type StoredAnswer } from '../../store/read/find-command.js'
import type { Queryable } from '../../store/read/queryable.js'

export interface Answer {
  readonly status: number
  /** JSON text. */
  readonly text: string
  readonly isReplay: boolean
}

/** The identity of a request; without deduplication when `clientId` is null. */
export interface Attempt {
  readonly userId: string
  readonly clientId: string | null
  readonly fingerprint: Buffer
}

export interface Idempotency {
  /** Runs the first of several twins; the others wait for it, at most `waitMs`, and get its answer. */
  once(attempt: Attempt, run: () => Promise<Answer>): Promise<Answer>
  /** The stored answer to this client_id: replayed, or refused as a reuse; null when there is none. */
  replay(attempt: Attempt, db?: Queryable): Promise<Answer | null>
}

export function createIdempotency(pool: Pool, waitMs: number): Idempotency {
  const inFlight = new Map<string, Promise<unknown>>()

  const replay = async (attempt: Attempt, db: Queryable = pool): Promise<Answer | null> => {
    if (attempt.clientId === null) return null
    const stored = await findByClientId(db, attempt.userId, attempt.clientId)
    return stored === null ? null : replayOf(stored, attempt)
  }

  return {
    replay,
    async once(attempt, run) {
      if (attempt.clientId === null) return run()
      const key = JSON.stringify([attempt.userId, attempt.clientId])
      const deadline = Date.now() + waitMs
      for (;;) {
        const first = inFlight.get(key)
        if (first === undefined) break
        const settled = first.catch(() => undefined)
        await timeout(settled, deadline - Date.now(), () => inProgress(attempt))
        const stored = await replay(attempt)
        if (stored !== null) return stored
      }
      const mine = run()
      inFlight.set(key, mine)
      try {
        return await mine
      } finally {
        inFlight.delete(key)
      }
    },
  }
}

function replayOf(stored: StoredAnswer, { clientId, fingerprint }: Attempt): Answer {
  if (!stored.fingerprint.equals(fingerprint)) {
    const message = `client_id ${clientId} was used for a different request; a new request needs a new client_id`
    throw new RequestError('conflict', message, { reason: 'client_id_reuse', client_id: clientId })
  }
  return { status: stored.status, text: stored.response, isReplay: true }
}

function inProgress({ clientId }: Attempt): RequestError {
  const message = `the first request with client_id ${clientId} is still being decided; retry in a moment`
  return new RequestError('conflict', message, { reason: 'in_progress', client_id: clientId })
}
