/** Finds what the rules of a file of plans lack, or have too much of: what no field says by itself. */
import { isInStoredWords, needsPeakOf, type WrittenRules } from '../model/plan/risk-config.js'
import { formatDecimal, ONE } from '../values/decimal.js'
import { flatChecks } from './flat-by-issues.js'
import { neverBinds } from './never-binds.js'
import { objectiveChecks } from './objective-issues.js'
import { payoutChecks } from './payout-terms-issues.js'
import { scalingChecks } from './scaling-issues.js'
import type { Check, WrittenPlan } from './written-plan.js'

export interface PlanIssue {
  /** Within `risk_config`. */
  readonly path: readonly string[]
  readonly code: string
  /** Goes on from the name of the field. */
  readonly message: string
}

const INSTEAD = {
  base: 'is of stored plan versions: use reference, and amount_base with pct',
  reset_time: 'is of stored plan versions: use trading_day.reset_time',
  reset_tz: 'is of stored plan versions: use trading_day.reset_tz',
  lock_at_initial: 'is of stored plan versions: use lock_at, {"offset": 0} for true',
} as const

/** Fields that only versions have that were stored before there was `trading_day`. */
export function storedWordIssues({
  max_drawdown: drawdown,
  daily_loss: daily,
}: WrittenRules<bigint>): readonly PlanIssue[] {
  const issue = (path: readonly string[], name: keyof typeof INSTEAD): PlanIssue => ({
    ...{ path: [...path, name], code: 'plan.stored_field', message: INSTEAD[name] },
  })
  return [
    ...(drawdown.lock_at_initial === undefined ? [] : [issue(['max_drawdown'], 'lock_at_initial')]),
    ...(['base', 'reset_time', 'reset_tz'] as const)
      .filter((name) => daily?.[name] !== undefined)
      .map((name) => issue(['daily_loss'], name)),
  ]
}

/** All of a file that is not equal to its stored version. */
export function planIssues({ plan, rules }: WrittenPlan): readonly PlanIssue[] {
  const stored = storedWordIssues(rules)
  if (isInStoredWords(rules)) return stored
  const found = [
    ...drawdownChecks(plan, rules),
    ...dailyChecks(plan, rules),
    ...objectiveChecks({ plan, rules }),
    ...payoutChecks({ plan, rules }),
    ...scalingChecks(plan),
    ...classChecks(rules),
    ...newsChecks(rules),
    ...flatChecks(rules),
    ...strikeChecks(rules),
  ]
    .filter(([isWrong]) => isWrong)
    .map(([, path, code, message]) => ({ path, code, message }))
  const needsDay = { path: ['trading_day'], code: 'any.required', message: 'is required' }
  const issues = [...stored, ...(rules.trading_day === undefined ? [needsDay] : []), ...found]
  if (issues.length > 0) return issues
  const dead = neverBinds(plan)
  return dead === null ? [] : [{ path: [dead.rule], code: 'plan.never_binds', message: dead.message }]
}

function drawdownChecks({ initialBalance, risk }: WrittenPlan['plan'], rules: WrittenRules<bigint>): readonly Check[] {
  const { max_drawdown: drawdown } = rules
  const { mode, pct, amount, peak_of: peakOf, lock_at: lockAt } = drawdown
  const at = (...names: string[]): readonly string[] => ['max_drawdown', ...names]
  return [
    [(pct === undefined) === (amount === undefined), at(), 'plan.loss', ONE_LOSS],
    [mode === 'PCT_OF_PEAK' && amount !== undefined, at('amount'), 'plan.loss', 'is not for PCT_OF_PEAK: use pct'],
    [amount !== undefined && amount > initialBalance, at('amount'), 'plan.loss', most(initialBalance)],
    [
      needsPeakOf(drawdown) && peakOf === undefined,
      at('peak_of'),
      'any.required',
      `is required with ${mode}: BALANCE or EQUITY`,
    ],
    [
      !needsPeakOf(drawdown) && peakOf !== undefined,
      at('peak_of'),
      'plan.peak_of',
      `is not for ${mode}, only for TRAILING_EOD and PCT_OF_PEAK`,
    ],
    [
      mode === 'STATIC' && lockAt !== undefined && lockAt !== null,
      at('lock_at'),
      'plan.lock_at',
      'is not for STATIC: that floor never rises',
    ],
    [
      lockAt === 'TARGET' && risk.objective === null,
      at('lock_at'),
      'plan.lock_at',
      'TARGET needs an objective with a profit_target_pct',
    ],
  ]
}

function dailyChecks(
  { initialBalance }: WrittenPlan['plan'],
  { daily_loss: daily }: WrittenRules<bigint>,
): readonly Check[] {
  if (!daily) return []
  const { pct, amount, reference, amount_base: amountBase, evaluation, action } = daily
  const at = (...names: string[]): readonly string[] => ['daily_loss', ...names]
  return [
    [reference === undefined, at('reference'), 'any.required', 'is required: BALANCE, EQUITY, HIGHER_OF or DAY_HIGH'],
    [(pct === undefined) === (amount === undefined), at(), 'plan.loss', ONE_LOSS],
    [amount !== undefined && amount > initialBalance, at('amount'), 'plan.loss', most(initialBalance)],
    [
      pct !== undefined && amountBase === undefined,
      at('amount_base'),
      'any.required',
      'is required with pct: INITIAL or REFERENCE',
    ],
    [amount !== undefined && amountBase !== undefined, at('amount_base'), 'plan.loss', 'is for pct, not for amount'],
    [
      evaluation === 'END_OF_DAY' && action === 'LOCK',
      at('evaluation'),
      'plan.evaluation',
      'END_OF_DAY is judged when the day is over: there is nothing left to LOCK. Use TERMINATE or INTRADAY',
    ],
  ]
}

/** A cap of a class that another limit always reaches first, or with it, never refuses an order by itself. */
function classChecks({ exposure }: WrittenRules<bigint>): readonly Check[] {
  return Object.entries(exposure.by_class ?? {}).flatMap(([name, cap]): Check[] => [
    [
      (cap.max_notional ?? 0n) >= exposure.max_total_notional,
      ['exposure', 'by_class', name, 'max_notional'],
      'plan.never_binds',
      `never binds: max_total_notional is ${formatDecimal(exposure.max_total_notional)}. Take less than that`,
    ],
    [
      (cap.max_positions ?? 0) >= exposure.max_positions,
      ['exposure', 'by_class', name, 'max_positions'],
      'plan.never_binds',
      `never binds: max_positions of all classes is ${exposure.max_positions}. Take less than that`,
    ],
  ])
}

function newsChecks({ news_freeze: news }: WrittenRules<bigint>): readonly Check[] {
  if (!news) return []
  const { treatment = 'FREEZE', counts_pct: counts, exempt_if_opened_before_minutes: exempt, scope } = news
  const { before_minutes: before, after_minutes: after } = news
  const at = (...names: string[]): readonly string[] => ['news_freeze', ...names]
  return [
    [
      before + after === 0,
      at(),
      'plan.never_binds',
      'never binds: its window is over as it begins. Take at least 1 for before_minutes or after_minutes',
    ],
    [treatment === 'FACTOR' && counts === undefined, at('counts_pct'), 'any.required', 'is required with FACTOR'],
    [
      treatment === 'FACTOR' && counts === HUNDRED,
      at('counts_pct'),
      'plan.never_binds',
      'never binds: all of the profit counts. Take less than 100',
    ],
    [
      treatment !== 'FACTOR' && counts !== undefined,
      at('counts_pct'),
      'plan.news',
      `is for FACTOR, not for ${treatment}`,
    ],
    [
      treatment === 'FREEZE' && exempt !== undefined,
      at('exempt_if_opened_before_minutes'),
      'plan.news',
      'is for EXCLUDE_PROFIT and FACTOR: a freeze closes nothing',
    ],
    [
      treatment !== 'FREEZE' && exempt !== undefined && scope === 'OPENING',
      at('exempt_if_opened_before_minutes'),
      'plan.news',
      'is for scope ALL: with OPENING whatever was opened before the window may close within it',
    ],
  ]
}

/** Strikes of a rule that the plan has not never come; nor do they where a break of it ends the account anyway. */
function strikeChecks({ strikes, ...rules }: WrittenRules<bigint>): readonly Check[] {
  return (strikes ?? []).map(({ rule }, index): Check => {
    const isMissing = !rules[rule]
    const isEnd = rule === 'max_loss_per_idea' && rules.max_loss_per_idea?.action === 'TERMINATE'
    const why = isMissing ? `the plan has no ${rule}` : 'the first break of max_loss_per_idea ends the account'
    return [isMissing || isEnd, ['strikes', String(index), 'rule'], 'plan.never_binds', `never binds: ${why}`]
  })
}

const HUNDRED = 100n * ONE

const ONE_LOSS = 'must have one of pct and amount'
const most = (initial: bigint): string => `must be at most the initial balance of ${formatDecimal(initial)}`
