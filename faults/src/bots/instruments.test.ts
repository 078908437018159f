import { createRandom } from '../random.js'
import { quantityOf } from './instruments.js'

test.each([
  [5, 10, '0.0001'],
  [5, 123_456, '1.23456'],
  [5, 100_000, '1'],
  [3, 50, '0.05'],
  [0, 1_230, '1230'],
])('%i decimals, %i lots: %s', (lotDecimals, lots, expected) => {
  expect(quantityOf({ symbol: 'X', lotDecimals, lotsMin: 1 }, lots)).toBe(expected)
})

test('a seed decides every draw, and a fork does not disturb its origin', () => {
  const draws = (withFork: boolean) => {
    const random = createRandom(7)
    if (withFork) random.fork('a').below(10)
    return Array.from({ length: 20 }, () => random.below(1_000))
  }
  expect(draws(true)).toEqual(draws(false))
  expect(new Set(draws(false)).size).toBeGreaterThan(15)
  expect(createRandom(7).fork('a').below(1_000_000)).not.toBe(createRandom(7).fork('b').below(1_000_000))
})
