/**
 * Payouts of profit. A trader asks for an amount, an operator says how it is split, another one approves it: then the
 * whole amount leaves the account as `capital`. Where the plan has terms of payouts, the amount is reserved from the
 * request on. The floor of the day falls by it; the drawdown floor does what the plan says (`decide-capital.ts`).
 *
 * The amount is compared with what is available (`margin/payable.ts`) on request, and again with the account as it is
 * at the approval, which decides. Each step is an event. A payout that is paid ends a cycle: the account may grow by it
 * (`scale-account.ts`).
 */
import type { Account } from '../model/account/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import { advance } from '../execution/advance.js'
import { scaleAccount } from './scale-account.js'
import { payoutAvailability } from '../margin/payable.js'
import { splitPayout, wholeCents } from '../margin/split-payout.js'
import { openDraft, type Draft } from '../model/draft.js'
import { decided, invalid, type InvalidProblem, type Outcome, type PayoutRefusal } from '../model/outcome.js'
import {
  isOpenPayout,
  UNDECIDED,
  type Payout,
  type PayoutDecision,
  type RejectionCode,
} from '../model/account/payout.js'
import type { PayoutHistory } from '../model/account/payout-history.js'
import { isSamePerson, proposerAfter, type Person } from '../model/account/person.js'
import type { PayoutEventType } from '../model/events.js'
import type { PayoutTerms } from '../model/plan/payout-terms.js'
import { payoutEligibility, stateCondition } from '../risk/payout-eligibility.js'
import { divide, multiply, ONE, usd, type Rate, type Usd } from '../values/decimal.js'
import { postPayout } from './decide-capital.js'
import { payoutFigures } from './payout-figures.js'

export const traderAmountOf = (amount: Usd, sharePct: Rate): Usd =>
  wholeCents(usd(divide(multiply(amount, sharePct, 'FLOOR'), 100n * ONE, 'FLOOR')))

export function decidePayoutRequest(
  account: Account,
  { amount, clientId }: Pick<Payout, 'amount' | 'clientId'>,
  history: PayoutHistory,
  context: DecisionContext,
): Outcome<Payout> {
  if (amount !== wholeCents(amount)) {
    const issue = { path: ['amount'], code: 'amount.cents', message: 'amount must be in whole cents' }
    return { kind: 'problem', problem: { kind: 'invalid', issues: [issue] } }
  }
  const { open } = history
  if (open !== null) return refuse('payout_open', `payout ${open.id} of this account is not decided yet`)
  const draft = openDraft(account, context)
  advance(draft, context)
  const { payouts: terms } = account.plan.risk
  if (terms === undefined && lacksIdentity(history)) return refuse('kyc_required', IDENTITY_NEEDED)
  const eligibility = terms && payoutEligibility(draft.account, terms, history, context, amount)
  const compared = eligibility ?? payoutAvailability(draft.account, context, history.adjustments)
  const { available } = compared
  if (eligibility?.isEligible === false)
    return { kind: 'problem', problem: { kind: 'not_eligible', available, conditions: eligibility.conditions } }
  if (amount > available) return { kind: 'problem', problem: { kind: 'not_free', available } }
  const { id: accountId, userId } = account
  const [id, requestedAt] = [context.newId(), draft.stamp()]
  const figures = payoutFigures(draft.account, amount, compared, history, context)
  draft.keepPayoutFigures({ payoutId: id, accountId, stage: 'REQUESTED', ...figures, at: requestedAt })
  return announced(draft, { ...{ id, accountId, userId, clientId, amount, requestedAt }, ...UNDECIDED })
}

const IDENTITY_NEEDED = 'the phase of the account takes an identity check of its owner that is APPROVED'

const lacksIdentity = ({ identity }: PayoutHistory): boolean => identity !== null && identity !== 'APPROVED'

/**
 * Says how it is split, where the plan does not; saying the same again changes nothing, unless with a token that is not
 * known yet. `sharePct`: null where the plan says.
 */
export function decidePayoutProposal(
  account: Account,
  payout: Payout,
  { sharePct, operator }: { readonly sharePct: Rate | null; readonly operator: Person },
  history: PayoutHistory,
  context: DecisionContext,
): Outcome<Payout> {
  const { payouts: terms } = account.plan.risk
  if ((terms === undefined) !== (sharePct !== null)) return { kind: 'problem', problem: shareProblem(terms) }
  if (!isOpenPayout(payout)) return ended(payout)
  const { proposedBy, traderSharePct } = payout
  const isKnown = payout.proposedWith.length > 0 && isSubset(operator.tokens, payout.proposedWith)
  const traderAmount =
    sharePct === null ? splitByTerms(payout, terms, history) : traderAmountOf(payout.amount, sharePct)
  const split = { traderSharePct: sharePct, traderAmount }
  const isSame = traderSharePct === sharePct && payout.traderAmount === traderAmount
  if (isKnown && proposedBy === operator.name && isSame) return decided(null, payout)
  const draft = openDraft(account, context)
  advance(draft, context)
  if (hasEnded(draft, payout)) return ended({ ...payout, status: 'REJECTED' })
  const proposal = {
    proposedBy: operator.name,
    proposedWith: proposerAfter(proposerOf(payout), operator).tokens,
    proposedAt: draft.stamp(),
  }
  return changed(draft, payout, { ...split, ...proposal, status: 'PROPOSED' })
}

const splitByTerms = ({ amount }: Payout, terms: PayoutTerms | undefined, { paidTotal }: PayoutHistory): Usd =>
  splitPayout(amount, paidTotal, terms?.split ?? []).traderAmount

const shareProblem = (terms: PayoutTerms | undefined): InvalidProblem =>
  terms === undefined
    ? invalid(['trader_share_pct'], 'any.required', 'trader_share_pct is required')
    : invalid(['trader_share_pct'], 'payout.split', 'trader_share_pct must be left out: the plan says how it is split')

const proposerOf = ({ proposedBy, proposedWith }: Payout): Person | null =>
  proposedBy === null ? null : { name: proposedBy, tokens: proposedWith }

const isSubset = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one))

/** Debits the account, if the account can spare the amount now. `version`: the one that was read. */
export function decidePayoutApproval(
  account: Account,
  payout: Payout,
  { operator, version }: { readonly operator: Person; readonly version: number | null },
  history: PayoutHistory,
  context: DecisionContext,
): Outcome<Payout> {
  if (!isOpenPayout(payout)) return ended(payout)
  if (version !== null && version !== payout.version)
    return refuse('version', `payout ${payout.id} is at version ${payout.version}, not ${version}: read it again`)
  const { proposedBy, proposedWith } = payout
  if (payout.status !== 'PROPOSED' || proposedBy === null)
    return refuse('payout_unsplit', `nobody has said how payout ${payout.id} is split`)
  // A name without tokens is one that a caller could choose.
  if (proposedWith.length === 0)
    return refuse(
      'same_operator',
      `who proposed payout ${payout.id} is not known for sure: it has to be proposed again`,
    )
  if (isSamePerson({ name: proposedBy, tokens: proposedWith }, operator))
    return refuse(
      'same_operator',
      `payout ${payout.id} was proposed by ${proposedBy}: another operator has to approve it`,
    )
  // It may have been taken back since the payout was asked for.
  if (lacksIdentity(history)) return refuse('kyc_required', IDENTITY_NEEDED)
  const draft = openDraft(account, context)
  advance(draft, context)
  if (hasEnded(draft, payout)) return ended({ ...payout, status: 'REJECTED' })
  const { payouts: terms } = account.plan.risk
  const state = stateCondition(draft.account)
  // What an ended account of a plan without terms has left is for the two people to decide.
  if (!state.isMet && (terms !== undefined || draft.account.state === 'HALTED'))
    return { kind: 'problem', problem: { kind: 'not_eligible', available: usd(0n), conditions: [state] } }
  if (terms !== undefined && splitByTerms(payout, terms, history) !== payout.traderAmount)
    return refuse('payout_unsplit', `another payout has moved the split of payout ${payout.id}: propose it again`)
  const compared =
    terms === undefined
      ? payoutAvailability(draft.account, context, history.adjustments)
      : payoutEligibility({ ...draft.account, openPayout: null }, terms, history, context)
  const { available } = compared
  if (payout.amount > available) return { kind: 'problem', problem: { kind: 'not_free', available } }
  const figures = payoutFigures(draft.account, payout.amount, compared, history, context)
  postPayout(draft, payout.amount)
  const decidedAt = draft.stamp()
  const about = { payoutId: payout.id, accountId: account.id, stage: 'PAID' } as const
  draft.keepPayoutFigures({ ...about, ...figures, at: decidedAt })
  const paid: Payout = {
    ...payout,
    ...{ status: 'PAID', decidedBy: operator.name, decidedAt, version: payout.version + 1 },
  }
  announce(draft, paid)
  scaleAccount(draft, paid, history.paidSinceScaled + 1, context.now)
  return decided(draft.changes(), paid)
}

export function decidePayoutRejection(
  account: Account,
  payout: Payout,
  {
    reason,
    code,
    operator,
  }: { readonly reason: string; readonly code: RejectionCode | null; readonly operator: string },
  context: DecisionContext,
): Outcome<Payout> {
  if (!isOpenPayout(payout)) return ended(payout)
  const draft = openDraft(account, context)
  advance(draft, context)
  if (hasEnded(draft, payout)) return ended({ ...payout, status: 'REJECTED' })
  const why = { reason, code: code ?? (account.plan.risk.payouts === undefined ? null : 'other') }
  return changed(draft, payout, { status: 'REJECTED', ...why, decidedBy: operator, decidedAt: draft.stamp() })
}

/** By its trader, before anybody has proposed it; doing it again changes nothing. */
export function decidePayoutCancellation(account: Account, payout: Payout, context: DecisionContext): Outcome<Payout> {
  if (payout.status === 'CANCELLED') return decided(null, payout)
  if (!isOpenPayout(payout)) return ended(payout)
  if (payout.status === 'PROPOSED')
    return refuse('payout_proposed', `payout ${payout.id} is being decided on: it cannot be cancelled any more`)
  const draft = openDraft(account, context)
  advance(draft, context)
  if (hasEnded(draft, payout)) return ended({ ...payout, status: 'REJECTED' })
  const cancelled: Payout = {
    ...payout,
    ...{ status: 'CANCELLED', decidedAt: draft.stamp(), version: payout.version + 1 },
  }
  draft.endPayout(cancelled)
  return announced(draft, cancelled)
}

/** Whether time alone has ended the account, and a payout that was reserved with it. */
const hasEnded = ({ account }: Draft, payout: Payout): boolean =>
  account.plan.risk.payouts !== undefined && account.openPayout?.id !== payout.id

const changed = (draft: Draft, payout: Payout, decision: Partial<PayoutDecision>): Outcome<Payout> =>
  announced(draft, { ...payout, ...decision, version: payout.version + 1 })

function announced(draft: Draft, payout: Payout): Outcome<Payout> {
  announce(draft, payout)
  return decided(draft.changes(), payout)
}

function announce(draft: Draft, payout: Payout): void {
  if (draft.account.plan.risk.payouts !== undefined)
    draft.setAccount({ openPayout: isOpenPayout(payout) ? payout : null })
  draft.emit({ type: EVENTS[payout.status], payout })
}

const EVENTS: Readonly<Record<Payout['status'], PayoutEventType>> = {
  REQUESTED: 'payout.requested',
  PROPOSED: 'payout.proposed',
  PAID: 'payout.paid',
  REJECTED: 'payout.rejected',
  CANCELLED: 'payout.cancelled',
}

const ended = ({ id, status }: Payout): Outcome<never> => refuse('payout_ended', `payout ${id} is ${status}`)

const refuse = (reason: PayoutRefusal, message: string): Outcome<never> => ({
  kind: 'problem',
  problem: { kind: 'payout', reason, message },
})
