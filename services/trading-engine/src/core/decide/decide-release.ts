/**
 * The operator lets a halted account trade again, or lifts the lock of a day early. What the plan says holds from the
 * same moment: an account that was halted may come back locked, and a lock is not lifted while the loss that made it
 * is still there. Releasing an account that trades changes nothing.
 */
import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { changeAccountState } from '../execution/change-account-state.js'
import { decidedOn, stateProblem, type Outcome } from '../model/outcome.js'
import { riskActionFor, supervise } from '../risk/supervise.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Answers with the account as it then is. */
export function decideRelease(account: Account, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state === 'ACTIVE') return decidedOn(account, draft.changes())
  if (state !== 'HALTED' && state !== 'REDUCE_ONLY') return stateProblem(state, 'be released')
  changeAccountState(draft, 'ACTIVE', null)
  if (state === 'REDUCE_ONLY' && riskActionFor(draft.account, context)?.kind === 'LOCK') {
    return stateProblem(state, 'be released: its equity is still under the floor of the trading day')
  }
  supervise(draft, context)
  return decidedOn(account, draft.changes())
}
