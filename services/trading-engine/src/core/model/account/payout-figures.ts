import type { Usd, Rate } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'

/** Decisions that compare a payout with the figures of its account: the request, and the approval that pays it. */
export const PAYOUT_STAGES = ['REQUESTED', 'PAID'] as const
export type PayoutStage = (typeof PAYOUT_STAGES)[number]

/** The figures that a payout was decided on, kept for its statement: those of the account change, these do not. */
export interface PayoutFigures {
  readonly payoutId: string
  readonly stage: PayoutStage
  readonly accountId: string
  readonly accountName: string
  readonly planId: string
  readonly planVersion: number
  readonly initialBalance: Usd
  /** Before the debit. */
  readonly balance: Usd
  readonly unrealizedPnl: Usd
  readonly equity: Usd
  /** Given for breaches that were reversed. */
  readonly compensation: Usd
  /** Profit that stays in the account; 0 without terms of payouts. */
  readonly buffer: Usd
  /** The sum that rules have taken off the profit. */
  readonly adjustments: Usd
  readonly available: Usd
  /** By the whole challenge until then; null where the plan has no terms of payouts. */
  readonly paidBefore: Usd | null
  /** The least of them is what is available. */
  readonly limits: readonly { readonly limit: string; readonly amount: Usd }[]
  /** How the terms split the amount; empty where an operator says it. */
  readonly parts: readonly { readonly amount: Usd; readonly pct: Rate }[]
  readonly at: Micros
}
