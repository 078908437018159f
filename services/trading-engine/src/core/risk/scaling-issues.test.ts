import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import type { ScalingStep } from '../model/plan/scaling-terms.js'
import type { Plan } from '../model/plan/plan.js'
import { decimal, rate, usd } from '../values/decimal.js'
import { scalingChecks } from './scaling-issues.js'

const pct = (text: string) => rate(decimal(text))
const money = (text: string) => usd(decimal(text))
const STEP: Partial<ScalingStep> = { payouts: 1, growthPct: pct('25'), balanceMax: money('200000') }

const found = (steps: readonly Partial<ScalingStep>[], fields: PlanFields | null = {}, terms: Partial<Plan> = {}) =>
  scalingChecks({ ...aPlan({ ...(fields === null ? {} : { payouts: {} }), scaling: steps, ...fields }), ...terms })
    .filter(([isWrong]) => isWrong)
    .map(([, path, code, message]) => `${path.join('.')} ${code}: ${message.split(' ').slice(0, 7).join(' ')}`)

test.each<[string, readonly Partial<ScalingStep>[], PlanFields | null, Partial<Plan>, readonly string[]]>([
  ['is sound', [STEP], {}, {}, []],
  ['only changes the split', [{ payouts: 1, splitPct: pct('90') }], {}, {}, []],
  ['grows in ever larger steps', [STEP, { ...STEP, growthPct: pct('50') }], {}, {}, []],
  ['has no payouts', [STEP], null, {}, ['scaling plan.scaling: needs payouts: steps are taken when a']],
  ['has an objective', [STEP], { objective: {} }, {}, ['scaling plan.scaling: is for a plan without an objective:']],
  [
    'is LIVE',
    [STEP],
    {},
    { live: { slippagePctMax: pct('1') } },
    ['scaling plan.scaling: is not for LIVE: what an account'],
  ],
  [
    'grows without end',
    [{ ...STEP, balanceMax: null }],
    {},
    {},
    ['scaling.0.then plan.scaling: must have max_initial_balance with initial_balance_pct: an account'],
  ],
  [
    'stops what does not grow',
    [{ payouts: 1, splitPct: pct('90'), balanceMax: money('1') }],
    {},
    {},
    ['scaling.0.then.max_initial_balance plan.scaling: is for initial_balance_pct, which this step does'],
  ],
  [
    'has a highest balance that it begins with',
    [{ ...STEP, balanceMax: money('100000') }],
    {},
    {},
    ['scaling.0 plan.never_met: changes nothing: the initial balance is 100000'],
  ],
  [
    'has a second step at the height of the first',
    [
      { ...STEP, balanceMax: money('125000') },
      { ...STEP, balanceMax: money('125000') },
    ],
    {},
    {},
    ['scaling.1 plan.never_met: changes nothing: the initial balance is 125000'],
  ],
  [
    'gives the share that the plan gives',
    [{ payouts: 1, splitPct: pct('80') }],
    {},
    {},
    ['scaling.0 plan.never_met: changes nothing: the initial balance is 100000'],
  ],
  [
    'takes more than a hundred steps',
    [{ ...STEP, growthPct: pct('0.5') }],
    {},
    {},
    ['scaling.0 plan.scaling: must reach max_initial_balance within 100 more steps:'],
  ],
])('a plan that %s', (_name, steps, fields, terms, expected) => {
  expect(found(steps, fields, terms)).toEqual(expected)
})

test('a size at which a rule of losses never binds is refused, naming both', () => {
  const fields: PlanFields = {
    ...{ words: 'PRESENT', bothCrossed: 'STRICTEST' },
    maxDrawdown: { mode: 'TRAILING_INTRADAY', pct: null, amount: money('6000'), onFirstPayout: 'KEEP' },
    dailyLoss: { pct: pct('5'), reference: 'DAY_HIGH', amountBase: 'INITIAL' },
  }
  // 5 % are 5,000 of 100,000 and 6,250 of 125,000.
  expect(found([STEP], fields)).toEqual(['scaling.0 plan.never_binds: makes the initial balance 125000, with which'])
  expect(found([{ ...STEP, balanceMax: money('119999') }], fields)).toEqual([])
})
