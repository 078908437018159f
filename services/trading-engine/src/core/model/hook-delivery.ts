/** The outcome of an alert that came by a hook. */
import type { Micros } from '../values/time.js'

export const HOOK_OUTCOMES = [
  'PLACED',
  'REFUSED',
  'NOTHING_TO_DO',
  'REPEATED',
  'TEST',
  'INVALID',
  'WRONG_ADDRESS',
  'NOT_FOUND',
  'LIMITED',
  'FAILED',
] as const
export type HookOutcome = (typeof HOOK_OUTCOMES)[number]

/** Outcomes of an alert that was decided. */
export const ALERT_RESULTS = ['PLACED', 'REFUSED', 'NOTHING_TO_DO'] as const satisfies readonly HookOutcome[]
export type AlertResult = (typeof ALERT_RESULTS)[number]

/**
 * By what an alert is told from the next: its own id; all of its bytes, which hold an id or a time; or, where they do
 * not, its bytes for 60 s.
 */
export const DEDUPLICATIONS = ['ALERT_ID', 'BYTES', 'BYTES_60S'] as const
export type Deduplication = (typeof DEDUPLICATIONS)[number]

export interface HookDelivery {
  readonly id: string
  readonly hookId: string
  readonly userId: string
  readonly accountId: string
  readonly receivedAt: Micros
  readonly ip: string
  readonly outcome: HookOutcome
  /** HTTP status of the answer. */
  readonly status: number
  readonly orderId: string | null
  /** The fault, or the reason of a refusal. */
  readonly message: string | null
  /** The beginning of the body, without control characters. */
  readonly body: string
}
