import Decimal from 'decimal.js'
import fc from 'fast-check'
import { add, compare, divide, fromNumber, multiply, subtract, toMultiple } from './decimal.js'
import { maxQuantity, toLot, toTick } from './grid.js'

const Exact = Decimal.clone({ precision: 200, toExpNeg: -100, toExpPos: 100 })
const exact = (text: string): Decimal => new Exact(text)

const digits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const decimal = fc
  .tuple(digits, fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => exact(`${units}e-${scale}`).toFixed())
const step = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => exact(`${units}e-${scale}`).toFixed())

test('sums, differences, products, quotients and comparisons are those of decimal.js', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [x, y] = [exact(a), exact(b)]
      expect(add(a, b)).toBe(x.plus(y).toFixed())
      expect(subtract(a, b)).toBe(x.minus(y).toFixed())
      expect(multiply(a, b).replace(/^-0$/, '0')).toBe(x.times(y).toFixed().replace(/^-0$/, '0'))
      expect(compare(a, b)).toBe(x.comparedTo(y))
      if (!y.isZero())
        expect(exact(divide(a, b)).equals(x.dividedBy(y).toDecimalPlaces(18, Exact.ROUND_DOWN))).toBe(true)
    }),
  )
})

test('multiples are the nearest on their side', () => {
  fc.assert(
    fc.property(decimal, step, (value, size) => {
      const modes = { down: Exact.ROUND_FLOOR, up: Exact.ROUND_CEIL, nearest: Exact.ROUND_HALF_UP } as const
      for (const mode of ['down', 'up', 'nearest'] as const) {
        const expected = exact(value).toNearest(exact(size), modes[mode])
        expect(exact(toMultiple(value, size, mode)).equals(expected)).toBe(true)
      }
    }),
  )
})

test('the largest quantity fits, and one lot more does not', () => {
  const positive = decimal.map((text) => text.replace('-', '')).filter((text) => Number(text) > 0)
  fc.assert(
    fc.property(positive, positive, step, (money, price, lot_size) => {
      const quantity = maxQuantity(money, price, { lot_size, tick_size: '1', min_quantity: '0' })
      expect(exact(quantity).times(price).lte(money)).toBe(true)
      expect(exact(quantity).plus(lot_size).times(price).gt(money)).toBe(true)
      expect(toLot(quantity, { lot_size })).toBe(quantity)
    }),
  )
})

test('prices move to the tick that is no worse for their side', () => {
  const grid = { tick_size: '0.5' }
  expect(toTick('100.3', grid, 'BUY')).toBe('100')
  expect(toTick('100.3', grid, 'SELL')).toBe('100.5')
  expect(toTick('100.3', grid)).toBe('100.5')
  expect(maxQuantity('1', '100', { tick_size: '1', lot_size: '0.01', min_quantity: '0.1' })).toBe('0')
})

test('what is no decimal is refused', () => {
  for (const text of ['', ' 1', '1e5', '.5', '1.', 'NaN', '--1', '1,5'])
    expect(() => add(text, '1')).toThrow(RangeError)
  expect(() => divide('1', '0.0')).toThrow(RangeError)
  expect(() => toMultiple('1', '0', 'down')).toThrow(RangeError)
  expect(() => maxQuantity('1', '0', { tick_size: '1', lot_size: '1', min_quantity: '1' })).toThrow(RangeError)
  expect(() => fromNumber(NaN)).toThrow(RangeError)
  expect(fromNumber(0.1)).toBe('0.1')
  expect(fromNumber(-1e-7)).toBe('-0.0000001')
})
