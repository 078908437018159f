import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { divideRounded, price, quantity, usd } from '../../core/values/decimal.js'
import { fromContractPrice, fromTokens, fromUsdc, priceOf, sizeUsdOf, toContractPrice, toUsdc } from './amounts.js'
import { partOfSize } from './part-of-size.js'

const decimals = fc.constantFrom(5, 6, 8, 9, 10, 18)
const anyDecimals = fc.oneof(decimals, fc.constant(24))
const positive = fc.bigInt(1n, 10n ** 30n)

test('a price is what a contract writes for it, and comes back', () => {
  // 2,366.07 dollars for a token of 18 decimals, as a signed price of GMX has it.
  expect(toContractPrice(price(2_366_066074010000000000n), 18, 'FLOOR')).toBe(2_366_066_074_010_000n)
  expect(toContractPrice(price(95_687_066n * 10n ** 15n), 8, 'FLOOR')).toBe(95_687_066n * 10n ** 19n)
  expect(fromContractPrice(2_366_066_074_010_000n, 18)).toBe(2_366_066074010000000000n)
})

test('amounts that a contract can hold come back unchanged', () => {
  fc.assert(
    fc.property(positive, decimals, (value, places) => {
      expect(fromTokens(value, places) / 10n ** BigInt(18 - places)).toBe(value)
      expect(toUsdc(fromUsdc(value), 'CEIL')).toBe(value)
      const contractPrice = value % 10n ** 20n
      if (places >= 12)
        expect(toContractPrice(fromContractPrice(contractPrice, places), places, 'FLOOR')).toBe(contractPrice)
    }),
    { numRuns: runs(200) },
  )
})

test('roundings lie on the side that they name, less than one unit away', () => {
  fc.assert(
    fc.property(positive, positive, anyDecimals, (amount, at, places) => {
      const lower = toContractPrice(price(at), places, 'FLOOR')
      const upper = toContractPrice(price(at), places, 'CEIL')
      expect(upper - lower === 0n || upper - lower === 1n).toBe(true)
      // Compared at 60 decimals, where nothing is lost.
      const exact = at * 10n ** 42n
      const unit = 10n ** BigInt(30 + places)
      expect(lower * unit <= exact && exact <= upper * unit).toBe(true)
      const size = sizeUsdOf(quantity(amount), price(at), 'FLOOR')
      expect(size * 10n ** 6n <= amount * at && amount * at < (size + 1n) * 10n ** 6n).toBe(true)
      expect(toUsdc(usd(amount), 'FLOOR') * 10n ** 12n <= amount).toBe(true)
    }),
    { numRuns: runs(200) },
  )
})

test('the price of a size is its dollars for each token', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 22n), anyDecimals, (tokens, contractPrice, places) => {
      expect(priceOf(tokens * contractPrice, tokens, places)).toBe(fromContractPrice(contractPrice, places))
    }),
    { numRuns: runs(200) },
  )
})

test('a part of a position is closed to the last unit of the token', () => {
  const position = fc.record({
    ...{ tokens: fc.bigInt(2n, 10n ** 26n), contractPrice: fc.bigInt(10n ** 4n, 10n ** 24n) },
    ...{ share: fc.bigInt(1n, 10n ** 9n - 1n), isLong: fc.boolean(), places: decimals },
  })
  fc.assert(
    fc.property(position, ({ tokens, contractPrice, share, isLong, places }) => {
      const sizeInUsd = tokens * contractPrice + share
      const closing = (tokens * share) / 10n ** 9n
      fc.pre(closing > 0n)
      const part = partOfSize(sizeInUsd, fromTokens(closing, places), fromTokens(tokens, places), isLong)
      // As the contract counts the tokens of a part: up for longs, down for shorts.
      expect(divideRounded(tokens * part, sizeInUsd, isLong ? 'CEIL' : 'FLOOR')).toBe(closing)
    }),
    { numRuns: runs(300) },
  )
})
