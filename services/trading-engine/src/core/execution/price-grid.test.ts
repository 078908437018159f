import { decimal, formatDecimal, price } from '../values/decimal.js'
import { limitPriceOnGrid, snapToGrid } from './price-grid.js'
import type { Side } from '../model/order/order.js'

test.each([
  // value, step, the grid point it stands for
  ['0.3', '0.1', '0.3'],
  ['0.30000000000000004', '0.1', '0.3'],
  ['0.29999999999999998', '0.1', '0.3'],
  ['20000.000019', '0.5', '20000'],
  ['19999.999981', '0.5', '20000'],
  ['20000.000021', '0.5', null],
  ['20000.25', '0.5', null],
  ['0.05', '0.1', null],
  ['0.0000000001', '0.1', null],
  ['0', '0.1', null],
  ['100000', '100000', '100000'],
  ['100001', '100000', null],
  ['0.000000001', '0.000000001', '0.000000001'],
])('%s on steps of %s is %p', (value, step, expected) => {
  const snapped = snapToGrid(decimal(value), decimal(step))
  expect(snapped === null ? null : formatDecimal(snapped)).toBe(expected)
})

test.each<[Side, string, string]>([
  ['BUY', '20000.5', '20000.5'],
  ['BUY', '20000.7', '20000.5'],
  ['BUY', '20000.999', '20000.5'],
  ['BUY', '0.4', '0'],
  ['SELL', '20000.5', '20000.5'],
  ['SELL', '20000.1', '20000.5'],
  ['SELL', '20000.501', '20001'],
  ['SELL', '0.4', '0.5'],
  // float noise is no reason to move a price a whole tick
  ['BUY', '20000.49999999999', '20000.5'],
  ['SELL', '20000.50000000001', '20000.5'],
])('a %s limit of %s is placed at %s', (side, wanted, placed) => {
  expect(formatDecimal(limitPriceOnGrid(side, price(decimal(wanted)), price(decimal('0.5'))))).toBe(placed)
})
