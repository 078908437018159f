/**
 * The chain says something else than what was booked: the account is halted until an operator has looked at both. Again
 * changes nothing.
 */
import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { haltForMismatch } from '../execution/book-venue-fill.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Changes } from '../model/draft.js'
import { holdOf } from '../model/hold.js'

export function decideVenueMismatch(account: Account, reason: string, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  advance(draft, context)
  if (holdOf(draft.account, 'venue_mismatch') === undefined) haltForMismatch(draft, reason)
  return draft.changes()
}
