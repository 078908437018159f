/** A file of programs: what can be wrong with each field of it. */
import Joi from 'joi'
import { sourceOf } from '../../../core/model/plan/plan.js'
import {
  PHASE_KINDS,
  PROMOTIONS,
  type PhaseKind,
  type Promotion,
  type WrittenProgram,
} from '../../../core/model/program/program.js'
import { oneOf } from '../../../wire/codec/schemas.js'
import { booleanField, closedObject, textField, worded } from '../../schemas/fields.js'
import { planId, sourceUrl, verifiedOn } from './plan-file.js'

const PROGRAMS_MAX = 100
const PHASES_MAX = 10

interface PhaseBody {
  readonly id: string
  readonly label: string
  readonly plan_id: string
  readonly kind: PhaseKind
  readonly promotion?: Promotion
  readonly requires_kyc?: boolean
  readonly requires_contract?: boolean
}

interface ProgramBody {
  readonly id: string
  readonly name: string
  readonly currency: 'USD'
  readonly phases: readonly PhaseBody[]
  readonly reset?: { readonly allowed: boolean }
  readonly source_url?: string
  readonly verified_on?: string
}

export interface ProgramFileBody {
  readonly programs: readonly ProgramBody[]
}

const phase = closedObject<PhaseBody>({
  id: planId,
  label: textField(128).required(),
  plan_id: planId.description('Of the newest version that the plan has when the file is imported.'),
  kind: oneOf(PHASE_KINDS).required().description('FUNDED: the last phase, and no other.'),
  promotion: oneOf(PROMOTIONS).description(
    'How the next phase is reached. REVIEW: once an operator approves it; always where its plan is LIVE. Of all phases but the last.',
  ),
  requires_kyc: booleanField.description(
    'Its account is opened, and by terms of payouts paid out, only while the identity check of the user is APPROVED. ' +
      'Absent: false.',
  ),
  requires_contract: booleanField.description(
    'Its account is opened only once the contract of the user is APPROVED. Absent: false.',
  ),
})

const listOf = <T>(list: Joi.ArraySchema<T>, name: string, most: number): Joi.ArraySchema<T> =>
  worded(list.min(1).max(most).unique('id').required(), {
    'array.base': `{{#label}} must be a list of ${name}s`,
    'array.min': `{{#label}} must have at least one ${name}`,
    'array.max': `{{#label}} may have at most ${most} ${name}s`,
    'array.unique': `{{#label}} has the id of an earlier ${name}`,
  })

const program = closedObject<ProgramBody>({
  id: planId,
  name: textField(128).required(),
  currency: oneOf(['USD']).required(),
  phases: listOf(Joi.array<readonly PhaseBody[]>().items(phase), 'phase', PHASES_MAX),
  reset: closedObject({ allowed: booleanField.required() }).description(
    'Whether a phase that has failed can be begun again, with a grant for it. Absent: it cannot.',
  ),
  source_url: sourceUrl,
  verified_on: verifiedOn,
})

/** PUT /operator/v1/programs */
export const programFileBody = closedObject<ProgramFileBody>({
  programs: listOf(Joi.array<readonly ProgramBody[]>().items(program), 'program', PROGRAMS_MAX),
})

export const programsOf = ({ programs }: ProgramFileBody): readonly WrittenProgram[] =>
  programs.map(({ id, name, currency, phases, reset, ...source }) => ({
    id,
    name,
    currency,
    phases: phases.map((body) => ({
      id: body.id,
      label: body.label,
      planId: body.plan_id,
      kind: body.kind,
      promotion: body.promotion ?? null,
      requiresKyc: body.requires_kyc ?? false,
      requiresContract: body.requires_contract ?? false,
    })),
    isResetAllowed: reset?.allowed ?? false,
    ...sourceOf(source),
  }))
