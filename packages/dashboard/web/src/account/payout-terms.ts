import type { Plan } from '@ats/sdk/types'
import { text } from '../text/en/plan.js'
import { consistencySentence, countedWords } from './objective-sentence.js'
import { formatDecimal } from '../ui/figures/format.js'

type PayoutTerms = NonNullable<Plan['risk_config']['payouts']>
type Scaling = NonNullable<Plan['risk_config']['scaling']>

/** The payout terms of a plan, in words. */
export function payoutSentence(terms: PayoutTerms, money: (amount: string) => string): string {
  const { max_amount: most, max_pct_of_balance: ofBalance, max_pct_of_profit: ofProfit, holding_time: held } = terms
  const { qualifying_days: days } = terms
  const caps = [
    ...(most === undefined ? [] : [money(most)]),
    ...(ofBalance === undefined ? [] : [text.ofBalance(formatDecimal(ofBalance))]),
    ...(ofProfit === undefined ? [] : [text.ofProfit(formatDecimal(ofProfit))]),
  ]
  const shares = terms.split.map(({ up_to_total: total, pct }, index) =>
    text.split(formatDecimal(pct), total === undefined ? null : money(total), index === 0),
  )
  return [
    text.payoutDays(terms.first_after_days, terms.every_days),
    text.payoutAmounts(money(terms.min_amount), caps),
    ...(Number(terms.buffer_amount) === 0 ? [] : [text.payoutBuffer(money(terms.buffer_amount))]),
    ...(days === undefined ? [] : [text.qualifyingDays(days.min, countedWords(days, money))]),
    ...(terms.consistency === undefined ? [] : [consistencySentence(terms.consistency, ['PAYOUT'])]),
    ...(held === undefined ? [] : [text.held(formatDecimal(held.share_of_profit_pct), held.min_seconds)]),
    ...(terms.flat ? [text.flat] : []),
    text.yours(shares),
  ].join(' ')
}

/** The steps by which accounts of a plan grow, in words. */
export const scalingSentence = (steps: Scaling, money: (amount: string) => string): string =>
  steps
    .map(({ when, then: { initial_balance_pct: growth, max_initial_balance: most, split_pct: split } }) =>
      text.scalingStep(
        [
          ...(when.months === undefined ? [] : [text.scalingMonths(when.months)]),
          ...(when.profit_pct === undefined ? [] : [text.scalingProfit(formatDecimal(when.profit_pct))]),
          ...(when.payouts === undefined ? [] : [text.scalingPayouts(when.payouts)]),
        ],
        [
          ...(growth === undefined ? [] : [text.grows(formatDecimal(growth), most === undefined ? null : money(most))]),
          ...(split === undefined ? [] : [text.sharesThen(formatDecimal(split))]),
        ],
      ),
    )
    .join(' ')
