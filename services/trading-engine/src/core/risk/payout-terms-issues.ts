/** Finds what the payout terms of a file contradict themselves in. */
import { wholeCents } from '../margin/split-payout.js'
import type { SplitTier } from '../model/plan/payout-terms.js'
import { formatDecimal, ONE } from '../values/decimal.js'
import { consistencyCheck, dayChecks } from './objective-issues.js'
import type { Check, WrittenPlan } from './written-plan.js'

const HUNDRED = 100n * ONE

export function payoutChecks({ plan, rules }: WrittenPlan): readonly Check[] {
  const { payouts: terms } = plan.risk
  if (terms === undefined) return []
  const { amountMin, amountMax, balancePctMax, profitPctMax, split } = terms
  const at = (...names: string[]): readonly string[] => ['payouts', ...names]
  return [
    [
      amountMax !== null && amountMax < amountMin,
      at('max_amount'),
      'plan.payouts',
      `must be at least min_amount, which is ${formatDecimal(amountMin)}`,
    ],
    [
      amountMax !== null && amountMax >= amountMin && wholeCents(amountMax) < amountMin,
      at('max_amount'),
      'plan.never_met',
      `leaves no whole cents from ${formatDecimal(amountMin)} on: a payout is in whole cents`,
    ],
    [
      balancePctMax === HUNDRED,
      at('max_pct_of_balance'),
      'plan.never_binds',
      'never binds: no payout is more than the profit. Take less than 100, or leave it out',
    ],
    [
      profitPctMax === HUNDRED,
      at('max_pct_of_profit'),
      'plan.never_binds',
      'never binds: no payout is more than the profit. Take less than 100, or leave it out',
    ],
    ...dayChecks(rules.payouts?.qualifying_days, plan.initialBalance, at('qualifying_days')),
    consistencyCheck(terms.consistency, at('consistency', 'pct')),
    [
      split.findIndex(({ upToTotal }) => upToTotal === null) !== split.length - 1,
      at('split'),
      'plan.split',
      'must end with a share that has no up_to_total, and have no other such share',
    ],
    [
      !isRising(split),
      at('split'),
      'plan.split',
      'must have each up_to_total higher than the one before: they are totals of all that was paid',
    ],
  ]
}

function isRising(split: readonly SplitTier[]): boolean {
  const totals = split.flatMap(({ upToTotal }) => (upToTotal === null ? [] : [upToTotal]))
  return totals.every((total, index) => total > (totals[index - 1] ?? 0n))
}
