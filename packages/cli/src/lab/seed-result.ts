import type { Decimal } from '@ats/sdk'

/**
 * PASSED: at its target; FAILED: ended by a rule; OPEN: neither, at the end of the tape; SURVIVED: the same of a plan
 * without a target; BOT_FAILED: the bot ended with an error before.
 */
export const OUTCOMES = ['PASSED', 'SURVIVED', 'OPEN', 'FAILED', 'BOT_FAILED'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Day {
  readonly date: string
  /** From its opening to its lowest equity. */
  readonly change: Decimal
}

export interface SeedResult {
  readonly seed: number
  readonly outcome: Outcome
  /** The rule that ended it; null: none has. */
  readonly reason: string | null
  readonly initial_balance: Decimal
  readonly equity: Decimal
  readonly profit: Decimal
  readonly trades: number
  readonly worst_day: Day | null
  /** Equity at the end of each trading day. */
  readonly days: readonly { readonly date: string; readonly equity: Decimal }[]
  /** The floor that each of them began with; null: there is none. */
  readonly drawdown_floor: readonly (Decimal | null)[]
  readonly events_hash: string | null
  readonly tape_id: string | null
  /** Null: it ended well. */
  readonly bot: { readonly code: number | null; readonly said: string } | null
}
