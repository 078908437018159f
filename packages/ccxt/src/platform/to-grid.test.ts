import fc from 'fast-check'
import { isDecimal } from './texts.js'
import { toGrid } from './to-grid.js'

test.each([
  ['0.0019', '0.001', 'down', '0.001'],
  ['0.001', '0.001', 'down', '0.001'],
  ['0.0009', '0.001', 'down', '0'],
  ['12345678901234567.1239', '0.001', 'down', '12345678901234567.123'],
  ['12345678901234567.123999', '0.001', 'down', '12345678901234567.123'],
  ['98765432109876543210.5', '1', 'down', '98765432109876543210'],
  ['0.30000000000000004', '0.1', 'down', '0.3'],
  ['0.29999999999999993', '0.1', 'down', '0.3'],
  ['0.2999', '0.1', 'down', '0.2'],
  ['100.24', '0.5', 'nearest', '100'],
  ['100.25', '0.5', 'nearest', '100.5'],
  ['12345678901234567.13', '0.05', 'nearest', '12345678901234567.15'],
  ['0.00001234', '0.00000001', 'nearest', '0.00001234'],
  ['70', '10', 'nearest', '70'],
  ['100', '0.1', 'down', '100'],
  ['7.5', '0', 'down', '7.5'],
] as const)('%s on a grid of %s, %s, is %s', (value, step, mode, result) => {
  expect(toGrid(value, step, mode)).toBe(result)
})

test('whole steps stay as they are, at any size', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 1, max: 18 }), (steps, decimals) => {
      const step = `0.${'1'.padStart(decimals, '0')}`
      const digits = steps.toString().padStart(decimals + 1, '0')
      const value = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      const plain = value.replace(/\.?0+$/, '')
      expect(toGrid(value, step, 'down')).toBe(plain)
      expect(toGrid(value, step, 'nearest')).toBe(plain)
    }),
  )
})

test.each([
  ['1', true],
  ['0.1', true],
  ['1e-7', false],
  ['-1', false],
  ['NaN', false],
  ['1.', false],
  ['', false],
])('%j is a decimal: %s', (text, is) => expect(isDecimal(text)).toBe(is))
