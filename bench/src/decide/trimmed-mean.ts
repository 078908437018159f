/** The mean of the middle of values, without a fifth at each end: single slices in which others used the machine. */
const SHARE = 0.2

export interface TrimmedMean {
  readonly mean: number
  /** The half-width of the 95 % interval, from the variance with both ends clamped; Infinity below 10 values. */
  readonly halfWidth: number
}

export function trimmedMean(values: readonly number[]): TrimmedMean {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(sorted.length * SHARE)
  const middle = sorted.slice(cut, sorted.length - cut)
  const mean = sum(middle) / middle.length
  if (sorted.length < 10) return { mean, halfWidth: Infinity }
  const [lowest = 0, highest = 0] = [middle[0], middle.at(-1)]
  const clamped = sorted.map((value) => Math.min(Math.max(value, lowest), highest))
  const centre = sum(clamped) / clamped.length
  const variance = sum(clamped.map((value) => (value - centre) ** 2)) / (clamped.length - 1)
  return { mean, halfWidth: (1.96 * Math.sqrt(variance)) / ((1 - 2 * SHARE) * Math.sqrt(sorted.length)) }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
