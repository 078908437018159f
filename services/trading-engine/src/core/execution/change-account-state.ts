/** Changes of an account's state that are no risk action. Each is stamped: it may write no other row of the account. */
import type { AccountState } from '../model/account/account.js'
import type { Draft } from '../model/draft.js'
import { holdOf, NO_HOLDS, underHolds, type Hold, type HoldKind } from '../model/account/hold.js'

/** Puts the account into a state that no hold is part of. */
export function changeAccountState(draft: Draft, state: AccountState, stateReason: string | null): void {
  draft.stamp()
  draft.setAccount({ state, stateReason, lockedUntil: null, holds: NO_HOLDS })
}

/** Puts an account that trades, or is under other holds, under this one. One of the same kind stays as it is. */
export function addHold(draft: Draft, hold: Omit<Hold, 'since'>): void {
  if (holdOf(draft.account, hold.kind) !== undefined) return
  draft.setAccount(underHolds([...draft.account.holds, { ...hold, since: draft.stamp() }]))
}

/** Halts an account by an operator, or because its venue and its books differ: its owner is told. */
export function halt(draft: Draft, kind: 'operator' | 'venue_mismatch', reason: string): void {
  if (holdOf(draft.account, kind) !== undefined) return
  addHold(draft, { kind, until: null, reason })
  draft.emit({ type: 'account.halted', reason })
}

/** The account is then as its other holds have it. */
export function liftHold(draft: Draft, kind: HoldKind): void {
  if (holdOf(draft.account, kind) === undefined) return
  draft.stamp()
  draft.setAccount(underHolds(draft.account.holds.filter((hold) => hold.kind !== kind)))
}
