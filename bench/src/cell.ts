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
  /** Absent: nothing looked at the processes. */
  readonly cost?: CellCost
}

/** Null: there is no such process, or nothing tells. */
export type CellCost = Readonly<Record<CostFigure, number | null>>

export const COST_FIGURES = [
  // CPU of an operation, in µs
  'engine',
  'postgres',
  'redis',
  // event loop delay of the server, CPU time of a turn of its loop, and pauses of its garbage collection, in ms
  'delayP50',
  'delayP99',
  'delayMax',
  'turnP50',
  'turnP99',
  'turnMax',
  'pauseP50',
  'pauseP99',
  'pauseMax',
] as const
export type CostFigure = (typeof COST_FIGURES)[number]
