import type { Plan } from '../../core/model/plan/plan.js'
import {
  PHASE_KINDS,
  PROMOTIONS,
  type Program,
  type ProgramPhase,
  type ProgramVersion,
} from '../../core/model/program/program.js'
import { codecOf, field, partOf, type Fields } from '../codec/codec.js'
import { calendarDate, count, flag, listOf, oneOf, optional, orNull, text, time } from '../codec/kinds.js'
import { planCodec } from './plan-codec.js'

const phaseFields = {
  id: field(text, (phase) => phase.id),
  label: field(text, (phase) => phase.label),
  plan_id: field(text, (phase) => phase.planId),
  plan_version: field(count, (phase) => phase.planVersion, 'Its account is opened on this version of the plan.'),
  kind: field(oneOf(PHASE_KINDS), (phase) => phase.kind),
  promotion: field(
    orNull(oneOf(PROMOTIONS)),
    (phase) => phase.promotion,
    'How the next phase is reached: REVIEW waits for an operator. Null of the last phase.',
  ),
  requires_kyc: field(
    flag,
    (phase) => phase.requiresKyc,
    'Opened only once the identity check of the user is APPROVED.',
  ),
  requires_contract: field(flag, (phase) => phase.requiresContract, 'The same of the contract.'),
} satisfies Fields<ProgramPhase>

const phaseCodec = codecOf<ProgramPhase>('ProgramPhase')(phaseFields)

const resetCodec = codecOf<Program>('ProgramReset')({
  allowed: field(flag, ({ isResetAllowed }) => isResetAllowed, 'Whether a phase that has failed can be begun again.'),
})

const headFields = {
  id: field(text, (program) => program.id),
  version: field(count, (program) => program.version),
  name: field(text, (program) => program.name),
  currency: field(text, (program) => program.currency),
} satisfies Fields<Program>

const restFields = {
  reset: field(resetCodec, (program) => program),
  source_url: field(optional(text), ({ source }) => source?.url ?? undefined, 'Where it is sold.'),
  verified_on: field(
    optional(calendarDate),
    ({ source }) => source?.verifiedOn ?? undefined,
    'The date on which it was compared with that.',
  ),
} satisfies Fields<Program>

const programFields = {
  ...headFields,
  phases: field(listOf(phaseCodec), (program) => program.phases, 'In their order.'),
  ...restFields,
} satisfies Fields<Program>

export const programCodec = codecOf<Program>('Program')(programFields)

/** A program with the plans of its phases. */
export interface DetailedProgram extends Program {
  readonly plans: readonly Plan[]
}

interface DetailedPhase extends ProgramPhase {
  readonly plan: Plan
}

const detailedPhaseCodec = codecOf<DetailedPhase>('DetailedProgramPhase')({
  ...phaseFields,
  plan: field(planCodec, ({ plan }) => plan, 'The rules of its account.'),
})

const detailedPhases = ({ phases, plans }: DetailedProgram): readonly DetailedPhase[] =>
  phases.flatMap((phase) => {
    const plan = plans.find(({ id, version }) => id === phase.planId && version === phase.planVersion)
    return plan === undefined ? [] : [{ ...phase, plan }]
  })

export const detailedProgramCodec = codecOf<DetailedProgram>('DetailedProgram')({
  ...headFields,
  phases: field(listOf(detailedPhaseCodec), detailedPhases, 'In their order.'),
  ...restFields,
})

export const programVersionCodec = codecOf<ProgramVersion>('ProgramVersion')({
  ...partOf(({ program }: ProgramVersion) => program, programFields),
  created_at: field(time, ({ createdAt }) => createdAt),
})
