/**
 * Puts an account under another plan in the middle of its life, as an operator who changes the plan would: what it
 * holds, its peak, its day and what counts so far go on. What the other plan looks at and the own one has not kept is
 * not made up.
 */
import type { Account } from '../core/model/account/account.js'
import { peakTimeOf } from '../core/model/account/peak.js'
import { needsProgress, OPENED_DAYS, type CountedDays } from '../core/model/plan/objective-rule.js'
import type { DrawdownRule } from '../core/model/plan/loss-rules.js'
import type { Plan } from '../core/model/plan/plan.js'

/** Null: they can be compared from its opening on. */
export function whyNotAlike(sold: Plan, plan: Plan): string | null {
  if (sold.live !== undefined || plan.live !== undefined) return 'LIVE accounts cannot be replayed'
  if (sold.initialBalance !== plan.initialBalance) return 'the plans begin with different balances'
  const isNewsKept = sold.risk.newsFreeze !== null || plan.risk.newsFreeze === null
  return isNewsKept ? null : 'no news was kept: its own plan has no freeze for it'
}

export function switchPlan(account: Account, plan: Plan): { readonly account: Account } | { readonly reason: string } {
  const reason = whyNotSwitched(account, plan)
  if (reason !== null) return { reason }
  const { day, progress } = account
  return {
    account: {
      ...account,
      plan,
      progress: needsProgress(plan.risk) ? progress : null,
      day: { ...day, high: plan.risk.dailyLoss?.reference === 'DAY_HIGH' ? day.high : null },
    },
  }
}

function whyNotSwitched({ plan: own, ...account }: Account, plan: Plan): string | null {
  if (account.state === 'PASSED' || account.state === 'TERMINATED' || account.state === 'CLOSED')
    return 'it had ended before that time'
  if (account.scaling !== null) return 'it had been scaled before that time'
  if (needsProgress(plan.risk) && account.progress === null)
    return 'what counts for the objective of the plan was not kept before that time'
  const { objective } = plan.risk
  const isAnyCounted = account.tradedDays > 0 || account.day.isTraded
  if (objective !== null && isAnyCounted && !countAlike(own.risk.objective?.tradingDays, objective.tradingDays))
    return 'its trading days were counted otherwise before that time'
  if (plan.risk.dailyLoss?.reference === 'DAY_HIGH' && account.day.high === null)
    return 'the high of the day, from which the plan measures, was not kept before that time'
  return isPeakKept(own.risk.maxDrawdown, plan.risk.maxDrawdown, account.paidOut > 0n)
    ? null
    : 'the peak that the plan trails was not kept before that time'
}

const countAlike = (own = OPENED_DAYS, other: CountedDays): boolean =>
  own.counts === other.counts &&
  own.threshold?.pct === other.threshold?.pct &&
  own.threshold?.amount === other.threshold?.amount

/** A peak is of one thing at one time, and payouts move it as the plan says. */
function isPeakKept(own: DrawdownRule, other: DrawdownRule, isPaid: boolean): boolean {
  if (other.mode === 'STATIC') return true
  if (isPaid && own.onFirstPayout !== other.onFirstPayout) return false
  const time = peakTimeOf(other)
  return peakTimeOf(own) === time && (time !== 'RESET' || own.peakOf === other.peakOf)
}
