import type { Plan } from '@ats/sdk/types'
import { text } from '../text/en/plan.js'
import { formatDecimal } from '../ui/figures/format.js'

type PayoutTerms = NonNullable<Plan['risk_config']['payouts']>

/** The payout terms of a plan, in words. */
export function payoutSentence(terms: PayoutTerms, money: (amount: string) => string): string {
  const { max_amount: most, max_pct_of_balance: ofBalance, max_pct_of_profit: ofProfit, holding_time: held } = terms
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
    ...(held === undefined ? [] : [text.held(formatDecimal(held.share_of_profit_pct), held.min_seconds)]),
    ...(terms.flat ? [text.flat] : []),
    text.yours(shares),
  ].join(' ')
}
