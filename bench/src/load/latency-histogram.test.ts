import { createLatencyHistogram } from './latency-histogram.js'

const summaryOf = (micros: readonly number[]) => {
  const histogram = createLatencyHistogram()
  micros.forEach((value) => histogram.record(value))
  return histogram.summary()
}

test('nothing recorded: everything is 0', () => {
  expect(summaryOf([])).toEqual({ meanMs: 0, p50Ms: 0, p90Ms: 0, p99Ms: 0, p999Ms: 0, maxMs: 0 })
})

test('microseconds become milliseconds, in whatever order they come', () => {
  const micros = Array.from({ length: 1_000 }, (_, index) => ((index * 791) % 1_000) + 1)
  expect(summaryOf(micros)).toEqual({ meanMs: 0.5005, p50Ms: 0.5, p90Ms: 0.9, p99Ms: 0.99, p999Ms: 0.999, maxMs: 1 })
})

test('what is too long or negative is capped', () => {
  const { p50Ms, maxMs } = summaryOf([-5, 1e12, 1e12])
  expect([p50Ms, maxMs]).toEqual([(2 ** 31 - 1) / 1_000, (2 ** 31 - 1) / 1_000])
  expect(summaryOf([-5]).maxMs).toBe(0.001)
})
