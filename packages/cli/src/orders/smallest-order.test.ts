import { farPrice, smallestQuantity } from './smallest-order.js'

const terms = { tick_size: '0.01', lot_size: '0.001', min_quantity: '0.002', min_notional: '0' }

test('the smallest order is the least quantity, or what the least notional needs and a tenth more', () => {
  expect(smallestQuantity('100', terms)).toBe('0.002')
  expect(smallestQuantity('100', { ...terms, min_notional: '10' })).toBe('0.11')
  expect(smallestQuantity('97', { ...terms, min_notional: '10' })).toBe('0.114')
})

test('the far price is half of it, on the grid', () => expect(farPrice('100.01', terms)).toBe('50.01'))
