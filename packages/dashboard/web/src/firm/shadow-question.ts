/** The question about accounts and a plan. */
export interface ShadowQuestion {
  readonly accounts: readonly string[]
  /** JSON as it is written: its numbers reach the engine with all their digits. */
  readonly plan: string
  /** Dates, or nothing. */
  readonly from?: string
  readonly to?: string
}

/** The most accounts of a question. */
export const SHADOWED_MAX = 50
