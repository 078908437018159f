import { createHistogram } from 'node:perf_hooks'

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
  summary(): LatencySummary
}

/** Latencies in whole microseconds, from 1 to 2^31, each to three digits: the HDR histogram that is part of Node. */
export function createLatencyHistogram(): LatencyHistogram {
  const histogram = createHistogram({ lowest: 1, highest: MICROS_MAX, figures: 3 })
  const millis = (micros: number): number => (histogram.count === 0 ? 0 : micros / 1000)
  const percentile = (percent: number): number => millis(Math.min(histogram.percentile(percent), histogram.max))
  return {
    record: (micros) => histogram.record(Math.min(MICROS_MAX, Math.max(1, Math.round(micros)))),
    summary: () => ({
      meanMs: millis(histogram.mean),
      p50Ms: percentile(50),
      p90Ms: percentile(90),
      p99Ms: percentile(99),
      p999Ms: percentile(99.9),
      maxMs: millis(histogram.max),
    }),
  }
}
