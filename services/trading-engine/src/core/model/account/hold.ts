/**
 * Holds: each keeps an account from opening anything until it is lifted by the one who may. They are a set, one of a
 * kind; the strictest says in which state the account is, and the account is ACTIVE without any. An account that has
 * passed or ended has none.
 */
import type { Micros } from '../../values/time.js'

/** Strictest first, and the one whose reason the account shows: all but the daily lock halt it. */
export const HOLD_KINDS = ['operator', 'user_kill_switch', 'venue_mismatch', 'daily_lock'] as const
export type HoldKind = (typeof HOLD_KINDS)[number]

export interface Hold {
  readonly kind: HoldKind
  readonly since: Micros
  /** Lifts it by itself; null: somebody has to. */
  readonly until: Micros | null
  /** In words for the trader, or the rule that locked the day; null: its kind says all. */
  readonly reason: string | null
}

export const NO_HOLDS: readonly Hold[] = []

/** The fields of an account that follow from its holds. */
interface HeldFields {
  readonly holds: readonly Hold[]
  readonly state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED'
  readonly stateReason: string | null
  readonly lockedUntil: Micros | null
}

interface HeldRow extends Omit<HeldFields, 'state'> {
  readonly state: string
  readonly clock: Micros
  /** The end of its trading day. */
  readonly endsAt: Micros
}

export const holdOf = ({ holds }: Pick<HeldFields, 'holds'>, kind: HoldKind): Hold | undefined =>
  holds.find((hold) => hold.kind === kind)

/** An account under these holds, as its strictest one has it. */
export function underHolds(unsorted: readonly Hold[]): HeldFields {
  const holds = unsorted.toSorted((a, b) => HOLD_KINDS.indexOf(a.kind) - HOLD_KINDS.indexOf(b.kind))
  const [strictest] = holds
  if (strictest === undefined) return { holds: NO_HOLDS, state: 'ACTIVE', stateReason: null, lockedUntil: null }
  const isLock = strictest.kind === 'daily_lock'
  return {
    holds,
    state: isLock ? 'REDUCE_ONLY' : 'HALTED',
    stateReason: strictest.reason ?? strictest.kind,
    lockedUntil: isLock ? strictest.until : null,
  }
}

/**
 * The holds of an account as its row has them. An earlier version of the service writes the state without them: then
 * the state says which they are.
 */
export function storedHolds(row: HeldRow): readonly Hold[] {
  const { state, stateReason: reason, lockedUntil, clock: since } = row
  if (state !== 'ACTIVE' && state !== 'REDUCE_ONLY' && state !== 'HALTED') return NO_HOLDS
  if (underHolds(row.holds).state === state) return row.holds
  if (state === 'ACTIVE') return NO_HOLDS
  if (state === 'HALTED') return [{ kind: 'operator', since, until: null, reason }]
  return [{ kind: 'daily_lock', since, until: lockedUntil ?? row.endsAt, reason }]
}
