import type { AccountState } from '../model/account.js'
import type { Draft } from '../model/draft.js'

/** The operator puts the account into a state: at a moment of its own, though no row of the account may be written for it. */
export function moveTo(draft: Draft, state: AccountState, stateReason: string | null): void {
  draft.stamp()
  draft.setAccount({ state, stateReason, lockedUntil: null })
}
