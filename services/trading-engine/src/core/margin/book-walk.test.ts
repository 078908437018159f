import { isWithinLimit, opposingLevels, totalQuantity, walkBook } from './book-walk.js'
import { decimal, price, quantity } from '../values/decimal.js'
import type { OrderBook } from '../model/market/market-view.js'
import type { Side } from '../model/order/order.js'
import { readable } from '../../../test/support/engine/readable.js'

const level = (at: string, size: string) => ({ price: price(decimal(at)), quantity: quantity(decimal(size)) })
const BOOK: OrderBook = {
  symbol: 'BTC-USD',
  venue: 'GMX',
  tick: 7,
  sequence: 7,
  at: 0,
  bids: [level('99', '1'), level('98', '2'), level('97', '3')],
  asks: [level('101', '1'), level('102', '2'), level('103', '3')],
}

test.each<[string, Side, string, string | null, string, readonly string[]]>([
  // what, side, wanted, limit, already taken → executions
  ['the best level alone', 'BUY', '1', null, '0', ['1 @ 101']],
  ['part of a level', 'BUY', '0.4', null, '0', ['0.4 @ 101']],
  ['several levels', 'BUY', '2.5', null, '0', ['1 @ 101', '1.5 @ 102']],
  ['a sell takes bids from the top', 'SELL', '2.5', null, '0', ['1 @ 99', '1.5 @ 98']],
  ['more than there is', 'BUY', '10', null, '0', ['1 @ 101', '2 @ 102', '3 @ 103']],
  ['no further than the limit', 'BUY', '10', '102', '0', ['1 @ 101', '2 @ 102']],
  ['the limit itself is no worse', 'BUY', '10', '101', '0', ['1 @ 101']],
  ['a limit that reaches nothing', 'BUY', '10', '100.5', '0', []],
  ['a sell no lower than its limit', 'SELL', '10', '98', '0', ['1 @ 99', '2 @ 98']],
  ['a sell limit that reaches nothing', 'SELL', '10', '99.5', '0', []],
  ['part of the best level is taken', 'BUY', '1', null, '0.4', ['0.6 @ 101', '0.4 @ 102']],
  ['the best level is taken', 'BUY', '1', null, '1', ['1 @ 102']],
  ['taken into the second level', 'BUY', '3', null, '1.5', ['1.5 @ 102', '1.5 @ 103']],
  ['all is taken', 'BUY', '1', null, '6', []],
  ['all within the limit is taken', 'BUY', '1', '102', '3', []],
  ['more was taken than the book holds', 'SELL', '1', null, '100', []],
])('%s', (_, side, wanted, limit, taken, expected) => {
  const executions = walkBook(
    BOOK,
    side,
    quantity(decimal(wanted)),
    limit === null ? null : price(decimal(limit)),
    quantity(decimal(taken)),
  )
  const written = readable(executions) as readonly { price: string; quantity: string }[]
  expect(written.map((each) => `${each.quantity} @ ${each.price}`)).toEqual(expected)
})

test('an empty side gives nothing', () => {
  const one = quantity(decimal('1'))
  expect(walkBook({ ...BOOK, asks: [] }, 'BUY', one, null, quantity(0n))).toEqual([])
})

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
