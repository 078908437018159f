import { words, type OptionsByField, type WordsByField } from './field-words.js'

const OBJECTIVE = 'risk_config.objective'
const INACTIVITY = 'risk_config.inactivity'

export const DAY_COUNTS = {
  OPENED: 'Something was opened',
  CLOSED: 'Something was closed',
  OPENED_AND_CLOSED: 'Opened and closed',
  NET_PROFIT: 'It ended with a profit',
}

export const dayWords = (rule: string, since: string): WordsByField => ({
  [`${rule}.min`]: words('Days', undefined, '0 to 1,000', `So many have to count ${since}.`),
  [`${rule}.counts`]: words('A day counts when', undefined, 'One of four', 'A profit is realised, with fees.'),
  [`${rule}.threshold_pct`]: words('It earned', '%', 'Above 0; empty: any profit', 'Of the initial balance.'),
  [`${rule}.threshold_amount`]: words('It earned', 'USD', 'Above 0; or a share', 'The same for every account.'),
})

export const consistencyWords = (rule: string): WordsByField => ({
  [`${rule}.pct`]: words('The largest share', '%', 'Above 0, to 100', 'Of what was earned. Above it: not yet.'),
  [`${rule}.numerator`]: words(
    'The share of',
    undefined,
    'One of two',
    'A trade is from its opening until it is flat.',
  ),
  [`${rule}.denominator`]: words('Measured by', undefined, 'One of two', 'What it is a share of.'),
  [`${rule}.comparison`]: words('The share may be', undefined, 'One of two', 'Whether exactly that much is enough.'),
})

export const CONSISTENCY_OPTIONS = {
  numerator: { BEST_DAY: 'The best day', BEST_TRADE: 'The best trade' },
  denominator: { NET: 'All that was realised', POSITIVE_DAYS: 'Days with a profit alone' },
  comparison: { LE: 'That much at most', LT: 'Less than that' },
}

export const OBJECTIVE_FIELDS: WordsByField = {
  [`${OBJECTIVE}.profit_target_pct`]: words('Profit target', '%', 'Above 0, to 100', 'Of the initial balance.'),
  [`${OBJECTIVE}.profit_target_amount`]: words(
    'Profit target',
    'USD',
    'To the initial balance; or a share',
    'The same in dollars.',
  ),
  [`${OBJECTIVE}.target_basis`]: words('Reached by', undefined, 'One of two', 'Equity counts what is open.'),
  [`${OBJECTIVE}.require_flat`]: words(
    'Nothing may be open',
    undefined,
    'Yes or no',
    'No: what is open is closed when the target is reached.',
  ),
  [`${OBJECTIVE}.min_trading_days`]: words(
    'Trading days',
    undefined,
    '0 to 1,000',
    'Days on which something was opened.',
  ),
  [`${OBJECTIVE}.max_days`]: words(
    'Time to pass',
    'days',
    '1 to 1,000; empty: no end',
    'From the opening; then the account is closed.',
  ),
  ...dayWords(`${OBJECTIVE}.trading_days`, 'before it passes'),
  ...consistencyWords(`${OBJECTIVE}.consistency`),
  [`${OBJECTIVE}.consistency.applies`]: words('Asked for', undefined, 'One at least', 'What waits until it is met.'),
  [`${OBJECTIVE}.consistency.window`]: words(
    'Earned since',
    undefined,
    'One of two',
    'From when days and trades are compared.',
  ),
  [`${INACTIVITY}.warn_after_days`]: words(
    'Warned after',
    'days',
    '1 to 1,000',
    'Without a fill and without an open position.',
  ),
  [`${INACTIVITY}.close_after_days_from_warning`]: words(
    'Closed after',
    'days',
    '1 to 1,000',
    'From the warning, if nothing is done.',
  ),
}

export const OBJECTIVE_OPTIONS: OptionsByField = {
  [`${OBJECTIVE}.trading_days.counts`]: DAY_COUNTS,
  [`${OBJECTIVE}.consistency.numerator`]: CONSISTENCY_OPTIONS.numerator,
  [`${OBJECTIVE}.consistency.denominator`]: CONSISTENCY_OPTIONS.denominator,
  [`${OBJECTIVE}.consistency.comparison`]: CONSISTENCY_OPTIONS.comparison,
  [`${OBJECTIVE}.consistency.applies`]: { PASS: 'To pass', PAYOUT: 'For a payout' },
  [`${OBJECTIVE}.consistency.window`]: { PHASE: 'The opening', LAST_PAYOUT: 'The last payout' },
}
