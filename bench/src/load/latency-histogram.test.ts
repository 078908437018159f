import { createLatencyHistogram } from './latency-histogram.js'

const recording = (values: readonly number[]) => {
  const histogram = createLatencyHistogram()
  values.forEach((value) => histogram.record(value))
  return histogram
}

test('small values are exact', () => {
  const histogram = recording(Array.from({ length: 100 }, (_, index) => index + 1))
  expect([0, 0.5, 0.99, 1].map((share) => histogram.percentile(share))).toEqual([1, 50, 99, 100])
  expect(histogram.count).toBe(100)
})

test('nothing recorded: everything is 0', () => {
  expect(createLatencyHistogram().summary()).toEqual({
    meanMs: 0,
    p50Ms: 0,
    p90Ms: 0,
    p99Ms: 0,
    p999Ms: 0,
    maxMs: 0,
  })
})

test.each([127, 128, 129, 255, 256, 1_000, 65_535, 65_536, 1_234_567, 2 ** 31 - 1])(
  'a percentile is never below a value of %i µs and at most 1.6 %% above',
  (value) => {
    const found = recording([value, 2 ** 31 - 1]).percentile(0.5)
    expect(found).toBeGreaterThanOrEqual(value)
    expect(found).toBeLessThanOrEqual(value * 1.016)
  },
)

test('percentiles follow the sorted values whatever order they came in', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => ((index * 7_919) % 10_000) * 37)
  const sorted = values.toSorted((a, b) => a - b)
  const histogram = recording(values)
  for (const share of [0.5, 0.9, 0.99, 0.999]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
    expect(Math.abs(histogram.percentile(share) - exact)).toBeLessThanOrEqual(exact * 0.016)
  }
})

test('the summary is in milliseconds; what is too long or negative is capped', () => {
  expect(recording([1_000, 3_000]).summary()).toMatchObject({ meanMs: 2, maxMs: 3 })
  expect(recording([-5]).percentile(1)).toBe(0)
  expect(recording([1e12]).percentile(1)).toBe(2 ** 31 - 1)
})
