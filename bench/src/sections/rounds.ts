/**
 * Cells that are compared take turns, and each round compares its own: a machine that is slower for a minute is slower
 * for both sides of a ratio.
 */
import type { Bench } from '../bench.js'
import { COST_FIGURES, type Cell, type CostFigure } from '../cell.js'
import { estimateRatio, type Estimate } from '../against/estimate.js'
import { medianOf } from '../report/median.js'
import type { Ratio } from './section.js'

export interface Contender {
  readonly name: string
  run(): Promise<Cell>
}

export interface Rounds {
  /** One of each contender: the median of its rounds. */
  readonly cells: readonly Cell[]
  /** How many times as fast as `other` the contender was. */
  ratio(name: string, contender: string, other: string): Ratio
  /** How many times as long the contender's p99 was. */
  p99Ratio(name: string, contender: string, other: string): Ratio
  /** How many times the CPU of the server an operation of the contender took. */
  cpuRatio(name: string, contender: string, other: string): Ratio
  /** The same as the mean of all rounds, with its margin. */
  cpuEstimate(contender: string, other: string): Estimate
  readonly count: number
  /** By how many ms the contender's p50 is above that of `other`. */
  difference(name: string, contender: string, other: string): Ratio
}

export interface RoundsOptions {
  readonly scale: Pick<Bench['scale'], 'rounds'>
  /** Ends the rounds before all of `scale.rounds` have been run; is asked after each. */
  readonly isEnough?: (cells: CellsByName) => boolean
}

export async function runRounds(
  { scale, isEnough = () => false }: RoundsOptions,
  contenders: readonly Contender[],
): Promise<Rounds> {
  const cells = new Map<string, Cell[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < scale.rounds && !(round > 0 && isEnough(cells)); round += 1) {
    // Back and forth, so that what drifts does so for each side.
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of order) cells.get(contender.name)?.push(await contender.run())
  }
  const ratesOf = (name: string): readonly number[] => (cells.get(name) ?? []).map(({ perSecond }) => perSecond)
  const p99sOf = (name: string): readonly number[] => (cells.get(name) ?? []).map(({ p99Ms }) => p99Ms ?? Number.NaN)
  const p50sOf = (name: string): readonly number[] => (cells.get(name) ?? []).map(({ p50Ms }) => p50Ms ?? Number.NaN)
  const cpuOf = (name: string): readonly number[] => engineCosts(cells, name)
  /** Round by round. */
  const compare = (
    name: string,
    values: readonly number[],
    bases: readonly number[],
    by: (value: number, other: number) => number,
  ): Ratio => {
    const results = values.map((value, round) => by(value, bases[round] ?? Number.NaN))
    return { name, median: medianOf(results), min: Math.min(...results), max: Math.max(...results) }
  }
  return {
    cells: contenders.map(({ name }) => medianCell(name, cells.get(name) ?? [])),
    ratio: (name, contender, other) => compare(name, ratesOf(contender), ratesOf(other), (rate, base) => rate / base),
    p99Ratio: (name, contender, other) => compare(name, p99sOf(contender), p99sOf(other), (p99, base) => p99 / base),
    cpuRatio: (name, contender, other) => compare(name, cpuOf(contender), cpuOf(other), (cpu, base) => cpu / base),
    cpuEstimate: (contender, other) => cpuEstimate(cells, contender, other),
    count: Math.max(...[...cells.values()].map((run) => run.length)),
    difference: (name, contender, other) => compare(name, p50sOf(contender), p50sOf(other), (p50, base) => p50 - base),
  }
}

type CellsByName = ReadonlyMap<string, readonly Cell[]>

const engineCosts = (cells: CellsByName, name: string): readonly number[] =>
  (cells.get(name) ?? []).map(({ cost }) => cost?.engine ?? Number.NaN)

/** How many times the CPU of the server an operation of the contender took, by all rounds so far. */
export function cpuEstimate(cells: CellsByName, contender: string, other: string): Estimate {
  const bases = engineCosts(cells, other)
  return estimateRatio(engineCosts(cells, contender).map((cost, round) => cost / (bases[round] ?? Number.NaN)))
}

function medianCell(name: string, cells: readonly Cell[]): Cell {
  const median = (value: (cell: Cell) => number | null): number | null => medianOrNull(cells.map(value))
  const costs = cells.map(({ cost }) => cost).filter((cost) => cost !== undefined)
  const medianCost = Object.fromEntries(
    COST_FIGURES.map((figure) => [figure, medianOrNull(costs.map((cost) => cost[figure]))]),
  ) as Record<CostFigure, number | null>
  return {
    name,
    perSecond: medianOf(cells.map(({ perSecond }) => perSecond)),
    rounds: cells.map(({ perSecond }) => perSecond),
    p50Ms: median(({ p50Ms }) => p50Ms),
    p99Ms: median(({ p99Ms }) => p99Ms),
    maxMs: median(({ maxMs }) => maxMs),
    errors: cells.reduce((sum, { errors }) => sum + errors, 0),
    problems: cells.flatMap(({ problems }) => problems).slice(0, 3),
    ...(costs.length === 0 ? {} : { cost: medianCost }),
  }
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : medianOf(known)
}
