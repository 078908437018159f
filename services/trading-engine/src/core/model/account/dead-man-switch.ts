/**
 * A dead-man's switch: unless its trader sends a heartbeat in time, the service does what the trader has asked for.
 *
 * It runs out `timeoutMs` after its last heartbeat. One that would have run out while nothing could take a heartbeat
 * acts later: once the service has been ready for one timeout again, 60 s at most, which gives its trader as much time
 * to come back. Only time in which the service was ready counts, however often it stops in between.
 */
import type { Micros } from '../../values/time.js'
import type { Origin } from '../order/origin.js'
import type { SwitchAction } from './trader-switch.js'

export const TIMEOUT_MS = { min: 5_000, max: 3_600_000 } as const

/** The longest a switch waits for its trader after the service was away. */
const GRACE_MS_MAX = 60_000

export interface DeadManSwitch {
  readonly accountId: string
  readonly timeoutMs: number
  readonly action: SwitchAction
  /** Its first heartbeat since it last ran out or was disarmed. */
  readonly armedAt: Micros
  readonly expiresAt: Micros
  /** Where its last heartbeat came from; null when an earlier version took it. */
  readonly origin: Origin | null
}

/** The start of the `client_id` of the commands with which the switch of an account has acted. */
export const ranOutPrefix = (accountId: string): string => `dead-man-switch/${accountId}/`

/** A time in which some process could take heartbeats. */
export interface Uptime {
  readonly from: Micros
  readonly to: Micros
}

/**
 * The moment at which the switch acts, as far as the uptimes tell; null while they do not: the service is still away,
 * or has not been back for long enough. `uptimes`: in the order of their beginnings, from the last one that began
 * before it expires.
 */
export function actsAt(
  { expiresAt, timeoutMs }: Pick<DeadManSwitch, 'expiresAt' | 'timeoutMs'>,
  uptimes: readonly Uptime[],
): Micros | null {
  if (uptimes.some(({ from, to }) => from <= expiresAt && expiresAt <= to)) return expiresAt
  let left = Math.min(timeoutMs, GRACE_MS_MAX) * 1_000
  let counted = expiresAt
  for (const { from, to } of uptimes) {
    const start = Math.max(from, counted)
    if (to <= start) continue
    if (to - start >= left) return start + left
    left -= to - start
    counted = to
  }
  return null
}
