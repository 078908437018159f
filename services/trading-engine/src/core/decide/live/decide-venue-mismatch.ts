import type { Account } from '../../model/account/account.js'
import { advance } from '../../execution/advance.js'
import { haltForMismatch } from '../../execution/live/halt-for-mismatch.js'
import type { DecisionContext } from '../../model/decision-context.js'
import { openDraft, type Changes } from '../../model/draft.js'
import { holdOf } from '../../model/account/hold.js'

/**
 * Halts an account whose books and venue differ, until an operator has looked at both; nothing is sent but the
 * cancellation of what could open. `reason` says both sides. A second time changes nothing.
 */
export function decideVenueMismatch(account: Account, reason: string, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  advance(draft, context)
  if (holdOf(draft.account, 'venue_mismatch') === undefined) haltForMismatch(draft, reason)
  return draft.changes()
}
