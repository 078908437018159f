import { runs } from '@ats/test-kit'
import { createRandom } from '../tapes/xoshiro.js'
import { bootstrapMean } from './bootstrap-mean.js'

test('of nothing there is no mean, and of one value no interval', () => {
  expect(bootstrapMean([])).toBeNull()
  expect(bootstrapMean([7])).toEqual({ value: 7, low: 7, high: 7 })
})

test('the same sample has the same interval, and a share has nearly that of the normal distribution', () => {
  const values = Array.from({ length: 400 }, (_, place) => Number(place % 4 === 0))
  const found = bootstrapMean(values)!
  expect(bootstrapMean(values)).toEqual(found)
  const half = 1.96 * Math.sqrt((0.25 * 0.75) / 400)
  expect(found.value).toBe(0.25)
  expect(Math.abs(found.low - (0.25 - half))).toBeLessThan(0.005)
  expect(Math.abs(found.high - (0.25 + half))).toBeLessThan(0.005)
})

test('it holds the true mean about as often as it says', () => {
  const { uniform } = createRandom(20_260_301)
  const samples = runs(300, 4)
  let held = 0
  for (let sample = 0; sample < samples; sample += 1) {
    const { low, high } = bootstrapMean(Array.from({ length: 30 }, uniform))!
    if (low <= 0.5 && 0.5 <= high) held += 1
  }
  const error = Math.sqrt((0.95 * 0.05) / samples)
  expect(Math.abs(held / samples - 0.95)).toBeLessThanOrEqual(3 * error)
})
