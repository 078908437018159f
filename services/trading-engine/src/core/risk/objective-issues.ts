/** Finds what contradicts itself in the objective of a plan, and rules of it that never hold or always do. */
import { amountOf, type ConsistencyRule } from '../model/plan/objective-rule.js'
import type { WrittenDays } from '../model/plan/written-objective.js'
import { formatDecimal, ONE, type Usd } from '../values/decimal.js'
import type { Check, WrittenPlan } from './written-plan.js'

export function objectiveChecks({ plan, rules }: WrittenPlan): readonly Check[] {
  const written = rules.objective
  const { initialBalance, risk, live } = plan
  const { objective, inactivity } = risk
  if (!written || objective === null) return []
  const { profit_target_pct: pct, profit_target_amount: amount, trading_days: days } = written
  const { daysMax, consistency, tradingDays } = objective
  const at = (...names: string[]): readonly string[] => ['objective', ...names]
  const most = `must be at most the initial balance of ${formatDecimal(initialBalance)}`
  const share = consistency?.pct ?? HUNDRED
  const isUnder = consistency?.comparison === 'LT'
  // The best of so many days is a share of one by that number at least, however even they are.
  const daysLeast = Number(isUnder ? HUNDRED / share + 1n : (HUNDRED + share - 1n) / share)
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
      (pct ?? amount) !== undefined && amountOf(objective.profitTarget, initialBalance) < CENT,
      at(amount === undefined ? 'profit_target_pct' : 'profit_target_amount'),
      'plan.objective',
      'asks for less than 0.01: the account would pass as it is opened',
    ],
    [
      (days === undefined) === (written.min_trading_days === undefined),
      at(),
      'plan.objective',
      'must have one of trading_days and min_trading_days, which is the same as trading_days with OPENED',
    ],
    ...dayChecks(days, initialBalance, at('trading_days')),
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
      `leaves no time for consistency: no day is ${isUnder ? 'less than' : 'at most'} ${formatDecimal(share)} % ` +
        `of what fewer than ${daysLeast} days earn`,
    ],
    [
      consistency?.applies.includes('PASS') === false && risk.payouts === undefined,
      at('consistency', 'applies'),
      'plan.never_binds',
      'never binds: PAYOUT is asked for by the terms of payouts, which the plan has not. Take PASS, or add payouts',
    ],
    consistencyCheck(consistency, at('consistency', 'pct')),
    [
      daysMax !== null && inactivity !== null && inactivity.warnAfterDays + inactivity.closeAfterDays >= daysMax,
      ['inactivity'],
      'plan.never_binds',
      `never binds: objective.max_days closes the account after ${daysMax} days. Take fewer days, or none`,
    ],
  ]
}

const HUNDRED = 100n * ONE
const CENT = ONE / 100n

/** Finds what contradicts itself in how days are counted, for a pass or for a payout. */
export function dayChecks(
  days: WrittenDays<bigint> | undefined,
  initialBalance: Usd,
  at: readonly string[],
): readonly Check[] {
  if (days === undefined) return []
  const { counts, threshold_pct: pct, threshold_amount: amount } = days
  const hasThreshold = pct !== undefined || amount !== undefined
  return [
    [
      pct !== undefined && amount !== undefined,
      at,
      'plan.objective',
      'must have at most one of threshold_pct and threshold_amount',
    ],
    [
      hasThreshold && counts !== 'NET_PROFIT',
      at,
      'plan.objective',
      `has a threshold, which is for NET_PROFIT, not for ${counts}`,
    ],
    [
      amount !== undefined && amount > initialBalance,
      [...at, 'threshold_amount'],
      'plan.objective',
      `must be at most the initial balance of ${formatDecimal(initialBalance)}`,
    ],
  ]
}

/** Finds a share of the days with a profit that no day can be more than, for a pass or for a payout. */
export function consistencyCheck(rule: ConsistencyRule | null, at: readonly string[]): Check {
  const isOfDays = rule?.numerator === 'BEST_DAY' && rule.denominator === 'POSITIVE_DAYS'
  return [
    isOfDays && rule.pct === HUNDRED && rule.comparison === 'LE',
    at,
    'plan.never_binds',
    'never binds: no day earns more than all days with a profit do. Take less than 100 %, or LT',
  ]
}
