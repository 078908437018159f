/** The programs that a firm sells: phases, each on a plan. A challenge is one attempt of one user at a program. */
import type { Micros } from '../../values/time.js'
import type { PlanSource } from '../plan/plan.js'

/** EVALUATION: passed by meeting the objective of its plan. FUNDED: the last one, which has none. */
export const PHASE_KINDS = ['EVALUATION', 'FUNDED'] as const
export type PhaseKind = (typeof PHASE_KINDS)[number]

/** AUTO: who has passed goes on to the next phase. REVIEW: once an operator has approved it. */
export const PROMOTIONS = ['AUTO', 'REVIEW'] as const
export type Promotion = (typeof PROMOTIONS)[number]

export interface ProgramPhase {
  readonly id: string
  readonly label: string
  readonly planId: string
  /** Pinned when the version of the program was imported. */
  readonly planVersion: number
  readonly kind: PhaseKind
  /** How the phase after it is reached; null of the last one. */
  readonly promotion: Promotion | null
  /** Whether its account is opened only for users whose identity check is APPROVED. */
  readonly requiresKyc: boolean
  /** Whether it is opened only for users whose contract is APPROVED. */
  readonly requiresContract: boolean
}

export interface Program {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly currency: string
  readonly phases: readonly ProgramPhase[]
  /** Whether a phase that has failed can be begun again, with a grant for it. */
  readonly isResetAllowed: boolean
  /** The page on which it is sold, and the date on which the two were compared. */
  readonly source?: PlanSource
}

/** A program as a file says it: its phases have no plan versions yet. */
export interface WrittenProgram extends Omit<Program, 'version' | 'phases'> {
  readonly phases: readonly Omit<ProgramPhase, 'planVersion'>[]
}

/** When a version of a program came to be sold. */
export interface ProgramVersion {
  readonly program: Program
  readonly createdAt: Micros
}
