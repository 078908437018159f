/** A stop that lies beyond the liquidation price of what it protects is taken, and said to be of no use. */
import { previewPlace } from './preview-place.js'
import type { PlaceOrder } from './prepare-order.js'
import type { Warning } from './warnings.js'
import { limit, market, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const BEYOND = ['stop_beyond_liquidation']

const trading = (): Trader => {
  const trader = aTrader({ plan: aPlan() })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
/** The same, asked first: what a preview says is what placing says. */
const warnings = (trader: Trader, command: PlaceOrder): readonly Warning[] => {
  const previewed = previewPlace(trader.account, command, trader.script.context(), null)
  if (previewed.kind === 'problem') throw new Error(JSON.stringify(previewed.problem))
  const { warnings: said } = trader.place(command)
  expect(previewed.answer.placement.warnings).toEqual(said)
  return said
}

// At leverage 20 and a maintenance rate of 1 % a long from 20000 is liquidated at 20000 ÷ 1.04 = 19230.77, a short at
// 20000 ÷ 0.96 = 20833.33.
test.each([
  ['BUY', stop('SELL', '1', '19231', { flags: REDUCE_ONLY }), []],
  ['BUY', stop('SELL', '1', '19230.5', { flags: REDUCE_ONLY }), BEYOND],
  ['BUY', stop('SELL', '1', '19230.5'), BEYOND],
  ['BUY', stop('SELL', '1', '19000', { price: limit('SELL', '1', '18000').price }), BEYOND],
  ['SELL', stop('BUY', '1', '20833', { flags: REDUCE_ONLY }), []],
  ['SELL', stop('BUY', '1', '20833.5', { flags: REDUCE_ONLY }), BEYOND],
  // None of these is to stop a loss.
  ['BUY', takeProfit('SELL', '1', '22000', { flags: REDUCE_ONLY }), []],
  ['BUY', limit('SELL', '1', '22000', { flags: REDUCE_ONLY }), []],
  ['BUY', stop('BUY', '1', '22000'), []],
] as const)('with a position that was opened by a %s: %j', (side, command, expected) => {
  const trader = trading()
  trader.placed(market(side, '1'))
  expect(warnings(trader, command)).toEqual(expected)
})

test.each([
  ['BUY', '20800', stop('SELL', '1', '20000', { flags: REDUCE_ONLY })],
  ['SELL', '19200', stop('BUY', '1', '20000', { flags: REDUCE_ONLY })],
] as const)('a stop at the very price of liquidation is not beyond it: %s', (side, entry, command) => {
  const trader = trading()
  trader.script.setPrice('BTC-USD', entry)
  trader.placed(market(side, '1'))
  expect(warnings(trader, command)).toEqual([])
})

test('without a position there is nothing to warn of, nor of what is refused', () => {
  expect(warnings(trading(), stop('SELL', '1', '15000'))).toEqual([])
  expect(warnings(trading(), market('BUY', '1'))).toEqual([])
  expect(warnings(trading(), stop('SELL', '1', '15000', { flags: REDUCE_ONLY }))).toEqual([])
})

test.each([
  // From 19000 it is liquidated at 18269.23.
  ['a limit', limit('BUY', '1', '19000'), '18269.5', '18269'],
  // Triggered at 21000, at 20192.31.
  ['a stop', stop('BUY', '1', '21000'), '20192.5', '20192'],
])('the stop of an entry that still waits is measured from where that waits: %s', (_, entry, within, beyond) => {
  const trader = trading()
  const { id } = trader.placed(entry)
  expect(warnings(trader, stop('SELL', '1', within, { parentOrderId: id }))).toEqual([])
  expect(warnings(trader, stop('SELL', '1', beyond, { parentOrderId: id }))).toEqual(BEYOND)
})

test('of an entry that adds, from the average', () => {
  const trader = trading()
  trader.placed(market('BUY', '1'))
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  // 19500 ÷ 1.04 = 18750
  expect(warnings(trader, stop('SELL', '2', '18750', { parentOrderId: id }))).toEqual([])
  expect(warnings(trader, stop('SELL', '2', '18749.5', { parentOrderId: id }))).toEqual(BEYOND)
})

describe('of an account that equity carries', () => {
  const carried = (initialBalance: string): Trader => {
    const trader = aTrader({ plan: aPlan({ initialBalance, marginMode: 'CROSS' }) })
    trader.placed(market('BUY', '1'))
    return trader
  }

  test('it is the price at which equity is used up', () => {
    // 2,988 USD after the fee: (20,000 − 2,988) ÷ 0.99 = 17,183.84
    const trader = carried('3000')
    expect(warnings(trader, stop('SELL', '1', '17184', { flags: REDUCE_ONLY }))).toEqual([])
    expect(warnings(trader, stop('SELL', '1', '17183.5', { flags: REDUCE_ONLY }))).toEqual(BEYOND)
  })

  test('there may be none', () => {
    expect(warnings(carried('100000'), stop('SELL', '1', '100', { flags: REDUCE_ONLY }))).toEqual([])
  })

  test('an entry that waits is carried by what is left then', () => {
    const trader = carried('3000')
    const { id } = trader.placed(limit('BUY', '1', '19000'))
    // 2,980.4 after its fee as well: (39,000 − 2,980.4) ÷ 1.98 = 18,191.72
    expect(warnings(trader, stop('SELL', '1', '18192', { parentOrderId: id }))).toEqual([])
    expect(warnings(trader, stop('SELL', '1', '18191.5', { parentOrderId: id }))).toEqual(BEYOND)
  })

  test('one that more on the other venue hedges is liquidated where it wins', () => {
    const trader = carried('5000')
    trader.placed(market('SELL', '2', { venue: 'OSTIUM' }))
    expect(warnings(trader, stop('SELL', '1', '15000', { flags: REDUCE_ONLY, venue: 'GMX' }))).toEqual([])
  })
})
