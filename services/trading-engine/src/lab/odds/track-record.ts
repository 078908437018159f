/**
 * The worth of a record of results once it is known how many were tried before it was chosen. Sharpe ratios are those
 * of a day, not of a year: mean ÷ standard deviation.
 *
 *   probabilistic  P(true ratio > benchmark) = Φ((SR − benchmark) × √(n − 1) ÷ √(1 − γ3 × SR + (γ4 − 1) ÷ 4 × SR²)), of
 *                  n days with skewness γ3 and kurtosis γ4 (Bailey, López de Prado 2012)
 *   deflated       the same against the ratio that the best of N worthless variants is expected to show (2014):
 *                  √V × ((1 − γ) × Φ⁻¹(1 − 1 ÷ N) + γ × Φ⁻¹(1 − 1 ÷ (N × e))), of ratios with the variance V
 *   least length   days after which the ratio is above the benchmark with 95 %:
 *                  1 + (1 − γ3 × SR + (γ4 − 1) ÷ 4 × SR²) × (Φ⁻¹(0.95) ÷ (SR − benchmark))²
 */
import { cumulative, quantile } from './normal.js'

export interface Moments {
  readonly count: number
  /** Null where nothing varies. */
  readonly sharpe: number | null
  readonly skewness: number
  /** 3 of a normal distribution. */
  readonly kurtosis: number
}

export function momentsOf(results: readonly number[]): Moments {
  const count = results.length
  const mean = results.reduce((sum, result) => sum + result, 0) / Math.max(1, count)
  const central = (power: number): number =>
    results.reduce((sum, result) => sum + (result - mean) ** power, 0) / Math.max(1, count)
  const variance = central(2)
  if (!(variance > 0)) return { count, sharpe: null, skewness: 0, kurtosis: 3 }
  return {
    count,
    sharpe: mean / Math.sqrt(variance),
    skewness: central(3) / variance ** 1.5,
    kurtosis: central(4) / variance ** 2,
  }
}

type Ratio = Pick<Moments, 'skewness' | 'kurtosis'> & { readonly sharpe: number }

/** How far a measured ratio is from the true one, without the number of days; 0 at the very least of two values. */
const spreadOf = ({ sharpe, skewness, kurtosis }: Ratio): number =>
  Math.max(1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2, Number.EPSILON)

export function probabilisticSharpe(ratio: Ratio & Pick<Moments, 'count'>, benchmark: number): number {
  return cumulative(((ratio.sharpe - benchmark) * Math.sqrt(ratio.count - 1)) / Math.sqrt(spreadOf(ratio)))
}

const EULER = 0.5772156649015329
const CONFIDENCE = 0.95

/** The ratio that the best of so many variants shows when none is worth anything. `variance`: that of their ratios. */
export function bestOfWorthless(variants: number, variance: number): number {
  if (variants < 2) return 0
  const best = (1 - EULER) * quantile(1 - 1 / variants) + EULER * quantile(1 - 1 / (variants * Math.E))
  return Math.sqrt(variance) * best
}

/** Null where the ratio is not above the benchmark: no record is long enough. */
export function leastTrackRecord(ratio: Ratio, benchmark: number): number | null {
  if (ratio.sharpe <= benchmark) return null
  return 1 + spreadOf(ratio) * (quantile(CONFIDENCE) / (ratio.sharpe - benchmark)) ** 2
}

/** Blocks that the days are cut into; of 8 there are 70 ways to take half. */
export const BLOCKS = 8

/**
 * The probability of backtest overfitting (Bailey, Borwein, López de Prado, Zhu 2017): days are cut into blocks, and of
 * each way to take half of them the variant that is best there is looked up among all in the other half. The share of
 * the ways in which it is no better than the median there. `variants`: the results of the same days of each.
 */
export function overfittingProbability(variants: readonly (readonly number[])[]): number | null {
  const days = Math.min(...variants.map(({ length }) => length))
  if (variants.length < 2 || days < 2 * BLOCKS) return null
  const edges = Array.from({ length: BLOCKS + 1 }, (_, block) => Math.floor((block * days) / BLOCKS))
  const blocks = variants.map((results) =>
    Array.from({ length: BLOCKS }, (_, block) => sumsOf(results.slice(edges[block], edges[block + 1]))),
  )
  let [ways, overfitted] = [0, 0]
  for (let taken = 0; taken < 2 ** BLOCKS; taken += 1) {
    if (bitsOf(taken) !== BLOCKS / 2) continue
    const inside = blocks.map((of) => sharpeOf(of.filter((_, block) => isTaken(taken, block))))
    const outside = blocks.map((of) => sharpeOf(of.filter((_, block) => !isTaken(taken, block))))
    const best = inside.indexOf(Math.max(...inside))
    const there = outside[best] ?? 0
    const below = outside.filter((sharpe) => sharpe < there).length
    const equal = outside.filter((sharpe) => sharpe === there).length
    // The middle of the ranks that equal ones share; relative to their number it is above ½ where the best stays good.
    const rank = below + (equal + 1) / 2
    ways += 1
    if (rank / (variants.length + 1) <= 0.5) overfitted += 1
  }
  return overfitted / ways
}

const isTaken = (taken: number, block: number): boolean => ((taken >> block) & 1) === 1
const bitsOf = (taken: number): number =>
  Array.from({ length: BLOCKS }, (_, block) => (taken >> block) & 1).reduce(add, 0)
const add = (sum: number, one: number): number => sum + one

interface Sums {
  readonly count: number
  readonly sum: number
  readonly squares: number
}

const sumsOf = (results: readonly number[]): Sums => ({
  count: results.length,
  sum: results.reduce(add, 0),
  squares: results.reduce((sum, result) => sum + result * result, 0),
})

function sharpeOf(blocks: readonly Sums[]): number {
  const count = blocks.reduce((sum, of) => sum + of.count, 0)
  const mean = blocks.reduce((sum, of) => sum + of.sum, 0) / count
  const variance = blocks.reduce((sum, of) => sum + of.squares, 0) / count - mean * mean
  return variance > 1e-12 * mean * mean ? mean / Math.sqrt(variance) : Math.sign(mean) * Number.MAX_VALUE
}
