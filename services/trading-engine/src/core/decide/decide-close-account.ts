/**
 * The operator closes an account for good: every order is cancelled and every position closed at what the market gives.
 * What cannot be closed now is closed at the first price that can be traded, as after a hard violation. No rule was
 * broken, so no breach is recorded. Closing it again changes nothing: the first reason stands.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { changeAccountState } from '../execution/change-account-state.js'
import { terminateOrders } from '../execution/terminate-order.js'
import { decidedOn, stateProblem, type Outcome } from '../model/outcome.js'
import { closeAll } from '../execution/enforce.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `reason` is shown to the trader. Answers with the account as it then is. */
export function decideCloseAccount(account: Account, reason: string, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state === 'CLOSED') return decidedOn(account, draft.changes())
  if (state === 'TERMINATED') return stateProblem(state, 'be closed')
  changeAccountState(draft, 'CLOSED', reason)
  draft.emit({ type: 'account.closed', reason })
  terminateOrders(draft, () => true, 'CANCELLED', 'account_closed', 'SYSTEM')
  closeAll(draft, context)
  return decidedOn(account, draft.changes())
}
