import type { Rate, Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'

/**
 * PROPOSED: an operator has said how it is split, and another one has to approve it. CANCELLED: by its trader, while it
 * was REQUESTED.
 */
export const PAYOUT_STATUSES = ['REQUESTED', 'PROPOSED', 'PAID', 'REJECTED', 'CANCELLED'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** Reasons of a rejection in a word. */
export const REJECTION_CODES = ['insufficient_profit', 'rules', 'identity', 'other'] as const
export type RejectionCode = (typeof REJECTION_CODES)[number]

/** The decisions of operators on a request. */
export interface PayoutDecision {
  readonly traderSharePct: Rate | null
  /** The trader's share of it, rounded down to cents; the rest is the firm's. */
  readonly traderAmount: Usd | null
  readonly status: PayoutStatus
  /** The reason why it was rejected. */
  readonly reason: string | null
  readonly code: RejectionCode | null
  readonly proposedBy: string | null
  /** The tokens of that person then, in short; none in rows from before tokens had names. */
  readonly proposedWith: readonly string[]
  readonly proposedAt: Micros | null
  readonly decidedBy: string | null
  readonly decidedAt: Micros | null
  /** Counts its changes. */
  readonly version: number
}

/** Money of the account that its trader has asked for. */
export interface Payout extends PayoutDecision {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly clientId: string
  /** Taken from the account, in whole cents. */
  readonly amount: Usd
  readonly requestedAt: Micros
}

export const UNDECIDED: PayoutDecision = {
  ...{ traderSharePct: null, traderAmount: null, status: 'REQUESTED', reason: null, code: null },
  ...{ proposedBy: null, proposedWith: [], proposedAt: null, decidedBy: null, decidedAt: null, version: 1 },
}

export const isOpenPayout = ({ status }: Pick<Payout, 'status'>): boolean =>
  status === 'REQUESTED' || status === 'PROPOSED'
