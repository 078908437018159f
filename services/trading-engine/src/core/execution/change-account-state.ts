import type { AccountState } from '../model/account.js'
import type { Draft } from '../model/draft.js'

/**
 * Puts the account into a state on behalf of the operator. Stamps the change, as it may write no other row of the
 * account.
 */
export function changeAccountState(draft: Draft, state: AccountState, stateReason: string | null): void {
  draft.stamp()
  draft.setAccount({ state, stateReason, lockedUntil: null })
}
