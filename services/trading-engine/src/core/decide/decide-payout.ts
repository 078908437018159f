/**
 * Payouts of profit. A trader asks for an amount, an operator says how it is split, another one approves it: then the
 * whole amount leaves the account as `capital`, with floors and day figures moving along (`decide-capital.ts`).
 *
 *   available = min(what the operator could debit, balance − initial balance), at least 0
 *
 * It is compared on request, and again with the account as it is at the approval, which decides.
 */
import type { Account } from '../model/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { decided, type Outcome, type PayoutRefusal } from '../model/outcome.js'
import { isOpenPayout, type Payout } from '../model/payout.js'
import { divide, max, min, multiply, ONE, usd, type Rate, type Usd } from '../values/decimal.js'
import { decideCapital, payable } from './decide-capital.js'

const CENT = ONE / 100n
const isWholeCents = (amount: Usd): boolean => amount % CENT === 0n

export const traderAmountOf = (amount: Usd, sharePct: Rate): Usd => {
  const exact = divide(multiply(amount, sharePct, 'FLOOR'), 100n * ONE, 'FLOOR')
  return usd(exact - (exact % CENT))
}

const availableOf = (account: Account, context: DecisionContext): Usd =>
  max(usd(0n), min(payable(account, context), usd(account.balance - account.plan.initialBalance)))

/** `open`: the account's request that is not decided yet, if there is one. */
export function decidePayoutRequest(
  account: Account,
  amount: Usd,
  open: Payout | null,
  context: DecisionContext,
): Outcome<null> {
  if (!isWholeCents(amount)) {
    const issue = { path: ['amount'], code: 'amount.cents', message: 'amount must be in whole cents' }
    return { kind: 'problem', problem: { kind: 'invalid', issues: [issue] } }
  }
  if (open !== null) return refuse('payout_open', `payout ${open.id} of this account is not decided yet`)
  const draft = openDraft(account, context)
  advance(draft, context)
  const available = availableOf(draft.account, context)
  if (amount > available) return { kind: 'problem', problem: { kind: 'not_free', available } }
  return decided(null, null)
}

/** Answers with the account as it then is. */
export function decidePayoutApproval(
  account: Account,
  payout: Payout,
  operator: string,
  context: DecisionContext,
): Outcome<Account> {
  if (!isOpenPayout(payout)) return refuse('payout_ended', `payout ${payout.id} is ${payout.status}`)
  if (payout.status !== 'PROPOSED') return refuse('payout_unsplit', `nobody has said how payout ${payout.id} is split`)
  if (payout.proposedBy === operator)
    return refuse('same_operator', `${operator} has proposed payout ${payout.id}; another operator has to approve it`)
  const draft = openDraft(account, context)
  advance(draft, context)
  const available = availableOf(draft.account, context)
  if (payout.amount > available) return { kind: 'problem', problem: { kind: 'not_free', available } }
  return decideCapital(account, { direction: 'OUT', amount: payout.amount }, context)
}

const refuse = (reason: PayoutRefusal, message: string): Outcome<never> => ({
  kind: 'problem',
  problem: { kind: 'payout', reason, message },
})
