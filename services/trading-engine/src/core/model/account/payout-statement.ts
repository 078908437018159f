import type { Usd } from '../../values/decimal.js'
import type { PayoutFigures } from './payout-figures.js'
import type { Payout } from './payout.js'
import type { ProfitAdjustment } from './profit-adjustment.js'

/** Profit adjustments that a statement lists one by one; those before them are one sum. */
export const LISTED_ADJUSTMENTS_MAX = 200

/** A payout with what it was decided on: rows alone, which do not change once it is decided. */
export interface PayoutStatement {
  readonly payout: Payout
  readonly accountName: string
  readonly plan: { readonly id: string; readonly version: number; readonly name: string }
  readonly challenge: StatementChallenge | null
  /** Null of payouts from before figures were kept. */
  readonly requested: PayoutFigures | null
  /** Null unless it was paid. */
  readonly paid: PayoutFigures | null
  /** The newest of those until it was decided on, oldest first. */
  readonly adjustments: readonly ProfitAdjustment[]
  readonly earlierAdjustments: { readonly count: number; readonly amount: Usd }
  /** Its row in the ledger; null unless it was paid. */
  readonly debit: { readonly transferId: string; readonly balanceAfter: Usd } | null
}

export interface StatementChallenge {
  readonly id: string
  readonly programId: string
  readonly programVersion: number
  readonly programName: string
  readonly phase: string
}
