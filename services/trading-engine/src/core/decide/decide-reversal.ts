/**
 * The operator takes back the breach that ended an account: it is as it was before. What it has lost stays booked; a
 * compensation may lift the balance, which is no profit and moves no floor. Nothing is reversed while the account would
 * be under a floor of its plan, while a position of it is still to be closed, or once another account has taken its
 * place. Holds that have run out are gone.
 */
import { advance } from '../execution/advance.js'
import { computeEquity } from '../margin/equity.js'
import { missingToFloors } from '../margin/missing-to-floors.js'
import { compensatedToday } from '../margin/profit.js'
import type { Account } from '../model/account/account.js'
import { NO_HOLDS, underHolds } from '../model/account/hold.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Draft } from '../model/draft.js'
import { decidedOn, invalid, stateProblem, type Outcome } from '../model/outcome.js'
import type { Breach, StateBefore } from '../model/plan/breach.js'
import { supervise } from '../risk/supervise.js'
import { usd, type Usd } from '../values/decimal.js'

export interface ReverseBreach {
  readonly reason: string
  /** 0 for none. */
  readonly compensation: Usd
}

/**
 * `breach`: the one that ended it; null: none has. `successorId`: a live account that has taken its place. Answers with
 * the account as it then is.
 */
export function decideReversal(
  account: Account,
  { reason, compensation }: ReverseBreach,
  breach: Breach | null,
  successorId: string | null,
  context: DecisionContext,
): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state, positions, plan } = draft.account
  if (state !== 'TERMINATED' || breach === null) return stateProblem(state, 'have its breach reversed')
  if (positions.size > 0) return stateProblem(state, 'have its breach reversed before its positions are closed')
  if (successorId !== null) return { kind: 'problem', problem: { kind: 'live_successor', accountId: successorId } }
  if (compensation > 0n && plan.live !== undefined) {
    const message = 'compensation is not for a LIVE account: what it has is what its wallet holds'
    return { kind: 'problem', problem: invalid(['compensation'], 'compensation.live', message) }
  }
  compensate(draft, compensation)
  const missing = missingToFloors(draft.account, computeEquity(draft.account, context.market))
  if (missing > 0n) return { kind: 'problem', problem: { kind: 'under_floor', missing } }
  draft.setAccount(restored(breach.before, context))
  const reversed = { ...breach, reversal: { at: draft.stamp(), reason, compensation } }
  draft.addBreach(reversed)
  draft.emit({ type: 'account.breach_reversed', breach: reversed })
  supervise(draft, context)
  return decidedOn(account, draft.changes())
}

function compensate(draft: Draft, amount: Usd): void {
  if (amount === 0n) return
  draft.post('compensation', amount)
  const { compensation, day } = draft.account
  const total = usd((compensation?.total ?? 0n) + amount)
  const ofDate = usd(compensatedToday(draft.account) + amount)
  draft.setAccount({ compensation: { total, date: day.date, ofDate } })
}

/** Rows from before it was kept say nothing of it: their accounts trade again. */
function restored(before: StateBefore | undefined, { now }: DecisionContext): StateBefore {
  if (before === undefined) return underHolds(NO_HOLDS)
  if (before.state === 'PASSED') return before
  return underHolds(before.holds.filter(({ until }) => until === null || until > now))
}
