/**
 * The operator adds capital to an account, or pays some out. The balance moves by one transfer of the house account
 * `capital`, and floors, day figures and high-water mark move with it: it is neither profit nor loss.
 *
 *   paid out ≤ equity − used − reserved margin (the free margin), and of that no profit that is still floating
 *
 * Whatever state the account is in: what is left of one that has ended is paid out as well.
 */
import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { min, negate, usd, type Usd } from '../values/decimal.js'
import { openDraft } from '../model/draft.js'
import { computeFigures } from '../margin/figures.js'
import type { Transfer } from '../model/ledger.js'
import { decidedOn, type Outcome } from '../model/outcome.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface MoveCapital {
  readonly direction: Transfer['direction']
  /** Positive. */
  readonly amount: Usd
}

/** Answers with the account as it then is. */
export function decideCapital(
  account: Account,
  { direction, amount }: MoveCapital,
  context: DecisionContext,
): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const available = payable(draft.account, context)
  if (direction === 'OUT' && amount > available) return { kind: 'problem', problem: { kind: 'not_free', available } }
  const moved = direction === 'IN' ? amount : negate(amount)
  draft.post('capital', moved)
  draft.setAccount({ netDeposits: usd(draft.account.netDeposits + moved) })
  return decidedOn(account, draft.changes())
}

/** Negative when the account is under water. */
export function payable(account: Account, context: DecisionContext): Usd {
  const { freeMargin, unrealizedPnl } = computeFigures(account, context)
  return min(freeMargin, usd(freeMargin - unrealizedPnl))
}
