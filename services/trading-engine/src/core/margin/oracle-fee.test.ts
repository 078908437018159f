/** Orders pay for prices on Ostium: 0.10 a request, in the ledger, on the order and on its position. */
import { close, limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { computeFigures } from './figures.js'
import { previewPlace } from '../decide/preview-place.js'
import { proposePlace } from '../decide/decide-place.js'
import { signedAmount } from '../model/account/ledger.js'
import { formatDecimal } from '../values/decimal.js'

const OSTIUM = { venue: 'OSTIUM' } as const

const begin = (oracleFee = true): Trader => {
  const trader = aTrader({ plan: aPlan({ costs: { oracleFee } }) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const requests = (trader: Trader): readonly string[] =>
  trader.transfers
    .filter(({ house }) => house === 'oracle_fees')
    .map((transfer) => formatDecimal(signedAmount(transfer)))

test('a market order that opens pays for one price, and so does its position', () => {
  const trader = begin()
  const order = trader.placed(market('BUY', '0.1', OSTIUM))
  expect(requests(trader)).toEqual(['-0.1'])
  // 2000 at 0.1 % and one price
  expect(formatDecimal(order.fees)).toBe('2.1')
  expect(formatDecimal(trader.position('BTC-USD', 'OSTIUM').fees)).toBe('2.1')
  expect(formatDecimal(trader.fills[0]!.fee)).toBe('2')
})

test.each([
  ['on GMX', begin(), market('BUY', '0.1')],
  ['where the plan has no oracle fee', begin(false), market('BUY', '0.1', OSTIUM)],
])('%s no price costs anything', (_name, trader, order) => {
  trader.placed(order)
  expect(requests(trader)).toEqual([])
})

test('a resting order pays when it is placed and when its trader cancels it, and nothing in between', () => {
  const trader = begin()
  const order = trader.placed(limit('BUY', '0.1', '19000', OSTIUM))
  expect(requests(trader)).toEqual(['-0.1'])
  trader.modify(order.id, { price: trader.order(order.id).limitPrice })
  const cancelled = trader.cancel(order.id)
  expect(requests(trader)).toEqual(['-0.1', '-0.1'])
  expect(formatDecimal(cancelled.fees)).toBe('0.2')
})

test('all orders cancelled together pay for as many prices; what only reduces is free', () => {
  const trader = begin()
  trader.placed(market('BUY', '0.1', OSTIUM))
  trader.placed(limit('BUY', '0.1', '19000', OSTIUM))
  trader.placed(limit('BUY', '0.1', '18000', OSTIUM))
  trader.placed(stop('SELL', '0.1', '17000', { ...OSTIUM, flags: REDUCE_ONLY }))
  trader.cancelAll()
  expect(requests(trader)).toEqual(Array.from({ length: 5 }, () => '-0.1'))
})

test('an order that the service ends costs nothing more', () => {
  const trader = begin()
  const expiresAt = trader.script.now + 60_000_000
  trader.placed(limit('BUY', '0.1', '19000', { ...OSTIUM, tif: 'GTD', expiresAt }))
  trader.script.passTime(120_000)
  trader.advance()
  expect([...trader.orders.values()].map(({ status }) => status)).toEqual(['EXPIRED'])
  expect(requests(trader)).toEqual(['-0.1'])
})

test('a partial close pays for a price, a full one is free: by a close, and by an order that only happens to reduce', () => {
  const trader = begin()
  trader.placed(market('BUY', '0.3', OSTIUM))
  trader.close(close({ ...OSTIUM, quantity: market('SELL', '0.1').quantity }))
  trader.placed(market('SELL', '0.1', OSTIUM))
  expect(requests(trader)).toEqual(['-0.1', '-0.1', '-0.1'])
  trader.placed(market('SELL', '0.1', OSTIUM))
  expect(requests(trader)).toHaveLength(3)
  const [position] = [...trader.positions.values()]
  // 6000 at 0.1 %, and three prices
  expect(formatDecimal(position!.fees)).toBe('6.3')
})

test('an exit that fills in two parts pays for each that leaves something open', () => {
  const trader = begin()
  trader.placed(market('BUY', '0.3', OSTIUM))
  trader.script.setBook('BTC-USD', { bids: [['20000', '0.1']], asks: [['20001', '1']] })
  const exit = trader.placed(limit('SELL', '0.2', '20000', { ...OSTIUM, flags: REDUCE_ONLY }))
  expect(exit.status).toBe('PARTIALLY_FILLED')
  trader.script.passTime(1_000)
  trader.script.setBook('BTC-USD', { bids: [['20000', '0.1']], asks: [['20001', '1']] })
  trader.fillResting()
  expect(requests(trader)).toEqual(['-0.1', '-0.1', '-0.1'])
  expect(formatDecimal(trader.order(exit.id).fees)).toBe('0.2')
  expect(formatDecimal(trader.position('BTC-USD', 'OSTIUM').fees)).toBe('6.3')
})

test('an exit that fills in part while its entry still works pays for that, too', () => {
  const trader = begin()
  trader.script.setBook('BTC-USD', { bids: [['19999', '1']], asks: [['20000', '0.2']] })
  const entry = trader.placed(limit('BUY', '0.3', '20000', OSTIUM))
  const exit = trader.placed(limit('SELL', '0.3', '20010', { ...OSTIUM, parentOrderId: entry.id }))
  trader.script.passTime(1_000)
  trader.script.setBook('BTC-USD', { bids: [['20010', '0.1']], asks: [['20020', '1']] })
  trader.fillResting()
  expect([trader.order(entry.id).status, trader.order(exit.id).status]).toEqual(['CANCELLED', 'PARTIALLY_FILLED'])
  expect(requests(trader)).toEqual(['-0.1', '-0.1'])
  expect(formatDecimal(trader.order(exit.id).fees)).toBe('0.1')
})

test('an order through flat closes for free and pays for what it opens', () => {
  const trader = begin()
  trader.placed(market('BUY', '0.1', OSTIUM))
  trader.placed(market('SELL', '0.3', OSTIUM))
  expect(requests(trader)).toEqual(['-0.1', '-0.1'])
})

test('a refused order pays for nothing', () => {
  const trader = begin()
  expect(trader.refusals(market('BUY', '1000', OSTIUM))).not.toEqual([])
  expect(requests(trader)).toEqual([])
})

test.each([
  ['an opening order', market('BUY', '0.1', OSTIUM)],
  ['a partial close', market('SELL', '0.1', { ...OSTIUM, flags: REDUCE_ONLY })],
])('the rules are asked with it: %s', (_name, command) => {
  const trader = begin()
  trader.placed(market('BUY', '0.3', OSTIUM))
  const proposed = proposePlace(trader.account, command, null, trader.script.context())
  if ('problem' in proposed) throw new Error('a problem')
  trader.placed(command)
  expect(requests(trader)).toEqual(['-0.1', '-0.1'])
  expect(proposed.proposal.after.equity).toBe(trader.figures().equity)
})

test('what a preview shows is what is then charged', () => {
  const trader = begin()
  const context = trader.script.context()
  const command = market('BUY', '0.1', OSTIUM)
  const outcome = previewPlace(trader.account, command, context, null)
  if (outcome.kind === 'problem') throw new Error('a problem')
  const previewed = computeFigures(outcome.answer.after, context)
  trader.placed(command)
  expect(previewed).toEqual(trader.figures())
  expect(formatDecimal(outcome.answer.placement.order!.fees)).toBe('2.1')
})
