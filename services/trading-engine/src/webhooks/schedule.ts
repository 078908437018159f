/**
 * When a delivery is attempted: immediately, then 1 s, 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h and 24 h after the
 * first attempt, each up to a tenth later so that a receiver that recovers does not get all of them in the same moment.
 * A receiver that asks for more time with `Retry-After` gets it, up to a day. A long attempt leaves at least a second
 * before the next.
 */
import type { DeliveryStatus } from '../core/model/webhook-delivery.js'
import type { Micros } from '../core/values/time.js'

const SECOND = 1_000_000
const OFFSETS = [0, 1, 5, 30, 120, 600, 1_800, 7_200, 21_600, 86_400].map((seconds) => seconds * SECOND)
const SHORTEST_PAUSE = SECOND
const LONGEST_WISH = 86_400 * SECOND
const JITTER = 0.1

/** Attempts after which a delivery is given up. */
export const ATTEMPTS_MAX = OFFSETS.length

export interface RetryState {
  /** Attempts of this round so far, from 1. */
  readonly attempts: number
  /** When the first of them began. */
  readonly startedAt: Micros
  /** When the last of them ended. */
  readonly endedAt: Micros
  /** The delay that the receiver requested (Retry-After); null: none. */
  readonly retryAfterMs: number | null
}

export interface CompletedAttempt {
  readonly startedAt: Micros
  readonly endedAt: Micros
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}

export interface AttemptDecision {
  readonly status: DeliveryStatus
  readonly nextAttemptAt: Micros | null
}

export interface ScheduleTerms {
  /** All spans are divided by it, the receiver's wish excepted. */
  readonly divisor: number
  /** From 0 to below 1. */
  readonly random: () => number
}

const GONE = 410

/** Decides about a delivery after an attempt: 410 disables its key, any other failure is retried by the schedule. */
export function decideAttempt(
  { roundAttempts, roundStartedAt }: { readonly roundAttempts: number; readonly roundStartedAt: Micros | null },
  { startedAt, endedAt, status, retryAfterMs }: CompletedAttempt,
  terms: ScheduleTerms,
): AttemptDecision {
  if (status !== null && status >= 200 && status < 300) return { status: 'DELIVERED', nextAttemptAt: null }
  if (status === GONE) return { status: 'DISABLED', nextAttemptAt: null }
  const attempts = roundAttempts + 1
  const next = nextAttemptAt({ attempts, startedAt: roundStartedAt ?? startedAt, endedAt, retryAfterMs }, terms)
  return { status: next === null ? 'DEAD' : 'PENDING', nextAttemptAt: next }
}

/** The moment of the next attempt; null when there is none left. */
export function nextAttemptAt(attempted: RetryState, { divisor, random }: ScheduleTerms): Micros | null {
  const { attempts, startedAt, endedAt, retryAfterMs } = attempted
  const offset = OFFSETS[attempts]
  if (offset === undefined) return null
  const scheduled = startedAt + (offset * (1 + JITTER * random())) / divisor
  const rested = endedAt + SHORTEST_PAUSE / divisor
  const wished = endedAt + Math.min((retryAfterMs ?? 0) * 1_000, LONGEST_WISH)
  return Math.round(Math.max(scheduled, rested, wished))
}
