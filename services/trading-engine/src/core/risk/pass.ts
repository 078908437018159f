/** Passes an account that has met its objective. What is open is closed first, where the plan lets it be open. */
import { closeAll } from '../execution/enforce.js'
import { keepReducing } from '../execution/keep-reducing.js'
import { profitOf } from '../margin/profit.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Draft } from '../model/draft.js'
import { isObjectiveMet } from '../margin/objective.js'

export function pass(draft: Draft, context: DecisionContext): void {
  if (draft.account.positions.size > 0) {
    if (!passesOnceClosed(draft, context)) return
    closeAll(draft, context)
  }
  draft.setAccount({ state: 'PASSED', stateReason: 'objective' })
  const { account } = draft
  draft.emit({ type: 'account.passed', profit: profitOf(account), tradedDays: account.tradedDays })
  keepReducing(draft, 'risk', 'RISK')
}

/** Tried on a draft of its own: closing costs something, and a market that is closed closes nothing. */
function passesOnceClosed(draft: Draft, context: DecisionContext): boolean {
  const trial = openDraft({ ...draft.account }, { ...context, newId: () => TRIAL_ID })
  closeAll(trial, context)
  const { account } = trial
  return account.positions.size === 0 && isObjectiveMet(account, account.balance)
}

const TRIAL_ID = '00000000-0000-7000-8000-000000000000'
