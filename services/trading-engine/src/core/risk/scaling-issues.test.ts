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

const [cheap, split] = [
  { ...STEP, balanceMax: money('125000') },
  { payouts: 1, splitPct: pct('90') },
]
const unchanged = '.0 plan.never_met: changes nothing: the initial balance is 100000'

test.each<[string, readonly Partial<ScalingStep>[], string | null, (PlanFields | null)?, Partial<Plan>?]>([
  ['is sound', [STEP], null],
  ['only changes the split', [split], null],
  ['grows in ever larger steps', [STEP, { ...STEP, growthPct: pct('50') }], null],
  ['has no payouts', [STEP], ' plan.scaling: needs payouts: steps are taken when a', null],
  ['has an objective', [STEP], ' plan.scaling: is for a plan without an objective:', { objective: {} }],
  ['is LIVE', [STEP], ' plan.scaling: is not for LIVE: what an account', {}, { live: { slippagePctMax: pct('1') } }],
  [
    ...(['grows without end', [{ ...STEP, balanceMax: null }]] as const),
    '.0.then plan.scaling: must have max_initial_balance with initial_balance_pct: an account',
  ],
  [
    ...(['stops what does not grow', [{ ...split, balanceMax: money('1') }]] as const),
    '.0.then.max_initial_balance plan.scaling: is for initial_balance_pct, which this step does',
  ],
  ['begins with its highest balance', [{ ...STEP, balanceMax: money('100000') }], unchanged],
  ['has two steps of one height', [cheap, cheap], '.1 plan.never_met: changes nothing: the initial balance is 125000'],
  ['gives the share that the plan gives', [{ payouts: 1, splitPct: pct('80') }], unchanged],
  [
    ...(['takes more than a hundred steps', [{ ...STEP, growthPct: pct('0.5') }]] as const),
    '.0 plan.scaling: must reach max_initial_balance within 100 more steps:',
  ],
])('a plan that %s', (_name, steps, issue, fields = {}, terms = {}) => {
  expect(found(steps, fields, terms)).toEqual(issue === null ? [] : [`scaling${issue}`])
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
