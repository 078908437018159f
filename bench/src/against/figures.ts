/** The figures that are compared, from the slices of a stack. */
import type { CpuTimes } from '../cpu/cpu-time.js'
import type { Kind } from '../flags.js'
import type { LoadResult } from '../load/messages.js'
import { medianOf } from '../report/median.js'
import { table } from '../report/tables.js'
import { estimateRatio, formatEstimate, type Estimate } from './estimate.js'
import { STACKS, type StackName } from './interleave.js'

const TITLES = {
  engine: 'engine CPU, µs an operation',
  postgres: 'PostgreSQL CPU, µs an operation',
  redis: 'Redis CPU, µs an operation',
  rate: 'operations a second',
  p50: 'p50, ms',
  p99: 'p99, ms',
} as const
type Figure = keyof typeof TITLES
const ALL = Object.keys(TITLES) as readonly Figure[]

export type Figures = Readonly<Record<Figure, number>>

/** One stretch of load, and the CPU it took in milliseconds. */
export interface Slice {
  readonly result: LoadResult
  readonly cpu: CpuTimes
}

/** The slices of all stacks that took turns. */
export type Round = Readonly<Record<StackName, Figures>>

/** CPU and rate are those of all slices together; a percentile is the mean of those of the slices. */
export function figuresOf(slices: readonly Slice[]): Figures {
  const sum = (of: (slice: Slice) => number): number => slices.reduce((total, slice) => total + of(slice), 0)
  const answered = sum(({ result }) => result.answered)
  return {
    engine: (1000 * sum(({ cpu }) => cpu.engine)) / answered,
    postgres: (1000 * sum(({ cpu }) => cpu.postgres)) / answered,
    redis: (1000 * sum(({ cpu }) => cpu.redis)) / answered,
    rate: sum(({ result }) => result.completed) / sum(({ result }) => result.seconds),
    p50: sum(({ result }) => result.latency.p50Ms) / slices.length,
    p99: sum(({ result }) => result.latency.p99Ms) / slices.length,
  }
}

export interface Ratios {
  /** The work tree to the revision. */
  readonly change: Estimate
  /** The revision to itself. */
  readonly control: Estimate
}

export const ratiosOf = (rounds: readonly Round[], figure: Figure): Ratios => ({
  change: estimateRatio(rounds.map(({ A, B }) => B[figure] / A[figure])),
  control: estimateRatio(rounds.map(({ A, C }) => C[figure] / A[figure])),
})

/** A price needs neither PostgreSQL nor Redis, an account no PostgreSQL: there they only do what the clock asks. */
const COMPARED: Readonly<Record<Kind, readonly Figure[]>> = {
  orders: ALL,
  open: ALL,
  account: ALL.filter((figure) => figure !== 'postgres'),
  price: ALL.filter((figure) => figure !== 'postgres' && figure !== 'redis'),
}

export const roundsTable = (kind: Kind, rounds: readonly Round[]): string =>
  table(
    [kind, ...STACKS.map((stack) => STACK_TITLES[stack]), 'B/A', "A'/A"],
    COMPARED[kind].map((figure) => {
      const { change, control } = ratiosOf(rounds, figure)
      const medians = STACKS.map((stack) => medianOf(rounds.map((round) => round[stack][figure])).toPrecision(4))
      return [TITLES[figure], ...medians, formatEstimate(change), formatEstimate(control)]
    }),
  )

export const STACK_TITLES: Readonly<Record<StackName, string>> = { A: 'A', C: "A'", B: 'B' }
