/**
 * The operator lifts the halts that are the operator's to lift; where none of them stands, the lock of the day. What
 * else holds the account still does: its trader's kill switch is the trader's to lift, and a lock that a halt was over
 * runs on. What the plan says holds from the same moment, and a lock is not lifted while the loss that made it is
 * still there. Releasing an account that trades changes nothing.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { liftHold } from '../execution/change-account-state.js'
import { holdOf, type HoldKind } from '../model/account/hold.js'
import { decidedOn, stateProblem, type Outcome } from '../model/outcome.js'
import { riskActionFor, supervise } from '../risk/supervise.js'
import type { DecisionContext } from '../model/decision-context.js'

const OPERATOR_HALTS: readonly HoldKind[] = ['operator', 'venue_mismatch']

/** Answers with the account as it then is. */
export function decideRelease(account: Account, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state === 'ACTIVE') return decidedOn(account, draft.changes())
  if (state !== 'HALTED' && state !== 'REDUCE_ONLY') return stateProblem(state, 'be released')
  const halts = OPERATOR_HALTS.filter((kind) => holdOf(draft.account, kind) !== undefined)
  if (halts.length > 0) {
    for (const kind of halts) liftHold(draft, kind)
    const { progress } = draft.account
    // Its trader could not trade until now.
    if (progress !== null) draft.setAccount({ progress: { ...progress, activeAt: context.now, warnedAt: null } })
  } else if (holdOf(draft.account, 'daily_lock') === undefined)
    return stateProblem(state, 'be released by the operator: its trader halted it, and may lift that kill switch')
  else {
    liftHold(draft, 'daily_lock')
    if (riskActionFor(draft.account, context)?.kind === 'LOCK')
      return stateProblem(state, 'be released: its equity is still under the floor of the trading day')
  }
  supervise(draft, context)
  return decidedOn(account, draft.changes())
}
