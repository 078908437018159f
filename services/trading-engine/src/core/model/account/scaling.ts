/**
 * How an account has grown beyond what its plan was sold with. The plan that an account carries is that of its version
 * with the initial balance and the split that are its own: whatever reads them reads those of the account.
 *
 * Peaks, and what a day began with, are kept without what scaling has added, as they are kept without deposits:
 * `netDeposits` counts it. So nothing that was measured before has to be written again.
 */
import { usd, type Rate, type Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { Plan } from '../plan/plan.js'

export interface Scaling {
  /** The steps that were taken, oldest first. */
  readonly steps: readonly TakenStep[]
  /** The trader's share of payouts; null: the plan says. */
  readonly splitPct: Rate | null
  /** The profit of the account in all when the last step was taken: the next one counts from there. */
  readonly profit: Usd
}

export interface TakenStep {
  readonly at: Micros
  /** The one from then on. */
  readonly initialBalance: Usd
}

type Sized = Pick<Plan, 'initialBalance' | 'openedWith'>

/** The initial balance of the plan version: what the account was opened with. */
export const openedWith = ({ initialBalance, openedWith: opened }: Sized): Usd => opened ?? initialBalance

/** The sum that scaling has added since. */
export const scaledBy = (plan: Sized): Usd => usd(plan.initialBalance - openedWith(plan))

/** The plan as an account has it that has grown. */
export function scaledPlan(plan: Plan, { steps, splitPct }: Scaling): Plan {
  const { payouts } = plan.risk
  const split = splitPct === null || payouts === undefined ? null : [{ upToTotal: null, pct: splitPct }]
  return {
    ...plan,
    initialBalance: steps.at(-1)?.initialBalance ?? plan.initialBalance,
    openedWith: openedWith(plan),
    ...(split === null || payouts === undefined ? {} : { risk: { ...plan.risk, payouts: { ...payouts, split } } }),
  }
}

/** The plan with the initial balance that was in force at a moment. */
export function planAt(plan: Plan, scaling: Scaling | null, at: Micros): Plan {
  if (scaling === null) return plan
  const taken = scaling.steps.findLast((step) => step.at <= at)
  return { ...plan, initialBalance: taken?.initialBalance ?? openedWith(plan) }
}
