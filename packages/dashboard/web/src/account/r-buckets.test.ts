import { rBuckets } from './r-buckets.js'

test('multiples are counted in steps of half an R, gaps between them too', () => {
  expect(rBuckets(['-1', '-0.51', '-0.5', '0.99'])).toEqual([
    { from: -1, to: -0.5, count: 2 },
    { from: -0.5, to: 0, count: 1 },
    { from: 0, to: 0.5, count: 0 },
    { from: 0.5, to: 1, count: 1 },
  ])
})

test('what is far out is in a bucket without an end', () => {
  const buckets = rBuckets(['-40', '-3', '5', '123.4'])
  expect(buckets[0]).toEqual({ from: null, to: -3, count: 1 })
  expect(buckets[1]).toEqual({ from: -3, to: -2.5, count: 1 })
  expect(buckets.at(-1)).toEqual({ from: 5, to: null, count: 2 })
})

test('without multiples there are no buckets', () => {
  expect(rBuckets([])).toEqual([])
})
