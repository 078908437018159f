import { advance } from '../execution/advance.js'
import type { Account } from '../model/account/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Changes } from '../model/draft.js'
import { supervise } from '../risk/supervise.js'

/** Does what time does to an account that holds nothing and waits for nothing; the market loop looks at all others. */
export function decideTimePassed(account: Account, context: DecisionContext): Changes | null {
  if (account.orders.size > 0 || account.positions.size > 0) return null
  const draft = openDraft(account, context)
  advance(draft, context)
  supervise(draft, context)
  return draft.changes()
}
