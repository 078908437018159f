import { decimalError, isAmount } from './decimal-input.js'

test.each(['', '0', '0.00', '-1', '1e5', '1,000', ' 1', '.5', '1.', '١', '9'.repeat(21)])('%j is no amount', (text) =>
  expect(isAmount(text)).toBe(false),
)

test('what is typed may have blanks around it, or be empty', () => {
  expect(decimalError(' 1250.5 ')).toBeNull()
  expect(decimalError('  ')).toBeNull()
  expect(decimalError('1 250')).toEqual(expect.any(String))
})
