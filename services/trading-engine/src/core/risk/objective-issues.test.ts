/** The objective of a file of plans: what contradicts itself, never holds, or always does. */
import { aPlan } from '../../../test/support/plans/plans.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import { readRiskConfig, writeRiskConfig } from '../model/plan/risk-config.js'
import type { WrittenObjective } from '../model/plan/written-objective.js'
import { planIssues } from './plan-issues.js'

const present = aPlan({
  ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', dailyLoss: null },
  maxDrawdown: { pct: rate(decimal('10')), onFirstPayout: 'KEEP' },
})
const rules = writeRiskConfig(present.risk, (value) => value)
const texts = writeRiskConfig(present.risk, formatDecimal)

/** Cases have their decimals as text: jest cannot tell of a case that failed what is a bigint in it. */
const scaled = (objective: WrittenObjective<string>): WrittenObjective<bigint> =>
  JSON.parse(JSON.stringify(objective), (_name, value: unknown) =>
    typeof value === 'string' && /^\d/.test(value) ? decimal(value) : value,
  ) as WrittenObjective<bigint>

interface PlanTerms {
  readonly inactivity?: { readonly warn_after_days: number; readonly close_after_days_from_warning: number }
  readonly isLive?: boolean
}

/** The issues of a file of one plan with this objective. */
function issuesOf(
  objective: WrittenObjective<string>,
  { isLive = false, ...terms }: PlanTerms = {},
): readonly string[] {
  const written = { ...rules, objective: scaled(objective), ...terms }
  const live = isLive ? { live: { slippagePctMax: rate(decimal('1')) } } : {}
  const plan = { ...present, ...live, risk: readRiskConfig(written, (value) => value) }
  return planIssues({ plan, rules: written }).map(({ path, message }) => `${path.join('.')} ${message}`)
}

const TARGET = { profit_target_pct: '8' }
const DAYS = { trading_days: { min: 3, counts: 'OPENED' as const } }
const consistency = {
  ...{ pct: '40', numerator: 'BEST_DAY' as const, denominator: 'NET' as const, comparison: 'LE' as const },
  ...{ applies: ['PASS' as const], window: 'PHASE' as const },
}

const LESS = { ...consistency, comparison: 'LT' as const }

const inactivity = { warn_after_days: 15, close_after_days_from_warning: 15 }
const byNetProfit = (threshold: object) => ({ trading_days: { min: 1, counts: 'NET_PROFIT' as const, ...threshold } })

test.each<[string, WrittenObjective<string>, PlanTerms?]>([
  ['of today', { ...TARGET, min_trading_days: 4 }],
  ['in dollars, with a threshold', { profit_target_amount: '3000', ...byNetProfit({ threshold_amount: '150' }) }],
  ['with everything', { ...TARGET, ...DAYS, target_basis: 'EQUITY', require_flat: false, max_days: 30, consistency }],
  ['of 20 % a day, in as many days', { ...TARGET, ...DAYS, max_days: 4, consistency: { ...consistency, pct: '20' } }],
  [
    'of less than half a day, in as many days',
    { ...TARGET, ...DAYS, max_days: 3, consistency: { ...LESS, pct: '40' } },
  ],
  ['that is no more than inactivity', { ...TARGET, ...DAYS }, { inactivity }],
])('an objective %s is one', (_name, objective, terms = {}) => {
  expect(issuesOf(objective, terms)).toEqual([])
})

const oneTarget = ' must have one of profit_target_pct and profit_target_amount'
const oneOfDays = ' must have one of trading_days and min_trading_days, which is the same as trading_days with OPENED'
const oneThreshold = '.trading_days must have at most one of threshold_pct and threshold_amount'
const noTime = '.max_days leaves no time for'
const noDay = `${noTime} consistency: no day is at most 10 % of what fewer than 10 days earn`
const neverBinds = '.consistency.pct never binds: no day earns more than all days with a profit do.'

test.each<[string, WrittenObjective<string>, PlanTerms?]>([
  [oneTarget, DAYS],
  [oneTarget, { ...TARGET, ...DAYS, profit_target_amount: '1' }],
  [
    '.profit_target_amount must be at most the initial balance of 100000',
    { ...DAYS, profit_target_amount: '100000.01' },
  ],
  [
    '.profit_target_pct asks for less than 0.01: the account would pass as it is opened',
    { ...DAYS, profit_target_pct: '0.000000000000000001' },
  ],
  [oneOfDays, TARGET],
  [oneOfDays, { ...TARGET, ...DAYS, min_trading_days: 3 }],
  [oneThreshold, { ...TARGET, ...byNetProfit({ threshold_pct: '1', threshold_amount: '1' }) }],
  [
    '.trading_days has a threshold, which is for NET_PROFIT, not for CLOSED',
    { ...TARGET, trading_days: { min: 1, counts: 'CLOSED', threshold_pct: '1' } },
  ],
  [
    '.trading_days.threshold_amount must be at most the initial balance of 100000',
    { ...TARGET, ...byNetProfit({ threshold_amount: '100001' }) },
  ],
  [
    '.require_flat must be true for LIVE: a venue closes positions after the decision, not in it',
    ...([{ ...TARGET, ...DAYS, require_flat: false }, { isLive: true }] as const),
  ],
  [`${noTime} 3 trading days`, { ...TARGET, ...DAYS, max_days: 2 }],
  [noDay, { ...TARGET, ...DAYS, max_days: 8, consistency: { ...consistency, pct: '10' } }],
  [
    `${noTime} consistency: no day is less than 50 % of what fewer than 3 days earn`,
    { ...TARGET, min_trading_days: 1, max_days: 1, consistency: { ...LESS, pct: '50' } },
  ],
  [
    '.consistency.applies never binds: PAYOUT is asked for by the terms of payouts, which the plan has not. Take PASS, or add payouts',
    { ...TARGET, ...DAYS, consistency: { ...consistency, applies: ['PAYOUT'] } },
  ],
  [
    `${neverBinds} Take less than 100 %, or LT`,
    { ...TARGET, ...DAYS, consistency: { ...consistency, pct: '100', denominator: 'POSITIVE_DAYS' } },
  ],
])('objective%s', (issue, objective, terms = {}) => {
  expect(issuesOf(objective, terms)).toEqual([`objective${issue}`])
})

test('inactivity that the days of the objective come before never binds', () => {
  const issue = 'inactivity never binds: objective.max_days closes the account after 30 days. Take fewer days, or none'
  expect(issuesOf({ ...TARGET, ...DAYS, max_days: 30 }, { inactivity })).toEqual([issue])
})

test('what a plan says is what is written of it, in the words it was said in', () => {
  for (const objective of [
    { profit_target_pct: '8', min_trading_days: 4 },
    {
      ...{ profit_target_amount: '3000', target_basis: 'EQUITY' as const, require_flat: false, max_days: 30 },
      trading_days: { min: 5, counts: 'NET_PROFIT' as const, threshold_pct: '0.3' },
      consistency: { ...consistency, applies: ['PASS' as const, 'PAYOUT' as const] },
    },
  ]) {
    const later = { ...inactivity, close_after_days_from_warning: 30 }
    const read = readRiskConfig({ ...texts, objective, inactivity: later }, decimal)
    expect(writeRiskConfig(read, formatDecimal)).toMatchObject({ objective, inactivity: later })
  }
  const defaults = readRiskConfig({ ...texts, objective: { ...TARGET, ...DAYS } }, decimal)
  expect(writeRiskConfig(defaults, formatDecimal).objective).toEqual({
    ...{ ...TARGET, ...DAYS, target_basis: 'BALANCE', require_flat: true },
  })
})
