import { words, type OptionsByField, type WordsByField } from './field-words.js'
import { CONSISTENCY_OPTIONS, consistencyWords, DAY_COUNTS, dayWords } from './objective.js'

const PAYOUTS = 'risk_config.payouts'
const SCALING = 'risk_config.scaling'

export const PAYOUT_FIELDS: WordsByField = {
  [`${PAYOUTS}.first_after_days`]: words('The first after', 'days', '0 to 1,000', 'Counted from the opening.'),
  [`${PAYOUTS}.every_days`]: words('The next after', 'days', '0 to 1,000', 'Counted from the payout before.'),
  [`${PAYOUTS}.min_amount`]: words('At least', 'USD', 'Above 0', 'Less is not paid out.'),
  [`${PAYOUTS}.max_amount`]: words('At most', 'USD', 'Not under the least amount; may be empty', 'Of one payout.'),
  [`${PAYOUTS}.max_pct_of_balance`]: words(
    'At most of the balance',
    '%',
    'Above 0, to 100; may be empty',
    'As it is when a payout is asked for.',
  ),
  [`${PAYOUTS}.max_pct_of_profit`]: words(
    'At most of the profit',
    '%',
    'Above 0, to 100; may be empty',
    'As it is when a payout is asked for.',
  ),
  [`${PAYOUTS}.buffer_amount`]: words('Stays in the account', 'USD', '0 or more', 'Profit under this is not paid out.'),
  [`${PAYOUTS}.flat`]: words('Nothing may be open', undefined, 'Yes or no', 'When a payout is asked for.'),
  [`${PAYOUTS}.split.pct`]: words('The share of the trader', '%', 'Above 0, to 100', 'Of what is paid in this tier.'),
  [`${PAYOUTS}.split.up_to_total`]: words(
    'Until so much was paid',
    'USD',
    'Above 0; empty in the last tier',
    'Of all payouts of the challenge.',
  ),
  ...dayWords(`${PAYOUTS}.qualifying_days`, 'since the last payout'),
  ...consistencyWords(`${PAYOUTS}.consistency`),
  [`${PAYOUTS}.holding_time.min_seconds`]: words(
    'Held for',
    'seconds',
    '1 to 86,400',
    'How long a position has to be open to count.',
  ),
  [`${PAYOUTS}.holding_time.share_of_profit_pct`]: words(
    'Share of the profit',
    '%',
    'Above 0, to 100',
    'So much has to come from such positions.',
  ),
  [`${SCALING}.when.months`]: words(
    'After',
    'months',
    '1 to 120; may be empty',
    'Since the step before, or the opening.',
  ),
  [`${SCALING}.when.profit_pct`]: words(
    'Profit',
    '%',
    'Above 0, to 1,000; may be empty',
    'Since then, of the initial balance in force.',
  ),
  [`${SCALING}.when.payouts`]: words('Payouts', undefined, '1 to 1,000; may be empty', 'Paid since then.'),
  [`${SCALING}.then.initial_balance_pct`]: words(
    'Grows by',
    '%',
    'Above 0, to 1,000; may be empty',
    'Of what the account was opened with.',
  ),
  [`${SCALING}.then.max_initial_balance`]: words(
    'Grows up to',
    'USD',
    'Above 0; required with a growth',
    'The initial balance is not raised above it.',
  ),
  [`${SCALING}.then.split_pct`]: words(
    'The share of the trader',
    '%',
    'Above 0, to 100; may be empty',
    'From then on, in place of the tiers.',
  ),
}

export const PAYOUT_OPTIONS: OptionsByField = {
  [`${PAYOUTS}.qualifying_days.counts`]: DAY_COUNTS,
  [`${PAYOUTS}.consistency.numerator`]: CONSISTENCY_OPTIONS.numerator,
  [`${PAYOUTS}.consistency.denominator`]: CONSISTENCY_OPTIONS.denominator,
  [`${PAYOUTS}.consistency.comparison`]: CONSISTENCY_OPTIONS.comparison,
}
