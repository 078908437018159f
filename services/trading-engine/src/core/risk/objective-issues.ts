/** Finds what contradicts itself in the objective of a plan, and rules of it that never hold or always do. */
import type { ConsistencyRule } from '../model/plan/objective-rule.js'
import { formatDecimal, ONE } from '../values/decimal.js'
import type { Check, WrittenPlan } from './written-plan.js'

export function objectiveChecks({ plan, rules }: WrittenPlan): readonly Check[] {
  const written = rules.objective
  const { initialBalance, risk, live } = plan
  const { objective, inactivity } = risk
  if (!written || objective === null) return []
  const { profit_target_pct: pct, profit_target_amount: amount, trading_days: days } = written
  const { daysMax, consistency, tradingDays } = objective
  const at = (...names: string[]): readonly string[] => ['objective', ...names]
  const isShared = days?.threshold_pct !== undefined
  const hasThreshold = isShared || days?.threshold_amount !== undefined
  const most = `must be at most the initial balance of ${formatDecimal(initialBalance)}`
  const share = consistency?.pct ?? HUNDRED
  const daysLeast = Number((HUNDRED + share - 1n) / share)
  const isOfDays = consistency?.numerator === 'BEST_DAY' && consistency.applies.includes('PASS')
  return [
    [
      (pct === undefined) === (amount === undefined),
      at(),
      'plan.objective',
      'must have one of profit_target_pct and profit_target_amount',
    ],
    [amount !== undefined && amount > initialBalance, at('profit_target_amount'), 'plan.objective', most],
    [
      (days === undefined) === (written.min_trading_days === undefined),
      at(),
      'plan.objective',
      'must have one of trading_days and min_trading_days, which is the same as trading_days with OPENED',
    ],
    [
      isShared && days.threshold_amount !== undefined,
      at('trading_days'),
      'plan.objective',
      'must have at most one of threshold_pct and threshold_amount',
    ],
    [
      hasThreshold && days?.counts !== 'NET_PROFIT',
      at('trading_days'),
      'plan.objective',
      `has a threshold, which is for NET_PROFIT, not for ${days?.counts}`,
    ],
    [
      days?.threshold_amount !== undefined && days.threshold_amount > initialBalance,
      at('trading_days', 'threshold_amount'),
      'plan.objective',
      most,
    ],
    [
      written.require_flat === false && live !== undefined,
      at('require_flat'),
      'plan.objective',
      'must be true for LIVE: a venue closes positions after the decision, not in it',
    ],
    [
      daysMax !== null && tradingDays.min > daysMax,
      at('max_days'),
      'plan.never_met',
      `leaves no time for ${tradingDays.min} trading days`,
    ],
    [
      daysMax !== null && isOfDays && daysLeast > daysMax + 1,
      at('max_days'),
      'plan.never_met',
      `leaves no time for consistency: no day is at most ${formatDecimal(share)} % of what fewer than ${daysLeast} days earn`,
    ],
    [
      share === HUNDRED && consistency?.comparison === 'LE' && isBoundOfDays(consistency),
      at('consistency', 'pct'),
      'plan.never_binds',
      'never binds: no day earns more than all days with a profit do. Take less than 100 %, or LT',
    ],
    [
      daysMax !== null && inactivity !== null && inactivity.warnAfterDays + inactivity.closeAfterDays >= daysMax,
      ['inactivity'],
      'plan.never_binds',
      `never binds: objective.max_days closes the account after ${daysMax} days. Take fewer days, or none`,
    ],
  ]
}

const HUNDRED = 100n * ONE

const isBoundOfDays = ({ numerator, denominator }: ConsistencyRule): boolean =>
  numerator === 'BEST_DAY' && denominator === 'POSITIVE_DAYS'
