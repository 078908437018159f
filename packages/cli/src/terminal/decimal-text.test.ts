import { grouped, inUnit, money, rounded, signed } from './decimal-text.js'

test.each([
  ['0.005', 2, '0.01'],
  ['-0.005', 2, '-0.01'],
  ['-0.004', 2, '0.00'],
  ['0.999', 2, '1.00'],
  ['99.5', 0, '100'],
  ['100000000000000000000.129', 2, '100000000000000000000.13'],
  ['7', 3, '7.000'],
])('%s to %d places is %s', (value, places, text) => expect(rounded(value, places)).toBe(text))

test('thousands are set apart, money has cents, a gain its sign', () => {
  expect(grouped('1234567.8900')).toBe('1,234,567.89')
  expect(grouped('-123')).toBe('-123')
  expect(grouped('61000.000')).toBe('61,000')
  expect(money('99972.8034')).toBe('99,972.80')
  expect(money('-1000')).toBe('-1,000.00')
  expect(signed('12.5')).toBe('+12.50')
  expect(signed('-12.5')).toBe('-12.50')
  expect(signed('0.001')).toBe('0.00')
})

test('figures of rules are told in their unit', () => {
  expect(inUnit('89063.4306', 'USD')).toBe('89,063.43')
  expect(inUnit('97.920515360986911439', 'ratio')).toBe('97.9205')
  expect(inUnit('87203.31', null)).toBe('87,203.31')
  expect(inUnit('200', 'orders')).toBe('200')
  expect(inUnit(null, 'USD')).toBe('-')
})
