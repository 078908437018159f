import { sourceOf } from '../../core/model/plan/plan.js'
import type { PhaseKind, Program, Promotion } from '../../core/model/program/program.js'

export interface ProgramRow {
  readonly program_id: string
  readonly program_version: number
  readonly program: ProgramDefinition
}

/** A program as stored: the API's own field names. */
interface ProgramDefinition {
  readonly name: string
  readonly currency: string
  readonly phases: readonly {
    readonly id: string
    readonly label: string
    readonly plan_id: string
    readonly plan_version: number
    readonly kind: PhaseKind
    readonly promotion: Promotion | null
    readonly requires_kyc: boolean
    /** Absent: false. */
    readonly requires_contract?: boolean
  }[]
  readonly reset: { readonly allowed: boolean }
  readonly source_url?: string
  readonly verified_on?: string
}

export const programOf = ({ program_id: id, program_version: version, program }: ProgramRow): Program => ({
  id,
  version,
  name: program.name,
  currency: program.currency,
  phases: program.phases.map((phase) => ({
    id: phase.id,
    label: phase.label,
    planId: phase.plan_id,
    planVersion: phase.plan_version,
    kind: phase.kind,
    promotion: phase.promotion,
    requiresKyc: phase.requires_kyc,
    requiresContract: phase.requires_contract ?? false,
  })),
  isResetAllowed: program.reset.allowed,
  ...sourceOf(program),
})

/** The same as it is stored. */
export const programDefinitionOf = (program: Omit<Program, 'id' | 'version'>): ProgramDefinition => ({
  name: program.name,
  currency: program.currency,
  phases: program.phases.map((phase) => ({
    id: phase.id,
    label: phase.label,
    plan_id: phase.planId,
    plan_version: phase.planVersion,
    kind: phase.kind,
    promotion: phase.promotion,
    requires_kyc: phase.requiresKyc,
    ...(phase.requiresContract && { requires_contract: true }),
  })),
  reset: { allowed: program.isResetAllowed },
  ...(program.source?.url ? { source_url: program.source.url } : {}),
  ...(program.source?.verifiedOn ? { verified_on: program.source.verifiedOn } : {}),
})
