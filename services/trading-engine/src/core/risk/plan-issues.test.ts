/** Rules about orders and profit in a file of plans: what contradicts itself, or never holds. */
import { aPlan } from '../../../test/support/plans/plans.js'
import { ASSET_CLASSES } from '../model/market/instrument.js'
import { WEEKDAYS, type WrittenFlatBy } from '../model/plan/order-rules.js'
import type { WrittenNewsRule } from '../model/plan/news-rule.js'
import { readRiskConfig, writeRiskConfig, type WrittenRules } from '../model/plan/risk-config.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import { planIssues } from './plan-issues.js'

const present = aPlan({
  ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', dailyLoss: null },
  maxDrawdown: { pct: rate(decimal('10')), onFirstPayout: 'KEEP' },
})
const rules = writeRiskConfig(present.risk, formatDecimal)
const scaled = (written: WrittenRules<string>): WrittenRules<bigint> =>
  JSON.parse(JSON.stringify(written), (_name, value: unknown) =>
    typeof value === 'string' && /^\d[\d.]*$/.test(value) ? decimal(value) : value,
  ) as WrittenRules<bigint>

function issuesOf(fields: Partial<WrittenRules<string>>): readonly string[] {
  const written = scaled({ ...rules, ...fields })
  const plan = { ...present, risk: readRiskConfig(written, (value) => value) }
  return planIssues({ plan, rules: written }).map(({ path, message }) => `${path.join('.')} ${message}`)
}

const DAILY = {
  pct: '5',
  reference: 'BALANCE',
  amount_base: 'INITIAL',
  warn_at_pct: '80',
  action: 'TERMINATE',
} as const
const onlyPeaks = 'peak_of is not for STATIC, only for TRAILING_EOD and PCT_OF_PEAK'
const peakOf = (mode: string) => `peak_of is required with ${mode}: BALANCE or EQUITY`
const tooMuch = 'amount must be at most the initial balance of 100000'

test.each<[object, readonly string[]]>([
  [{}, []],
  [{ pct: undefined, amount: '100000' }, []],
  [{ mode: 'TRAILING_EOD', peak_of: 'BALANCE', lock_at: { offset: '0' } }, []],
  [{ amount: '4000' }, [' must have one of pct and amount']],
  [{ pct: undefined }, [' must have one of pct and amount']],
  [{ pct: undefined, amount: '100000.01' }, [`.${tooMuch}`]],
  [
    { mode: 'PCT_OF_PEAK', pct: undefined, amount: '1', peak_of: 'EQUITY' },
    ['.amount is not for PCT_OF_PEAK: use pct'],
  ],
  [{ mode: 'TRAILING_EOD' }, [`.${peakOf('TRAILING_EOD')}`]],
  [{ mode: 'PCT_OF_PEAK' }, [`.${peakOf('PCT_OF_PEAK')}`]],
  [{ peak_of: 'EQUITY' }, [`.${onlyPeaks}`]],
  [
    { lock_at: 'TARGET' },
    [
      '.lock_at is not for STATIC: that floor never rises',
      '.lock_at TARGET needs an objective with a profit_target_pct',
    ],
  ],
  [{ lock_at: null }, []],
  [{ lock_at_initial: true }, ['.lock_at_initial is of stored plan versions: use lock_at, {"offset": 0} for true']],
])('max_drawdown with %j', (fields, expected) => {
  const written = { ...rules.max_drawdown, ...fields } as typeof rules.max_drawdown
  expect(issuesOf({ max_drawdown: written })).toEqual(expected.map((issue) => `max_drawdown${issue}`))
})

test.each<[object, readonly string[]]>([
  [{}, []],
  [{ reference: undefined }, ['.reference is required: BALANCE, EQUITY, HIGHER_OF or DAY_HIGH']],
  [{ amount_base: undefined }, ['.amount_base is required with pct: INITIAL or REFERENCE']],
  [{ amount: '1' }, [' must have one of pct and amount', '.amount_base is for pct, not for amount']],
  [{ pct: undefined, amount_base: undefined, amount: '100000.01' }, [`.${tooMuch}`]],
  [{ evaluation: 'END_OF_DAY' }, []],
  [
    { evaluation: 'END_OF_DAY', action: 'LOCK' },
    ['.evaluation END_OF_DAY is judged when the day is over: there is nothing left to LOCK. Use TERMINATE or INTRADAY'],
  ],
  [
    { base: 'INITIAL', reset_time: '00:00', reset_tz: 'UTC' },
    [
      '.base is of stored plan versions: use reference, and amount_base with pct',
      '.reset_time is of stored plan versions: use trading_day.reset_time',
      '.reset_tz is of stored plan versions: use trading_day.reset_tz',
    ],
  ],
])('daily_loss with %j', (fields, expected) => {
  const written = { ...DAILY, ...fields } as typeof DAILY
  expect(issuesOf({ daily_loss: written })).toEqual(expected.map((issue) => `daily_loss${issue}`))
})

test('a file needs trading_day', () => {
  const plan = { ...present, risk: readRiskConfig(scaled(rules), (value) => value) }
  expect(planIssues({ plan, rules: { ...scaled(rules), trading_day: undefined } as never })).toEqual([
    { path: ['trading_day'], code: 'any.required', message: 'is required' },
  ])
})

const news: WrittenNewsRule<string> = { before_minutes: 5, after_minutes: 5, impacts: ['HIGH'], scope: 'ALL' }

const FACTOR = { treatment: 'FACTOR' } as const
const EXCLUDED = { treatment: 'EXCLUDE_PROFIT' } as const
const exempt = { exempt_if_opened_before_minutes: 10 }
const neverBinds = 'counts_pct never binds'
const isExempt = 'exempt_if_opened_before_minutes is for'
const ofFreeze = `${isExempt} EXCLUDE_PROFIT and FACTOR: a freeze closes nothing`
const ofOpening = `${isExempt} scope ALL: with OPENING whatever was opened before the window may close within it`

test.each<[string, Partial<WrittenNewsRule<string>>, string | null]>([
  ['a freeze', {}, null],
  ['an exclusion', { ...EXCLUDED, exempt_if_opened_before_minutes: 300 }, null],
  ['a share', { ...FACTOR, counts_pct: '40' }, null],
  ['a window of a minute', { before_minutes: 0, after_minutes: 1 }, null],
  ['a share of nothing named', FACTOR, 'counts_pct is required with FACTOR'],
  ['a share of all', { ...FACTOR, counts_pct: '100' }, `${neverBinds}: all of the profit counts. Take less than 100`],
  ['an exclusion with a share', { ...EXCLUDED, counts_pct: '40' }, 'counts_pct is for FACTOR, not for EXCLUDE_PROFIT'],
  ['a freeze with an exemption', exempt, ofFreeze],
  ['an exemption of what is not concerned', { ...EXCLUDED, ...exempt, scope: 'OPENING' }, ofOpening],
])('news: %s', (_, fields, expected) => {
  const issues = expected === null ? [] : [`news_freeze.${expected}`]
  expect(issuesOf({ news_freeze: { ...news, ...fields } })).toEqual(issues)
})

test('a window of news that is over as it begins never binds', () => {
  expect(issuesOf({ news_freeze: { ...news, before_minutes: 0, after_minutes: 0 } })).toEqual([
    'news_freeze never binds: its window is over as it begins. Take at least 1 for before_minutes or after_minutes',
  ])
})

const EVERY_DAY = { time: '21:00', tz: 'UTC', days: WEEKDAYS, lead_minutes: 1_440, severity: 'CLOSE' } as const
const noTime =
  'flat_by leaves no time at which anything may be opened: each moment comes within the lead_minutes of the next. Take fewer lead_minutes'

test.each<[string, readonly WrittenFlatBy[], readonly string[]]>([
  ['a day before each day', [EVERY_DAY], [noTime]],
  ['twelve hours before each half day', halves(720), [noTime]],
  ['all but a minute of each half day', halves(719), []],
  ['a day before each day, of one class', [{ ...EVERY_DAY, classes: ['crypto'] }], []],
  ['a day before each day, of each class', ASSET_CLASSES.map((one) => ({ ...EVERY_DAY, classes: [one] })), [noTime]],
  ['a day before each day but one', [{ ...EVERY_DAY, days: WEEKDAYS.slice(1) }], []],
])('flat by: %s', (_, moments, expected) => {
  expect(issuesOf({ flat_by: moments })).toEqual(expected)
})

function halves(lead: number): readonly WrittenFlatBy[] {
  return ['09:00', '21:00'].map((time) => ({ ...EVERY_DAY, time, lead_minutes: lead }))
}

const TERMS: NonNullable<WrittenRules<string>['payouts']> = {
  ...{ first_after_days: 0, every_days: 0, min_amount: '50', buffer_amount: '0', flat: false },
  split: [{ pct: '80' }],
}
const noMore = 'never binds: no payout is more than the profit. Take less than 100, or leave it out'

test.each<[string, Partial<typeof TERMS>, readonly string[]]>([
  ['with caps', { max_amount: '50', max_pct_of_balance: '5', max_pct_of_profit: '99.99' }, []],
  [
    'without a whole cent',
    { min_amount: '10.001', max_amount: '10.009' },
    ['max_amount leaves no whole cents from 10.001 on: a payout is in whole cents'],
  ],
  ['of all of the profit', { max_pct_of_profit: '100' }, [`max_pct_of_profit ${noMore}`]],
  ['of all of the balance', { max_pct_of_balance: '100' }, [`max_pct_of_balance ${noMore}`]],
  [
    'after days of two thresholds',
    { qualifying_days: { min: 3, counts: 'NET_PROFIT', threshold_pct: '1', threshold_amount: '150' } },
    ['qualifying_days must have at most one of threshold_pct and threshold_amount'],
  ],
  [
    'with a best day of all days with a profit',
    { consistency: { pct: '100', numerator: 'BEST_DAY', denominator: 'POSITIVE_DAYS', comparison: 'LE' } },
    ['consistency.pct never binds: no day earns more than all days with a profit do. Take less than 100 %, or LT'],
  ],
  [
    'with a best day of what all days leave',
    { consistency: { pct: '100', numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE' } },
    [],
  ],
  ['of less than the least', { max_amount: '49' }, ['max_amount must be at least min_amount, which is 50']],
  [
    'by shares out of order',
    { split: [{ pct: '80' }, { up_to_total: '10', pct: '90' }, { up_to_total: '10', pct: '95' }] },
    [
      'split must end with a share that has no up_to_total, and have no other such share',
      'split must have each up_to_total higher than the one before: they are totals of all that was paid',
    ],
  ],
])('payouts %s', (_, terms, expected) => {
  expect(issuesOf({ payouts: { ...TERMS, ...terms } })).toEqual(expected.map((issue) => `payouts.${issue}`))
})

test.each<[string, Partial<WrittenRules<string>>, readonly string[]]>([
  ['of a rule that it has', { stop_required: { grace_seconds: 60, action: 'CLOSE' } }, []],
  ['of one that it has not', {}, ['strikes.0.rule never binds: the plan has no stop_required']],
])('strikes %s', (_, fields, expected) => {
  const strikes = [{ rule: 'stop_required', max: 3, window_days: 30, then: 'LOCK' }] as const
  expect(issuesOf({ ...fields, strikes })).toEqual(expected)
})

test('strikes of ideas that end the account anyway never bind', () => {
  const strikes = [{ rule: 'max_loss_per_idea', max: 3, window_days: 30, then: 'LOCK' }] as const
  expect(issuesOf({ max_loss_per_idea: { pct: '3', action: 'TERMINATE' }, strikes })).toEqual([
    'strikes.0.rule never binds: the first break of max_loss_per_idea ends the account',
  ])
})

const STRIKES = [{ rule: 'stop_required', max: 5, window_days: 30, then: 'TERMINATE' }] as const
test.each<[string, Partial<WrittenRules<string>>]>([
  ['a freeze in the words of today', { news_freeze: news }],
  ['a share of profit', { news_freeze: { ...news, ...FACTOR, ...exempt, counts_pct: '40' } }],
  ['strikes', { stop_required: { grace_seconds: 60, action: 'STRIKE' }, strikes: STRIKES }],
  ['a holding time', { holding_time: { min_seconds: 60, per: 'TRADE' } }],
])('%s is written as it was read', (_, fields) => {
  const written = { ...rules, ...fields }
  expect(writeRiskConfig(readRiskConfig(written, decimal), formatDecimal)).toEqual(written)
})
