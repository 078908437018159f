import { estimateRatio, formatEstimate, isSettled, verdictOf, type Estimate } from './estimate.js'

test('the mean of a ratio and of its inverse are inverse to each other', () => {
  const ratios = [0.8, 1.1, 1.3, 0.9]
  const inverse = estimateRatio(ratios.map((ratio) => 1 / ratio))
  expect(inverse.mean).toBeCloseTo(1 / estimateRatio(ratios).mean, 12)
  expect(estimateRatio([0.5, 2]).mean).toBeCloseTo(1, 12)
})

test('the margin is two standard errors', () => {
  // Logarithms of -d and d: their standard deviation is d·√2, that of the mean d.
  const d = 0.01
  const { mean, margin, pairs } = estimateRatio([Math.exp(-d), Math.exp(d)])
  expect({ mean, margin, pairs }).toEqual({
    mean: expect.closeTo(1, 12) as number,
    margin: expect.closeTo(2 * d, 12) as number,
    pairs: 2,
  })
  expect(estimateRatio([1, 1, 1])).toEqual({ mean: 1, margin: 0, pairs: 3 })
})

test('one pair has no margin', () => {
  expect(estimateRatio([1.2])).toEqual({ mean: expect.closeTo(1.2, 12) as number, margin: Infinity, pairs: 1 })
  expect(formatEstimate(estimateRatio([1.2]))).toBe('1.200 ± ?')
})

test.each([
  [{ mean: 1, margin: 0.03, pairs: 8 }, true],
  [{ mean: 1, margin: 0.031, pairs: 40 }, false],
  [{ mean: 1, margin: 0, pairs: 7 }, false],
])('%j is settled: %s', (estimate, expected) => {
  expect(isSettled(estimate)).toBe(expected)
})

const of = (mean: number, margin: number): Estimate => ({ mean, margin, pairs: 12 })

test.each([
  [of(1.05, 0.03), /takes MORE$/],
  [of(0.95, 0.03), /takes less$/],
  [of(1.02, 0.03), /pairs: no difference$/],
  [of(1.05, 0.09), /no difference shown, and the margin is wide/],
  [{ mean: 1, margin: Infinity, pairs: 1 }, /too few pairs/],
])('the verdict on %j is %s', (change, expected) => {
  expect(verdictOf('CPU', change, of(1, 0.02))).toMatch(expected)
})

test('a verdict says when the control is off', () => {
  expect(verdictOf('CPU', of(0.9, 0.03), of(0.95, 0.03))).toMatch(/takes less; the control is off/)
})
