/**
 * Latencies in whole microseconds, counted in buckets that grow with the value: 64 to a power of two, so a percentile
 * is at most 1.6 % off. Holds up to 2^31 µs; memory does not grow with what is recorded.
 */
const STEPS_BITS = 6
const BUCKETS = (31 - STEPS_BITS + 1) << STEPS_BITS
const MICROS_MAX = 2 ** 31 - 1

export interface LatencySummary {
  readonly meanMs: number
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly maxMs: number
}

export interface LatencyHistogram {
  record(micros: number): void
  readonly count: number
  /** The value, in µs, that `share` (0 to 1) of all recorded ones do not exceed; 0 when nothing was recorded. */
  percentile(share: number): number
  summary(): LatencySummary
}

export function createLatencyHistogram(): LatencyHistogram {
  const counts = new Uint32Array(BUCKETS)
  let count = 0
  let sum = 0
  let max = 0

  const percentile = (share: number): number => {
    const rank = Math.max(1, Math.ceil(share * count))
    let seen = 0
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      seen += counts[bucket] ?? 0
      if (seen >= rank) return Math.min(upperBound(bucket), max)
    }
    return 0
  }

  return {
    record(micros) {
      const value = Math.min(MICROS_MAX, Math.max(0, Math.round(micros)))
      const bucket = bucketOf(value)
      counts[bucket] = (counts[bucket] ?? 0) + 1
      count += 1
      sum += value
      if (value > max) max = value
    },
    get count() {
      return count
    },
    percentile,
    summary: () => ({
      meanMs: count === 0 ? 0 : sum / count / 1000,
      p50Ms: percentile(0.5) / 1000,
      p90Ms: percentile(0.9) / 1000,
      p99Ms: percentile(0.99) / 1000,
      p999Ms: percentile(0.999) / 1000,
      maxMs: max / 1000,
    }),
  }
}

/** Below 128 each value has a bucket of its own. */
function bucketOf(value: number): number {
  const shift = Math.max(0, 31 - Math.clz32(value) - STEPS_BITS)
  return (shift << STEPS_BITS) + (value >>> shift)
}

/** The greatest value of a bucket. */
function upperBound(bucket: number): number {
  const shift = Math.max(0, (bucket >>> STEPS_BITS) - 1)
  return (bucket - (shift << STEPS_BITS) + 1) * 2 ** shift - 1
}
