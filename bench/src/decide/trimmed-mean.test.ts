import { trimmedMean } from './trimmed-mean.js'

test('a fifth at each end is left out', () => {
  expect(trimmedMean([1, 2, 3, 4, 5, 6, 7, 8, -900, 1_000]).mean).toBe(4.5)
})

test('the half-width is that of the middle, however far the ends are', () => {
  const near = trimmedMean([1, 2, 3, 4, 5, 6, 7, 8, 0, 9])
  const far = trimmedMean([1, 2, 3, 4, 5, 6, 7, 8, -900, 1_000])
  expect(far.halfWidth).toBeCloseTo(near.halfWidth)
  // clamped: three times 2, 3 to 6, three times 7: variance 42.5 / 9
  expect(near.halfWidth).toBeCloseTo((1.96 * Math.sqrt(42.5 / 9)) / (0.6 * Math.sqrt(10)))
})

test('few values tell nothing about how far off their mean may be', () => {
  expect(trimmedMean([1, 2, 3]).halfWidth).toBe(Infinity)
})
