/** How far an account is from its objective: each part of it with what it is, what it has to be, and a sentence. */
import { breakEvenOf, profitOf, profitTarget } from '../margin/profit.js'
import type { Account } from '../model/account/account.js'
import {
  amountOf,
  type ConsistencyRule,
  type ConsistencyUse,
  type ObjectiveRule,
} from '../model/plan/objective-rule.js'
import { formatDecimal, max, ONE, usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { consistencyOf, type Consistency } from '../margin/consistency.js'
import { DAY_MICROS, timeLimitEnd } from '../execution/time-limits.js'

export const OBJECTIVES = ['profit_target', 'flat', 'trading_days', 'consistency', 'time_limit'] as const
export const OBJECTIVE_UNITS = ['USD', 'positions', 'days', 'percent'] as const

/** A part of the objective. Figures are decimals in `unit`. */
export interface ObjectiveState {
  readonly objective: (typeof OBJECTIVES)[number]
  readonly isMet: boolean
  /** Null where there is nothing to compare: consistency of what has earned nothing. */
  readonly value: bigint | null
  readonly needed: bigint
  readonly unit: (typeof OBJECTIVE_UNITS)[number]
  readonly sentence: string
  readonly stillNeeded?: bigint
  readonly consistency?: Consistency & Pick<ConsistencyRule, 'applies'>
  readonly endsAt?: Micros
}

/** Whether all that is asked for a pass is met. */
export const areAllMet = (states: readonly ObjectiveState[]): boolean =>
  states.every(({ isMet, consistency }) => isMet || consistency?.applies.includes('PASS') === false)

/** The parts of the objective; none of a plan without one. */
export function objectiveStates(account: Account, equity: Usd, now: Micros): readonly ObjectiveState[] {
  const { objective } = account.plan.risk
  const target = profitTarget(account)
  if (objective === null || target === null) return []
  return [
    profitState(account, objective, target, equity),
    ...(objective.requiresFlat ? [flatState(account)] : []),
    ...(objective.tradingDays.min === 0 ? [] : [daysState(account, objective)]),
    ...consistencyStates(account, objective),
    ...timeStates(account, objective, now),
  ]
}

const ZERO = usd(0n)
const CENT = ONE / 100n

/** Rounds to whole cents, towards more. */
const money = (amount: Usd): string => {
  const rest = ((amount % CENT) + CENT) % CENT
  return `${formatDecimal(usd(rest === 0n ? amount : amount - rest + CENT))} USD`
}
const percent = (share: bigint): string => `${formatDecimal(usd(share - (share % CENT)))} %`
const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

function profitState(account: Account, { targetBasis }: ObjectiveRule, target: Usd, equity: Usd): ObjectiveState {
  const isOfEquity = targetBasis === 'EQUITY'
  const value = isOfEquity ? usd(equity - breakEvenOf(account)) : profitOf(account)
  const stillNeeded = max(usd(target - value), ZERO)
  const earned = isOfEquity ? 'profit, with what is open,' : 'realised profit'
  const sentence =
    stillNeeded === 0n
      ? `${earned} is at the target of ${money(target)}`
      : `${earned} is ${money(value)} of ${money(target)}: ${money(stillNeeded)} to go`
  return {
    ...{ objective: 'profit_target', isMet: stillNeeded === 0n, value, needed: target, unit: 'USD' },
    ...{ sentence, stillNeeded },
  }
}

function flatState({ positions }: Account): ObjectiveState {
  const { size } = positions
  return {
    ...{ objective: 'flat', isMet: size === 0, value: BigInt(size) * ONE, needed: 0n, unit: 'positions' },
    sentence: size === 0 ? 'no position is open' : `${count(size, 'position')} open: all have to be closed`,
  }
}

function daysState({ tradedDays, plan }: Account, { tradingDays }: ObjectiveRule): ObjectiveState {
  const { min, counts, threshold } = tradingDays
  const stillNeeded = Math.max(min - tradedDays, 0)
  const earned =
    threshold === null ? 'a profit' : `a profit of at least ${money(amountOf(threshold, plan.initialBalance))}`
  const words = {
    OPENED: 'on which something was opened',
    CLOSED: 'on which something was closed',
    OPENED_AND_CLOSED: 'on which something was opened and something closed',
    NET_PROFIT: `that ended with ${earned}`,
  }
  const rest = stillNeeded === 0 ? '' : `: ${stillNeeded} to go`
  return {
    ...{ objective: 'trading_days', isMet: stillNeeded === 0, value: scaled(tradedDays), needed: scaled(min) },
    ...{ unit: 'days', stillNeeded: scaled(stillNeeded) },
    sentence: `${tradedDays} of ${count(min, 'trading day')} ${words[counts]}${rest}`,
  }
}

const scaled = (whole: number): bigint => BigInt(whole) * ONE

function consistencyStates({ progress, ...account }: Account, objective: ObjectiveRule): readonly ObjectiveState[] {
  const rule = objective.consistency
  if (rule === null || progress === null) return []
  const found = consistencyOf(rule, progress, profitOf(account), account.positions)
  const state: ObjectiveState = {
    ...{ objective: 'consistency', isMet: found.isMet, value: found.score, needed: rule.pct, unit: 'percent' },
    ...{ sentence: consistencySentence(rule, found), stillNeeded: found.stillNeeded },
    consistency: { ...found, applies: rule.applies },
  }
  return [state]
}

const USES: Readonly<Record<ConsistencyUse, string>> = { PASS: 'to pass', PAYOUT: 'for a payout' }

function consistencySentence(rule: ConsistencyRule, { isMet, score, best, total, ...found }: Consistency): string {
  const name = rule.numerator === 'BEST_DAY' ? 'day' : 'trade'
  const whole = rule.denominator === 'NET' ? 'what was earned' : 'what days with a profit have earned'
  const most = `${rule.comparison === 'LT' ? 'under' : 'at most'} ${percent(rule.pct)}`
  const uses = rule.applies.map((use) => USES[use]).join(' and ')
  if (score === null) return `nothing is earned on the whole: the best ${name} may be ${most} of ${whole} ${uses}`
  const share = `the best ${name}, ${money(best)}, is ${percent(score)} of ${whole}, ${money(total)}`
  if (isMet) return `${share}: ${most} is allowed ${uses}`
  const required = `${rule.comparison === 'LT' ? 'more than ' : ''}${money(found.requiredProfit)}`
  return `${share}, and may be ${most} ${uses}: that takes ${required}, ${money(found.stillNeeded)} more, on other ${name}s`
}

function timeStates(account: Account, { daysMax }: ObjectiveRule, now: Micros): readonly ObjectiveState[] {
  const endsAt = timeLimitEnd(account)
  if (endsAt === null || daysMax === null) return []
  const days = Math.min(Math.floor((now - account.createdAt) / DAY_MICROS), daysMax)
  const isOver = now >= endsAt
  const state: ObjectiveState = {
    ...{ objective: 'time_limit', isMet: !isOver, value: scaled(days), needed: scaled(daysMax), unit: 'days', endsAt },
    sentence: isOver ? `the time of ${count(daysMax, 'day')} is over` : `day ${days + 1} of ${daysMax}`,
  }
  return [state]
}

/** The profit that consistency asks for after a fill; null where that is no more than before. */
export function raisedProfit(
  before: Account,
  after: Account,
): { readonly required: Usd; readonly sentence: string } | null {
  const rule = after.plan.risk.objective?.consistency ?? null
  if (rule === null || before.progress === null || after.progress === null) return null
  const [earlier, later] = [
    consistencyOf(rule, before.progress, profitOf(before), before.positions),
    consistencyOf(rule, after.progress, profitOf(after), after.positions),
  ]
  if (later.requiredProfit <= earlier.requiredProfit) return null
  const sentence = `this fill raises the profit you need to ${money(later.requiredProfit)}: ${money(later.stillNeeded)} more`
  return { required: later.requiredProfit, sentence }
}
