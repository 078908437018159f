/** The fates of orders that a run of the laboratory asks for, by the decisions that are made of them. */
import { limit, market, REDUCE_ONLY } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import type { ForcedOutcome } from '../model/forced-outcome.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import { decidePlace, type Placement } from './decide-place.js'
import type { PlaceOrder } from './prepare-order.js'

const BOOK = {
  asks: [
    ['20001', '1'],
    ['20002', '1'],
  ],
  bids: [['19999', '5']],
  mark: '20000',
} as const
const withBook = (): Trader => {
  const trader = aTrader()
  trader.script.setBook('BTC-USD', BOOK)
  return trader
}
const forced = (trader: Trader, forcedBy: ForcedOutcome, command: PlaceOrder): Placement =>
  trader.apply((account, context) => decidePlace(account, command, { ...context, forced: forcedBy }))
const told = ({ order, fills, violations }: Placement): string =>
  order === null
    ? `refused: ${violations.map(({ rule }) => rule).join(', ')}`
    : [order.status, order.reason, ...fills.map((fill) => `${formatDecimal(fill.quantity)}`)].join(' ')

const half: ForcedOutcome = { kind: 'PARTIAL_FILL', share: rate(decimal('0.5')) }

test.each<[string, PlaceOrder, string]>([
  ['of a market order the rest is cancelled', market('BUY', '2'), 'CANCELLED book_exhausted 1'],
  ['over two levels', market('BUY', '2', { tif: 'IOC' }), 'CANCELLED book_exhausted 1'],
  ['in whole lots', market('BUY', '0.003'), 'CANCELLED book_exhausted 0.001'],
  ['less than a lot is nothing', market('BUY', '0.001'), 'CANCELLED book_exhausted'],
  ['of a limit order the rest waits', limit('BUY', '2', '20002'), 'PARTIALLY_FILLED  1'],
  ['of an IOC it ends', limit('BUY', '2', '20002', { tif: 'IOC' }), 'EXPIRED time_in_force 1'],
  ['a FOK fills whole or not', limit('BUY', '2', '20002', { tif: 'FOK' }), 'EXPIRED time_in_force'],
  ['what reaches nothing waits as ever', limit('BUY', '2', '19000'), 'OPEN '],
])('half is filled: %s', (_, command, expected) => {
  expect(told(forced(withBook(), half, command))).toBe(expected)
})

test('a venue cancels what it would have filled, after it was acknowledged, and what waits is left alone', () => {
  const trader = withBook()
  const cancel: ForcedOutcome = { kind: 'ORACLE_CANCEL' }
  expect(told(forced(trader, cancel, market('BUY', '1')))).toBe('CANCELLED venue_cancelled')
  expect(told(forced(trader, cancel, limit('BUY', '1', '20001')))).toBe('CANCELLED venue_cancelled')
  expect(told(forced(trader, cancel, limit('BUY', '1', '19000')))).toBe('OPEN ')
  expect([...trader.account.positions]).toEqual([])
  expect(told(trader.place(market('BUY', '1')))).toBe('FILLED  1')
})

test('a rule refuses with its figures, once, beside those that refuse by themselves', () => {
  const trader = withBook()
  const reject: ForcedOutcome = { kind: 'REJECT', rule: 'max_positions' }
  const refused = forced(trader, reject, market('BUY', '1'))
  expect(told(refused)).toBe('refused: max_positions')
  expect(refused.violations[0]).toMatchObject({
    ...{ severity: 'SOFT', unit: 'positions', message: 'the run has it that this rule refuses the order' },
    value: decimal('1'),
  })
  const both = forced(trader, reject, market('SELL', '1', { flags: REDUCE_ONLY }))
  expect(told(both)).toBe('refused: reduce_only, max_positions')
  expect(
    told(forced(trader, { kind: 'REJECT', rule: 'reduce_only' }, market('SELL', '1', { flags: REDUCE_ONLY }))),
  ).toBe('refused: reduce_only')
  expect(trader.account.orders.size).toBe(0)
})
