/**
 * Consistency: no day, or no trade, may be more than a share of what was earned.
 *
 *   score = best ÷ total, in percent; met where score < pct (LT) or ≤ pct (LE)
 *   required = best ÷ pct: the total at which the best is just that share of it; still needed = required − total
 *
 * A position that is still open is a trade, too, with what it has realised: leaving a little of it open hides nothing.
 * Where nothing was earned on the whole there is no score, and nothing to be met. It is asked for a pass and for a
 * payout alone, and never breaks a rule: an account that does not meet it does not yet.
 */
import type { Account } from '../model/account/account.js'
import { netPnl } from '../model/account/position.js'
import { sumsOf, type Progress, type WindowSums } from '../model/account/progress.js'
import type { ConsistencyRule } from '../model/plan/objective-rule.js'
import { max, multiplyDivide, ONE, rate, usd, type Rate, type Usd } from '../values/decimal.js'

export interface Consistency {
  readonly isMet: boolean
  /** In percent; null where nothing was earned on the whole. */
  readonly score: Rate | null
  readonly best: Usd
  readonly total: Usd
  readonly requiredProfit: Usd
  readonly stillNeeded: Usd
}

const HUNDRED = 100n * ONE

/** `profit`: that of the account, or what it would be; `open`: its positions, each a trade by what it has realised. */
export function consistencyOf(
  rule: ConsistencyRule,
  progress: Progress,
  profit: Usd,
  open: Account['positions'],
): Consistency {
  const sums = sumsOf(progress, rule.window, profit)
  const bestTrade = [...open.values()].map(netPnl).reduce((best, trade) => max(best, trade), sums.bestTrade)
  return compareBest(rule, { ...sums, bestTrade })
}

export function compareBest(
  { pct, numerator, denominator, comparison }: ConsistencyRule,
  { net, bestDay, bestTrade, positiveDays }: WindowSums,
): Consistency {
  const best = max(numerator === 'BEST_DAY' ? bestDay : bestTrade, usd(0n))
  const total = denominator === 'NET' ? net : positiveDays
  const requiredProfit = usd(multiplyDivide(best, HUNDRED, pct, 'CEIL'))
  const figures = { best, total, requiredProfit, stillNeeded: max(usd(requiredProfit - total), usd(0n)) }
  if (net <= 0n) return { isMet: false, score: null, ...figures }
  // Exact, as the score is rounded.
  const [share, limit] = [best * HUNDRED, total * pct]
  return {
    isMet: comparison === 'LT' ? share < limit : share <= limit,
    score: rate(multiplyDivide(best, HUNDRED, total, 'HALF_EVEN')),
    ...figures,
  }
}
