/** One line of a result table. */
export interface Cell {
  readonly name: string
  readonly perSecond: number
  /** The rates it is the median of. */
  readonly rounds: readonly number[]
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  readonly maxMs: number | null
  /** Answers that were not what they should be: above 0 the cell counts for nothing. */
  readonly errors: number
  readonly problems: readonly string[]
}
