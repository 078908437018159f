/**
 * The operator halts an account: what stands against an open position stays, as reduce-only, every other order that
 * could open is cancelled, and until it is released the account may only reduce. A lock of the day is part of the halt from then on. Halting it again changes nothing:
 * the first reason stands.
 */
import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { moveTo } from '../execution/change-account-state.js'
import { keepReducing } from '../execution/terminate-order.js'
import { decidedOn, stateProblem, type Outcome } from '../model/outcome.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `reason` is shown to the trader. Answers with the account as it then is. */
export function decideHalt(account: Account, reason: string, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state === 'HALTED') return decidedOn(account, draft.changes())
  if (state !== 'ACTIVE' && state !== 'REDUCE_ONLY') return stateProblem(state, 'be halted')
  moveTo(draft, 'HALTED', reason)
  keepReducing(draft, 'account_halted', 'SYSTEM')
  return decidedOn(account, draft.changes())
}
