export const LEDGER_CHECKS = [
  'balance',
  'capital',
  'scaling',
  'chain',
  'realized_pnl',
  'fees',
  'carry',
  'funding',
  'rates',
  'positions',
  'events',
  'holdings',
] as const

/** Something that is not as its cause says it should be. */
export interface Difference {
  readonly accountId: string
  readonly check: (typeof LEDGER_CHECKS)[number]
  /** The transfer, fill or position it is about; null: the account itself. */
  readonly subject: string | null
  /** Both as text, exactly. */
  readonly expected: string
  readonly found: string
}

/** Counts of the rows checked, and the differences found. */
export interface CheckedLedger {
  readonly accounts: number
  readonly transfers: number
  readonly fills: number
  readonly events: number
  readonly differences: readonly Difference[]
  /** Where the next page begins; null: nothing is left. */
  readonly next: string | null
}
