import type { Plan } from '@ats/sdk/types'
import { text } from '../text/en/plan.js'
import { formatDecimal } from '../ui/figures/format.js'
import { percentOf } from './percent-of.js'

type Objective = NonNullable<Plan['risk_config']['objective']>
type Money = (amount: string) => string

/** The profit that it takes to pass, and its conditions, in words. */
export function objectiveSentence(objective: Objective, initial: string, money: Money): string {
  const { profit_target_pct: pct, trading_days: counted, max_days: most, consistency } = objective
  const target = objective.profit_target_amount ?? percentOf(initial, pct)
  const days = counted === undefined ? objective.min_trading_days : counted.min
  return [
    text.target(formatDecimal(pct), money(target), days, counted === undefined ? '' : countedWords(counted, money)),
    ...(objective.target_basis === 'EQUITY' ? [text.byEquity] : []),
    ...(objective.require_flat === false ? [text.closesAtTarget] : []),
    ...(most === undefined ? [] : [text.maxDays(most)]),
    ...(consistency === undefined ? [] : [consistencySentence(consistency, consistency.applies)]),
  ].join(' ')
}

type Consistency = NonNullable<Objective['consistency']>

export const consistencySentence = (
  rule: Omit<Consistency, 'applies' | 'window'>,
  applies: Consistency['applies'],
): string =>
  text.consistency(
    text.bests[rule.numerator],
    formatDecimal(rule.pct),
    text.earnings[rule.denominator],
    rule.comparison === 'LT',
    applies.map((use) => text.consistencyUses[use]),
  )

/** The days that count, after their number. */
export function countedWords({ counts, ...threshold }: NonNullable<Objective['trading_days']>, money: Money): string {
  const { threshold_pct: pct, threshold_amount: amount } = threshold
  if (counts === 'NET_PROFIT' && amount !== undefined) return text.earningDays(money(amount))
  if (counts === 'NET_PROFIT' && pct !== undefined) return text.earningDays(`${formatDecimal(pct)} %`)
  return text.countedDays[counts]
}
