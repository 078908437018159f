/** The trader renames an account, ended or not: its orders, positions and books are as before. */
import type { Account } from '../model/account/account.js'
import { openDraft } from '../model/draft.js'
import { decidedOn, type Outcome } from '../model/outcome.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Answers with the account as it then is; a name that it has already changes nothing. */
export function decideRename(account: Account, name: string, context: DecisionContext): Outcome<Account> {
  if (account.name === name) return decidedOn(account, null)
  const draft = openDraft(account, context)
  draft.stamp()
  draft.setAccount({ name })
  return decidedOn(account, draft.changes())
}
