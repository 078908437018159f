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
  parseDecimal,
  roundToStep,
  toNumber,
  type Rounding,
} from './decimal.js'

const LARGEST = '99999999999999999999.999999999999999999'

describe('parseDecimal', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.0', '0'],
    ['1', '1'],
    ['-1', '-1'],
    ['1.0', '1'],
    ['1.50', '1.5'],
    ['007', '7'],
    ['-0.5', '-0.5'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['123456789012345678.123456789012345678', '123456789012345678.123456789012345678'],
    [LARGEST, LARGEST],
    [`-${LARGEST}`, `-${LARGEST}`],
  ])('reads %s as %s', (text, written) => {
    const parsed = parseDecimal(text)
    expect(parsed === null ? null : formatDecimal(parsed)).toBe(written)
  })

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '--1',
    '.5',
    '5.',
    '1.2.3',
    '1,5',
    '1_000',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    '١',
    '1.0000000000000000001',
    '100000000000000000000',
    '000000000000000000001',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })
})

describe('decimalFromNumber', () => {
  test.each<[number, string]>([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.1'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-6, '0.000001'],
    [1e-7, '0.0000001'],
    [-1e-7, '-0.0000001'],
    [1.5e-7, '0.00000015'],
    [1e-18, '0.000000000000000001'],
    [1.7e-17, '0.000000000000000017'],
    [2 ** 53, '9007199254740992'],
    [2 ** 53 + 1, '9007199254740992'],
    [Number('9007199254740993'), '9007199254740992'],
    [95687.066, '95687.066'],
    [1e19, '10000000000000000000'],
    [99999999999999980000, '99999999999999980000'],
    [1e-19, '0'],
    [1.5e-18, '0.000000000000000002'],
    [5e-324, '0'],
    [0.0000012345678901234567, '0.000001234567890123'],
    [5.882e-6 * 0.999, '0.000005876118'],
  ])('reads %p as %s', (value, written) => {
    const read = decimalFromNumber(value)
    expect(read === null ? null : formatDecimal(read)).toBe(written)
  })

  test.each([
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['1e309', Number('1e309')],
    ['1e20', 1e20],
    ['-1e20', -1e20],
    ['1e21', 1e21],
    ['1.5e300', 1.5e300],
  ])('refuses %s: there is no room for it', (_, value) => {
    expect(decimalFromNumber(value)).toBeNull()
  })
})

test('a literal that is no decimal throws', () => {
  expect(() => decimal('1e3')).toThrow(new RangeError('not a decimal: 1e3'))
})

test('toNumber gives the nearest float', () => {
  expect(toNumber(decimal('0.1') + decimal('0.2'))).toBe(0.3)
  expect(toNumber(decimal('-95687.066'))).toBe(-95687.066)
  expect(Object.is(toNumber(0n), 0)).toBe(true)
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

  test.each<[string, string, Rounding, string]>([
    ['1.24', '0.1', 'FLOOR', '1.2'],
    ['1.24', '0.1', 'CEIL', '1.3'],
    ['1.25', '0.1', 'HALF_EVEN', '1.2'],
    ['1.35', '0.1', 'HALF_EVEN', '1.4'],
    ['1.2', '0.1', 'CEIL', '1.2'],
    ['-1.24', '0.1', 'FLOOR', '-1.3'],
    ['-1.24', '0.1', 'CEIL', '-1.2'],
    ['7', '2.5', 'FLOOR', '5'],
    ['0.04', '0.1', 'HALF_EVEN', '0'],
  ])('%s to steps of %s, %s: %s', (value, step, rounding, expected) => {
    expect(formatDecimal(roundToStep(decimal(value), decimal(step), rounding))).toBe(expected)
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
