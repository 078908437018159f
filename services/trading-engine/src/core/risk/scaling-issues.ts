/** Finds what the scaling of a file lacks, and steps of it that can never be taken. */
import { formatDecimal, usd, type Rate, type Usd } from '../values/decimal.js'
import { scaledSize, stepAfter, type ScaledSize } from '../margin/scaled-size.js'
import type { Plan } from '../model/plan/plan.js'
import type { ScalingStep } from '../model/plan/scaling-terms.js'
import { neverBinds } from './never-binds.js'
import type { Check } from './written-plan.js'

/** How often the last step may be taken until it has nothing to add. */
const STEPS_MAX = 100

export function scalingChecks(plan: Omit<Plan, 'version'>): readonly Check[] {
  const { scaling, payouts, objective } = plan.risk
  if (scaling === undefined) return []
  const whole: readonly Check[] = [
    [
      payouts === undefined,
      ['scaling'],
      'plan.scaling',
      'needs payouts: steps are taken when a payout is paid, which ends a cycle',
    ],
    [
      objective !== null,
      ['scaling'],
      'plan.scaling',
      'is for a plan without an objective: an account that has passed goes on as another one, which can have it',
    ],
    [plan.live !== undefined, ['scaling'], 'plan.scaling', 'is not for LIVE: what an account has is in its wallet'],
  ]
  const steps = scaling.flatMap((step, place) => stepChecks(step, ['scaling', String(place)]))
  if ([...whole, ...steps].some(([isWrong]) => isWrong)) return [...whole, ...steps]
  return pathChecks(plan, scaling)
}

const stepChecks = (step: ScalingStep, at: readonly string[]): readonly Check[] => [
  [
    step.growthPct !== null && step.balanceMax === null,
    [...at, 'then'],
    'plan.scaling',
    'must have max_initial_balance with initial_balance_pct: an account does not grow without end',
  ],
  [
    step.growthPct === null && step.balanceMax !== null,
    [...at, 'then', 'max_initial_balance'],
    'plan.scaling',
    'is for initial_balance_pct, which this step does not have',
  ],
]

/** All accounts of a plan grow alike: each step is looked at with what those before it have made of the account. */
function pathChecks(plan: Omit<Plan, 'version'>, steps: readonly ScalingStep[]): readonly Check[] {
  let initialBalance: Usd = plan.initialBalance
  let splitPct: Rate | null = null
  for (let taken = 0; ; taken += 1) {
    const step = stepAfter(steps, taken)
    const at = ['scaling', String(Math.min(taken, steps.length - 1))]
    const grown = { ...plan, initialBalance, openedWith: plan.initialBalance }
    const size: ScaledSize | null = step === undefined ? null : scaledSize(grown, splitPct, step)
    if (size === null) return taken >= steps.length ? [] : [neverTaken(at, initialBalance)]
    if (taken - steps.length >= STEPS_MAX)
      return [
        [
          true,
          at,
          'plan.scaling',
          `must reach max_initial_balance within ${STEPS_MAX} more steps: take a larger initial_balance_pct`,
        ],
      ]
    ;({ initialBalance, splitPct } = size)
    const dead = neverBinds({ ...plan, initialBalance })
    if (dead !== null && neverBinds(plan) === null)
      return [
        [
          true,
          at,
          'plan.never_binds',
          `makes the initial balance ${formatDecimal(initialBalance)}, with which ${dead.rule} ${dead.message}`,
        ],
      ]
  }
}

const neverTaken = (at: readonly string[], initialBalance: bigint): Check => [
  true,
  at,
  'plan.never_met',
  `changes nothing: the initial balance is ${formatDecimal(usd(initialBalance))} by then, and the split the same. ` +
    'Take a higher max_initial_balance, or another split_pct',
]
