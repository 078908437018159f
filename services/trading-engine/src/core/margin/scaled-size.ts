/**
 * The size that a step of scaling gives an account:
 *
 *   initial balance  the present one + growth × the one it was opened with, rounded down to cents; at most the highest
 *                    that the step allows, and never less than it is
 *   split            the step's, where it has one
 *
 * A step that would change neither is not taken.
 */
import { openedWith } from '../model/account/scaling.js'
import type { Plan } from '../model/plan/plan.js'
import type { ScalingStep } from '../model/plan/scaling-terms.js'
import { max, min, usd, type Rate, type Usd } from '../values/decimal.js'
import { percentOf } from './floors.js'
import { wholeCents } from './split-payout.js'

export interface ScaledSize {
  readonly initialBalance: Usd
  /** Null: the plan's tiers go on. */
  readonly splitPct: Rate | null
}

type Sized = Pick<Plan, 'initialBalance' | 'openedWith'> & { readonly risk: Pick<Plan['risk'], 'payouts'> }

/** `splitPct`: that of the steps before. */
export function scaledSize(plan: Sized, splitPct: Rate | null, step: ScalingStep): ScaledSize | null {
  const { initialBalance } = plan
  const { growthPct, balanceMax } = step
  const grown =
    growthPct === null ? initialBalance : initialBalance + wholeCents(percentOf(openedWith(plan), growthPct))
  const next = max(initialBalance, balanceMax === null ? usd(grown) : min(usd(grown), balanceMax))
  const isSplit = step.splitPct !== null && step.splitPct !== (splitPct ?? onlyShareOf(plan))
  if (next === initialBalance && !isSplit) return null
  return { initialBalance: next, splitPct: step.splitPct ?? splitPct }
}

const onlyShareOf = ({ risk: { payouts } }: Sized): Rate | null =>
  payouts?.split.length === 1 ? (payouts.split[0]?.pct ?? null) : null

/** The step that comes after so many; the last one comes again. */
export const stepAfter = (steps: readonly ScalingStep[], taken: number): ScalingStep | undefined =>
  steps[Math.min(taken, steps.length - 1)]
