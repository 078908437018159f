/** Shares that were counted, with the interval that holds the true one with 95 % (Wilson 1927): within 0 and 1. */
import type { CountedShare } from './odds.js'

/** The standard deviations that 95 % lie within. */
export const Z = 1.959963984540054

export function countedShare(count: number, of: number): CountedShare {
  if (of === 0) return { count, of, share: null }
  const value = count / of
  const square = (Z * Z) / of
  const middle = (value + square / 2) / (1 + square)
  const half = (Z / (1 + square)) * Math.sqrt((value * (1 - value)) / of + square / (4 * of))
  return { count, of, share: { value, low: count === 0 ? 0 : middle - half, high: count === of ? 1 : middle + half } }
}
