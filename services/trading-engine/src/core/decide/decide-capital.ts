/**
 * The operator adds capital to an account, or pays some out. The balance moves by one transfer of the house account
 * `capital`, and floors, day figures and high-water mark move with it: it is neither profit nor loss.
 *
 * Paid out is at most what `margin/payable.ts` says, whatever state the account is in: what is left of one that has
 * ended is paid out as well.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { postCapital } from '../execution/post-capital.js'
import { negate, usd, type Usd } from '../values/decimal.js'
import { openDraft, type Draft } from '../model/draft.js'
import { payable } from '../margin/payable.js'
import { profitOf } from '../margin/profit.js'
import type { Transfer } from '../model/account/ledger.js'
import { withPayout } from '../model/account/progress.js'
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
  postCapital(draft, direction === 'IN' ? amount : negate(amount))
  return decidedOn(account, draft.changes())
}

/** A payout is capital as well; the plan says what it does to the drawdown floor (`model/account/peak.ts`). */
export function postPayout(draft: Draft, amount: Usd): void {
  postCapital(draft, negate(amount))
  const { account } = draft
  const progress = account.progress && withPayout(account.progress, profitOf(account))
  draft.setAccount({ paidOut: usd(account.paidOut + amount), progress })
}
