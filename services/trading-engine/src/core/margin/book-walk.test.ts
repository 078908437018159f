import { isWithinLimit, opposingLevels, totalQuantity } from './book-walk.js'
import { decimal, price, quantity } from '../values/decimal.js'
import type { OrderBook } from '../model/market/market-view.js'
import type { Side } from '../model/order/order.js'

const level = (at: string, size: string) => ({ price: price(decimal(at)), quantity: quantity(decimal(size)) })
const BOOK: OrderBook = {
  ...{ symbol: 'BTC-USD', venue: 'GMX', tick: 7, sequence: 7, at: 0 },
  bids: [level('99', '1'), level('98', '2'), level('97', '3')],
  asks: [level('101', '1'), level('102', '2'), level('103', '3')],
}

test('a buyer meets the asks, a seller the bids', () => {
  expect(opposingLevels(BOOK, 'BUY')).toBe(BOOK.asks)
  expect(opposingLevels(BOOK, 'SELL')).toBe(BOOK.bids)
})

test.each<[Side, string, string | null, boolean]>([
  ['BUY', '100', '100', true],
  ['BUY', '99', '100', true],
  ['BUY', '101', '100', false],
  ['SELL', '100', '100', true],
  ['SELL', '101', '100', true],
  ['SELL', '99', '100', false],
  ['BUY', '1000000', null, true],
  ['SELL', '0.01', null, true],
])('%s at %s with limit %p: %p', (side, at, limit, expected) => {
  expect(isWithinLimit(side, price(decimal(at)), limit === null ? null : price(decimal(limit)))).toBe(expected)
})

test('the total of executions', () => {
  expect(totalQuantity([])).toBe(0n)
  expect(totalQuantity([level('1', '0.4'), level('2', '0.6')])).toBe(decimal('1'))
})
