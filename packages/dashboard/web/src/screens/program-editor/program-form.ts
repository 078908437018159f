import type { ProgramVersion, WrittenProgram } from '../../api/firm/firm-programs.js'

type Promotion = 'AUTO' | 'REVIEW'

/** A phase as it is being written. */
export interface PhaseForm {
  /** Distinguishes rows of the form, also while their ids are empty. */
  readonly key: string
  readonly id: string
  readonly label: string
  readonly planId: string
  /** Not of the last phase, which nothing follows. */
  readonly promotion: Promotion
  readonly requiresKyc: boolean
  readonly requiresContract: boolean
}

/** A program as it is being written. The last phase is the funded one. */
export interface ProgramForm {
  readonly id: string
  readonly name: string
  readonly phases: readonly PhaseForm[]
  readonly isResetAllowed: boolean
  readonly sourceUrl: string
  /** Kept as it is while the address is. */
  readonly verifiedOn: string | undefined
}

const phase = (key: string, label: string): PhaseForm => ({
  ...{ key, id: key, label, planId: '', promotion: 'AUTO', requiresKyc: false, requiresContract: false },
})

/** One evaluation and the funded account. */
export const EMPTY_PROGRAM: ProgramForm = {
  ...{ id: '', name: '', isResetAllowed: false, sourceUrl: '', verifiedOn: undefined },
  phases: [phase('evaluation', 'Evaluation'), { ...phase('funded', 'Funded'), requiresKyc: true }],
}

export const formOf = ({ id, name, phases, reset, source_url, verified_on }: ProgramVersion): ProgramForm => ({
  ...{ id, name, isResetAllowed: reset.allowed, sourceUrl: source_url ?? '', verifiedOn: verified_on },
  phases: phases.map((one) => ({
    ...{ key: one.id, id: one.id, label: one.label, planId: one.plan_id },
    ...{ promotion: one.promotion ?? 'AUTO', requiresKyc: one.requires_kyc },
    requiresContract: one.requires_contract,
  })),
})

/** A phase more, before the funded one. */
export function withPhase(form: ProgramForm, key: string): ProgramForm {
  const number = form.phases.length
  const added = { ...phase(key, `Phase ${number}`), id: `phase-${number}` }
  return { ...form, phases: [...form.phases.slice(0, -1), added, ...form.phases.slice(-1)] }
}

/** The body of the import. */
export const writtenOf = ({
  id,
  name,
  phases,
  isResetAllowed,
  sourceUrl,
  verifiedOn,
}: ProgramForm): WrittenProgram => ({
  ...{ id: id.trim(), name: name.trim(), currency: 'USD' },
  phases: phases.map((one, index) => ({
    ...{ id: one.id.trim(), label: one.label.trim(), plan_id: one.planId },
    ...(index === phases.length - 1 ? { kind: 'FUNDED' } : { kind: 'EVALUATION', promotion: one.promotion }),
    requires_kyc: one.requiresKyc,
    requires_contract: one.requiresContract,
  })),
  reset: { allowed: isResetAllowed },
  ...(sourceUrl.trim() !== '' && { source_url: sourceUrl.trim() }),
  ...(sourceUrl.trim() !== '' && verifiedOn !== undefined && { verified_on: verifiedOn }),
})
