import { formatNano, formatProduct, parseNano, parseProduct } from './fixed-point.js'

test('what is parsed is written again, to the last digit', () => {
  expect(formatNano(parseNano('95687.06'))).toBe('95687.060000000')
  expect(formatProduct(parseNano('0.001') * parseNano('95687.066'))).toBe('95.687066000000000000')
  for (const text of ['0.000000000000000001', '-0.057412669950000000', '100000.000000000000000000']) {
    expect(formatProduct(parseProduct(text))).toBe(text)
  }
  expect(formatProduct(parseProduct('-12'))).toBe('-12.000000000000000000')
})
