/**
 * Deduplicates by `client_id`: a repeated request gets the first response, byte for byte, and nothing happens twice.
 * The unique key in the database decides; this module only spares twins in one process that conflict.
 */
import { requireCaller, settleWithin } from '@ats/service-kit/async'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { InvariantError } from '../../core/values/invariant.js'
import { findByClientIds, type StoredAnswer } from '../../store/read/find-command.js'
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
  /** Whether its caller has left: what is not begun by then is not done. Absent: it is done in any case. */
  readonly isAbandoned?: () => boolean
}

/** Before something is begun for these, which one request sent. @throws RequestAborted when its caller has left */
export function requireCallerOf([first]: readonly Attempt[]): void {
  if (first?.isAbandoned !== undefined) requireCaller(first.isAbandoned)
}

/** The end of one of several commands: its answer, or the error that it ended in. */
export type Ended = { readonly answer: Answer } | { readonly error: unknown }

export interface Idempotency {
  /** Runs the first of several twins; the others wait for it, at most `waitMs`, and get its answer. */
  once(attempt: Attempt, run: () => Promise<Answer>): Promise<Answer>
  /**
   * The same for attempts of one user: what has no twin runs together, once the twins of the others have ended or were
   * waited for. `run` gets the places of those and returns an end for each.
   */
  onceEach(attempts: readonly Attempt[], run: RunPlaces): Promise<readonly Ended[]>
  /** The stored answer to this client_id: replayed, or refused as a reuse; null when there is none. */
  replay(attempt: Attempt, db?: Queryable): Promise<Answer | null>
  /** The same for attempts of one user, by place. */
  replays(attempts: readonly Attempt[], db?: Queryable): Promise<ReadonlyMap<number, Ended>>
}

export type RunPlaces = (places: readonly number[]) => Promise<readonly Ended[]>

interface Waiting {
  readonly attempt: Attempt
  readonly place: number
  /** Empty without deduplication. */
  readonly key: string
}

const NONE: ReadonlyMap<number, Ended> = new Map()

export function createIdempotency(pool: Pool, waitMs: number): Idempotency {
  const inFlight = new Map<string, Promise<unknown>>()

  const replays = async (attempts: readonly Attempt[], db: Queryable = pool): Promise<ReadonlyMap<number, Ended>> => {
    const clientIds = attempts.map(({ clientId }) => clientId).filter((clientId) => clientId !== null)
    if (clientIds.length === 0) return NONE
    const stored = await findByClientIds(db, attempts[0]?.userId ?? '', clientIds)
    return stored.size === 0 ? NONE : replaysOf(attempts, stored)
  }

  const isTaken = ({ key }: Waiting): boolean => inFlight.has(key)

  /** Waits until none of them has a twin; what is answered by then, or has waited too long, gets its end. */
  const waitForTwins = async (all: readonly Waiting[], ends: Map<number, Ended>): Promise<readonly Waiting[]> => {
    const deadline = Date.now() + waitMs
    let waiting = all
    while (waiting.some(isTaken)) {
      const twins = waiting.map(({ key }) => inFlight.get(key)).filter((twin) => twin !== undefined)
      await settleWithin(Promise.allSettled(twins), deadline - Date.now())
      requireCallerOf(waiting.map(({ attempt }) => attempt))
      const stored = await replays(waiting.map(({ attempt }) => attempt))
      for (const [index, { place, attempt, key }] of waiting.entries()) {
        const isLate = Date.now() >= deadline && inFlight.has(key)
        const end = stored.get(index) ?? (isLate ? { error: inProgress(attempt) } : undefined)
        if (end !== undefined) ends.set(place, end)
      }
      waiting = waiting.filter(({ place }) => !ends.has(place))
    }
    return waiting
  }

  const onceEach = async (attempts: readonly Attempt[], run: RunPlaces): Promise<readonly Ended[]> => {
    const all = attempts.map((attempt, place) => ({ attempt, place, key: keyOf(attempt) }))
    const ends = new Map<number, Ended>()
    // Those it waits for may wait for others: it takes nothing before all of it is free.
    const free = all.some(isTaken) ? await waitForTwins(all, ends) : all
    if (free.length > 0) {
      const mine = run(free.map(({ place }) => place))
      for (const { key } of free) if (key !== '') inFlight.set(key, mine)
      try {
        for (const [index, end] of (await mine).entries()) ends.set(free[index]?.place ?? -1, end)
      } finally {
        for (const { key } of free) inFlight.delete(key)
      }
    }
    return all.map(({ place }) => ends.get(place) ?? NO_END)
  }

  return {
    replays,
    onceEach,
    replay: async (attempt, db) => {
      const stored = (await replays([attempt], db)).get(0)
      return stored === undefined ? null : answerOf(stored)
    },
    async once(attempt, run) {
      const [ended = NO_END] = await onceEach([attempt], async () => [{ answer: await run() }])
      return answerOf(ended)
    },
  }
}

const NO_END: Ended = { error: new InvariantError('a command has no end') }

/** @throws the error it ended in */
export function answerOf(ended: Ended): Answer {
  if ('answer' in ended) return ended.answer
  throw ended.error
}

const keyOf = ({ userId, clientId }: Attempt): string => (clientId === null ? '' : JSON.stringify([userId, clientId]))

function replaysOf(
  attempts: readonly Attempt[],
  stored: ReadonlyMap<string, StoredAnswer>,
): ReadonlyMap<number, Ended> {
  const found = new Map<number, Ended>()
  for (const [place, attempt] of attempts.entries()) {
    const answer = attempt.clientId === null ? undefined : stored.get(attempt.clientId)
    if (answer !== undefined) found.set(place, replayOf(answer, attempt))
  }
  return found
}

function replayOf(stored: StoredAnswer, { clientId, fingerprint }: Attempt): Ended {
  if (stored.fingerprint.equals(fingerprint))
    return { answer: { status: stored.status, text: stored.response, isReplay: true } }
  const message = `client_id ${clientId} was used for a different request; a new request needs a new client_id`
  return { error: new RequestError('conflict', message, { reason: 'client_id_reuse', client_id: clientId }) }
}

function inProgress({ clientId }: Attempt): RequestError {
  const message = `the first request with client_id ${clientId} is still being decided; retry in a moment`
  return new RequestError('conflict', message, { reason: 'in_progress', client_id: clientId })
}
