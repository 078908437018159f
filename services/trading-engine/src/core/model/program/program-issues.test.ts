import { aPlan } from '../../../../test/support/plans/plans.js'
import { decimal, rate } from '../../values/decimal.js'
import { SLIPPAGE_PCT_DEFAULT, type Plan } from '../plan/plan.js'
import { programIssues } from './program-issues.js'
import type { WrittenProgram } from './program.js'

const objective = { profitTargetPct: rate(decimal('8')), tradingDaysMin: 4 }
const PLANS = new Map<string, Plan>([
  ['step', { ...aPlan({ objective }), id: 'step' }],
  ['funded', { ...aPlan(), id: 'funded' }],
  ['live', { ...aPlan(), id: 'live', live: { slippagePctMax: SLIPPAGE_PCT_DEFAULT } }],
])

type Phase = WrittenProgram['phases'][number]
const step: Phase = {
  ...{
    id: 'one',
    label: 'One',
    planId: 'step',
    kind: 'EVALUATION',
    promotion: 'AUTO',
    requiresKyc: false,
    requiresContract: false,
  },
}
const funded: Phase = { ...step, id: 'last', planId: 'funded', kind: 'FUNDED', promotion: null }
const toReview: Phase = { ...step, promotion: 'REVIEW' }
const toLive: Phase = { ...funded, planId: 'live' }
const unsaid: Phase = { ...step, promotion: null }
const promoted: Phase = { ...funded, promotion: 'AUTO' }

const issuesOf = (...phases: readonly Phase[]) =>
  programIssues({ id: 'p', name: 'P', currency: 'USD', phases, isResetAllowed: false }, PLANS).map(
    ({ path, message }) => `${path.slice(1).join('.')} ${message}`,
  )

test.each<[string, readonly Phase[], readonly string[]]>([
  ['two steps', [step, { ...step, id: 'two' }, funded], []],
  ['one FUNDED phase', [funded], []],
  ['a LIVE plan after a review', [toReview, toLive], []],
  ['a LIVE plan without one', [step, toLive], ['0.promotion must be REVIEW: plan live of the next phase is LIVE']],
  ['no FUNDED phase', [unsaid], ['0.kind must be FUNDED: the last phase is']],
  ['two FUNDED phases', [promoted, funded], ['0.kind must be EVALUATION: only the last phase is FUNDED']],
  ['a promotion of the last', [promoted], ['0.promotion belongs to phases that another follows: leave it out']],
  ['no promotion', [unsaid, funded], ['0.promotion is required: AUTO or REVIEW, of how the next phase is reached']],
  ['an unknown plan', [{ ...funded, planId: 'none' }], ['0.plan_id names none, which is not a plan']],
  [
    'an evaluation that nobody passes',
    [{ ...step, planId: 'funded' }, funded],
    ['0.plan_id names funded, which has no objective: the phase could never be passed'],
  ],
  [
    'a FUNDED phase that ends',
    [{ ...funded, planId: 'step' }],
    ['0.plan_id names step, which has an objective: a FUNDED account would end by meeting it'],
  ],
])('%s', (_name, phases, issues) => {
  expect(issuesOf(...phases)).toEqual(issues)
})
