import {
  abs,
  decimal,
  decimalFromNumber,
  divide,
  divideRounded,
  formatDecimal,
  max,
  min,
  multiply,
  multiplyDivide,
  toNumber,
} from './decimal.js'

test.each([-0, 5e-324, 1e-19])('%p is read as 0', (value) => {
  expect(decimalFromNumber(value)).toBe(0n)
})

test('a literal that is no decimal throws', () => {
  expect(() => decimal('1e3')).toThrow(new RangeError('not a decimal: 1e3'))
})

test('toNumber gives the nearest float', () => {
  expect(toNumber(decimal('0.1') + decimal('0.2'))).toBe(0.3)
  expect(toNumber(decimal('-95687.066'))).toBe(-95687.066)
  expect(Object.is(toNumber(0n), 0)).toBe(true)
  // Its billionths are no float: dividing them would be a rounding more.
  expect(toNumber(decimal('702987119818190.096539684'))).toBe(702987119818190.1)
})

describe('rounding', () => {
  test.each<[bigint, bigint, bigint, bigint, bigint]>([
    // numerator, denominator, FLOOR, CEIL, HALF_EVEN
    [6n, 3n, 2n, 2n, 2n],
    [7n, 3n, 2n, 3n, 2n],
    [8n, 3n, 2n, 3n, 3n],
    [-7n, 3n, -3n, -2n, -2n],
    [-8n, 3n, -3n, -2n, -3n],
    [7n, -3n, -3n, -2n, -2n],
    [-7n, -3n, 2n, 3n, 2n],
    [1n, 2n, 0n, 1n, 0n],
    [3n, 2n, 1n, 2n, 2n],
    [5n, 2n, 2n, 3n, 2n],
    [-1n, 2n, -1n, 0n, 0n],
    [-3n, 2n, -2n, -1n, -2n],
    [-5n, 2n, -3n, -2n, -2n],
    [5n, -2n, -3n, -2n, -2n],
    [0n, 5n, 0n, 0n, 0n],
    [0n, -5n, 0n, 0n, 0n],
  ])('%p ÷ %p is %p, %p or %p', (numerator, denominator, floor, ceil, halfEven) => {
    const inEach = (['FLOOR', 'CEIL', 'HALF_EVEN'] as const).map((rounding) =>
      divideRounded(numerator, denominator, rounding),
    )
    expect(inEach).toEqual([floor, ceil, halfEven])
  })

  test('division by zero throws', () => {
    expect(() => divide(1n, 0n, 'FLOOR')).toThrow(RangeError)
    expect(() => multiplyDivide(1n, 1n, 0n, 'FLOOR')).toThrow(RangeError)
  })

  test('a product and a quotient of their own rounding each', () => {
    const third = divide(decimal('1'), decimal('3'), 'FLOOR')
    expect(formatDecimal(third)).toBe('0.333333333333333333')
    expect(formatDecimal(divide(decimal('1'), decimal('3'), 'CEIL'))).toBe('0.333333333333333334')
    expect(formatDecimal(multiply(third, decimal('3'), 'CEIL'))).toBe('0.999999999999999999')
    // one rounding, where multiply and then divide would have two
    expect(formatDecimal(multiplyDivide(decimal('1'), decimal('3'), decimal('3'), 'FLOOR'))).toBe('1')
  })
})

test('abs, min and max', () => {
  expect([abs(-2n), abs(2n), min(-1n, 2n), max(-1n, 2n)]).toEqual([2n, 2n, -1n, 2n])
})
