/**
 * How far an account is from the next step of its plan's scaling: every condition of the step with its figures and a
 * sentence. All of them have to be met when a payout is paid, which ends a cycle. They count since the step before, or
 * since the account was opened.
 */
import { addMonths, monthsSince } from '../calendar/months.js'
import { percentOf } from '../margin/floors.js'
import { profitOf } from '../margin/profit.js'
import { scaledSize, stepAfter, type ScaledSize } from '../margin/scaled-size.js'
import type { Account } from '../model/account/account.js'
import { formatDecimal, multiplyDivide, ONE, usd, type Rate } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

export const SCALING_CONDITIONS = ['months', 'profit', 'payouts'] as const
export const SCALING_UNITS = ['months', 'percent', 'payouts'] as const

export interface ScalingCondition {
  readonly condition: (typeof SCALING_CONDITIONS)[number]
  readonly isMet: boolean
  /** Scaled decimals in `unit`. */
  readonly value: bigint
  readonly needed: bigint
  readonly unit: (typeof SCALING_UNITS)[number]
  readonly message: string
}

export interface ScalingProgress extends ScaledSize {
  /** Counts from 1. */
  readonly step: number
  /** When the step begins to count. */
  readonly since: Micros
  readonly conditions: readonly ScalingCondition[]
  readonly isMet: boolean
}

/** `paid`: payouts since. Null where the plan has no scaling, or no step that would change anything. */
export function scalingProgress(account: Account, paid: number, now: Micros): ScalingProgress | null {
  const { plan, scaling } = account
  const taken = scaling?.steps.length ?? 0
  const step = stepAfter(plan.risk.scaling ?? [], taken)
  const size = step === undefined ? null : scaledSize(plan, scaling?.splitPct ?? null, step)
  if (step === undefined || size === null) return null
  const since = scaledAt(account)
  const conditions = [
    ...(step.months === null ? [] : [monthsCondition(step.months, since, now)]),
    ...(step.profitPct === null ? [] : [profitCondition(step.profitPct, account)]),
    ...(step.payouts === null ? [] : [payoutsCondition(step.payouts, paid)]),
  ]
  return { ...size, step: taken + 1, since, conditions, isMet: conditions.every(({ isMet }) => isMet) }
}

/** When the last step was taken, or the account was opened. */
export const scaledAt = ({ scaling, createdAt }: Pick<Account, 'scaling' | 'createdAt'>): Micros =>
  scaling?.steps.at(-1)?.at ?? createdAt

function monthsCondition(months: number, since: Micros, now: Micros): ScalingCondition {
  const passed = monthsSince(since, now)
  return {
    condition: 'months',
    isMet: addMonths(since, months) <= now,
    ...{ value: BigInt(passed) * ONE, needed: BigInt(months) * ONE, unit: 'months' },
    message: `${counted(months, 'month')} have to be over; ${counted(passed, 'month')} ${passed === 1 ? 'is' : 'are'}`,
  }
}

function profitCondition(pct: Rate, account: Account): ScalingCondition {
  const { initialBalance } = account.plan
  const earned = usd(profitOf(account) - (account.scaling?.profit ?? 0n))
  const needed = percentOf(initialBalance, pct)
  return {
    condition: 'profit',
    isMet: earned >= needed,
    value: multiplyDivide(earned, 100n * ONE, initialBalance, 'FLOOR'),
    ...{ needed: pct, unit: 'percent' },
    message:
      `${formatDecimal(pct)} % of the initial balance, ${formatDecimal(needed)} USD, have to be earned; ` +
      `${formatDecimal(earned)} USD are`,
  }
}

const payoutsCondition = (payouts: number, paid: number): ScalingCondition => ({
  condition: 'payouts',
  isMet: paid >= payouts,
  ...{ value: BigInt(paid) * ONE, needed: BigInt(payouts) * ONE, unit: 'payouts' },
  message: `${counted(payouts, 'payout')} have to be paid; ${counted(paid, 'payout')} ${paid === 1 ? 'was' : 'were'}`,
})

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
