/**
 * The operator halts an account: until it is released it may only reduce. Orders that reduce an open position stay, as
 * reduce-only; every other order that could open is cancelled. A daily lock and a halt by the trader stand beside it.
 * Halting again changes nothing and keeps the first reason. The event `account.halted` comes before the cancellations.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { holdOf } from '../model/account/hold.js'
import { halt } from '../execution/change-account-state.js'
import { keepReducing } from '../execution/keep-reducing.js'
import { decidedOn, stateProblem, type Outcome } from '../model/outcome.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `reason` is shown to the trader. Answers with the account as it then is. */
export function decideHalt(account: Account, reason: string, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state === 'PASSED' || state === 'TERMINATED' || state === 'CLOSED') return stateProblem(state, 'be halted')
  if (holdOf(draft.account, 'operator') !== undefined) return decidedOn(account, draft.changes())
  halt(draft, 'operator', reason)
  keepReducing(draft, 'account_halted', 'SYSTEM')
  return decidedOn(account, draft.changes())
}
