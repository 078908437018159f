import { usd, type Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { CheckStatus } from '../program/challenge.js'
import type { Payout } from './payout.js'

/** The payouts of an account so far, and what else counts for the next one. */
export interface PayoutHistory {
  /** The account's request that is not decided yet. */
  readonly open: Payout | null
  /** When the last one was paid. */
  readonly lastPaidAt: Micros | null
  /** Payouts of the account since it was scaled, or opened; 0 where the plan has no scaling. */
  readonly paidSinceScaled: number
  /** The sum that the whole challenge has paid. */
  readonly paidTotal: Usd
  /** The sum that rules have taken off the profit that can be paid. */
  readonly adjustments: Usd
  /** Profit of closing fills since the last payout; null where the plan does not ask. */
  readonly held: HeldProfit | null
  /** Days that count since the last payout; null where the plan does not ask. */
  readonly days: number | null
  /** That of its owner; null where the phase of the account asks for no identity check. */
  readonly identity: CheckStatus | null
}

export const NO_PAYOUTS: PayoutHistory = {
  ...{
    open: null,
    lastPaidAt: null,
    paidSinceScaled: 0,
    paidTotal: usd(0n),
    adjustments: usd(0n),
    held: null,
    days: null,
  },
  identity: null,
}

/** Profit of the closing fills that made one. */
export interface HeldProfit {
  readonly total: Usd
  /** The part from what was held for as long as the plan asks, what was opened first being closed first. */
  readonly longEnough: Usd
}
