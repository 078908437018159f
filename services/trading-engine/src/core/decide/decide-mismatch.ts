import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { haltForMismatch } from '../execution/book-venue-fill.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Changes } from '../model/draft.js'

/** Halts an account whose books and venue differ; nothing is sent but the cancellation of what could open. */
export function decideMismatch(account: Account, differences: string, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  advance(draft, context)
  haltForMismatch(draft, differences)
  return draft.changes()
}
