import { medianOf } from './median.js'

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[10, 9, 100], 10],
  [[], Number.NaN],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median)
})
