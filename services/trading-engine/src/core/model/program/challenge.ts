/** One attempt of one user at a version of a program, and what lets users begin one. */
import type { Micros } from '../../values/time.js'
import type { AccountState } from '../account/account.js'
import type { VenueId } from '../market/instrument.js'
import type { Program, ProgramPhase } from './program.js'

export const CHALLENGE_STATUSES = [
  'IN_PROGRESS',
  'AWAITING_REVIEW',
  'AWAITING_KYC',
  'AWAITING_CONTRACT',
  'FUNDED',
  'FAILED',
  'CLOSED',
] as const
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number]

/** An account of a challenge. */
export interface ChallengeMember {
  readonly accountId: string
  readonly phase: string
  /** 1, and one more with each reset of the phase. */
  readonly attempt: number
  readonly state: AccountState
  readonly stateReason: string | null
  readonly openedAt: Micros
  readonly passedAt: Micros | null
}

export interface Challenge {
  readonly id: string
  readonly userId: string
  readonly programId: string
  readonly programVersion: number
  readonly name: string
  readonly defaultVenue: VenueId | null
  readonly status: ChallengeStatus
  /** The phase and the account that it is at. */
  readonly phase: string
  readonly accountId: string
  readonly createdAt: Micros
  readonly endedAt: Micros | null
  /** In the order they were opened. */
  readonly accounts: readonly ChallengeMember[]
}

export const CHALLENGE_GRANT_KINDS = ['CHALLENGE', 'RESET'] as const
export type ChallengeGrantKind = (typeof CHALLENGE_GRANT_KINDS)[number]

/** The right to begin one challenge, or to begin the phase that one has failed again. */
export interface ChallengeGrant {
  readonly id: string
  /** The seller's own name for it: the same reference is the same grant. */
  readonly reference: string
  readonly userId: string
  readonly kind: ChallengeGrantKind
  readonly programId: string
  /** As it was when it was sold. */
  readonly programVersion: number
  /** The challenge that was begun with it, or that may be reset. */
  readonly challengeId: string | null
  readonly createdAt: Micros
  /** The code of who brought the buyer: in the events of the accounts of the challenge. */
  readonly referral: string | null
  /** The account that was opened with it. */
  readonly accountId: string | null
}

/** A check that a phase may ask of a user: of the identity, or a signed contract. */
export type UserCheckKind = 'IDENTITY' | 'CONTRACT'

export const CHECK_STATUSES = ['NONE', 'PENDING', 'APPROVED', 'REJECTED'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** How far a check of a user is. Both kinds are made outside. */
export interface UserCheck {
  readonly userId: string
  readonly status: CheckStatus
  readonly note: string | null
  readonly changedBy: string
  readonly changedAt: Micros
}

export const PROMOTION_STATUSES = [
  'AWAITING_REVIEW',
  'AWAITING_KYC',
  'AWAITING_CONTRACT',
  'DUE',
  'PROMOTED',
  'REJECTED',
  'ENDED',
] as const
export type PromotionStatus = (typeof PROMOTION_STATUSES)[number]

/** The way on of an account that has passed its phase. */
export interface PendingPromotion {
  /** That of the account. */
  readonly id: string
  readonly challengeId: string
  readonly userId: string
  readonly programId: string
  readonly programVersion: number
  readonly phase: string
  readonly attempt: number
  readonly passedAt: Micros
  readonly status: PromotionStatus
  readonly reviewedBy: string | null
  readonly reviewedAt: Micros | null
  readonly reason: string | null
  /** The account of the next phase. */
  readonly successorId: string | null
}

/** The phase after this one; null after the last. */
export function phaseAfter({ phases }: Program, id: string): ProgramPhase | null {
  const index = phases.findIndex((phase) => phase.id === id)
  return index < 0 ? null : (phases[index + 1] ?? null)
}
