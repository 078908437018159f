/** The median; for an even number of values the mean of the two in the middle, NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  return Number.isInteger(middle) ? (lower + (sorted[middle] ?? Number.NaN)) / 2 : lower
}
