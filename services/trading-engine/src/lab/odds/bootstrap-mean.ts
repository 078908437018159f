/** The mean of a sample, with its percentile bootstrap (Efron 1979): the same sample has the same interval. */
import type { MeanInterval } from '../../core/read/interval.js'
import { createRandom } from '../tapes/xoshiro.js'

const RESAMPLES = 4_000
const SEED = 1
/** The tails that 95 % leave out. */
const TAIL = 0.025

/** Null of nothing. A sample of one value has that value at both ends: it says nothing of others. */
export function bootstrapMean(values: readonly number[]): MeanInterval | null {
  const { length } = values
  if (length === 0) return null
  const random = createRandom(SEED)
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let drawn = 0; drawn < length; drawn += 1) sum += values[random.below(length)] ?? 0
    return sum / length
  }).sort()
  const at = (share: number): number => means[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? 0
  return { value: values.reduce((sum, value) => sum + value, 0) / length, low: at(TAIL), high: at(1 - TAIL) }
}
