/** Finds what the payout terms of a file contradict themselves in. */
import type { PayoutTerms, SplitTier } from '../model/plan/payout-terms.js'
import { formatDecimal } from '../values/decimal.js'
import type { Check } from './written-plan.js'

export function payoutChecks(terms: PayoutTerms | undefined): readonly Check[] {
  if (terms === undefined) return []
  const { amountMin, amountMax, split, qualifyingDays } = terms
  const at = (...names: string[]): readonly string[] => ['payouts', ...names]
  return [
    [
      amountMax !== null && amountMax < amountMin,
      at('max_amount'),
      'plan.payouts',
      `must be at least min_amount, which is ${formatDecimal(amountMin)}`,
    ],
    [
      qualifyingDays !== null && qualifyingDays.threshold !== null && qualifyingDays.counts !== 'NET_PROFIT',
      at('qualifying_days'),
      'plan.payouts',
      `has a threshold, which is for NET_PROFIT, not for ${qualifyingDays?.counts}`,
    ],
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
