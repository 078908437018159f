import { decideCancel } from './decide-cancel.js'
import { limit, market } from '../../../test/support/commands.js'
import { pick } from '../../../test/support/engine/readable.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader } from '../../../test/support/trader.js'

test('a working order is cancelled by its owner', () => {
  const trader = aTrader()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  trader.script.passTime(5)
  const cancelled = trader.cancel(id)
  expect(pick(cancelled, 'status', 'reason', 'filledQuantity', 'version', 'updatedAt')).toEqual({
    ...{ status: 'CANCELLED', reason: 'user_cancelled', filledQuantity: '0', version: 2 },
    updatedAt: timeOf('2026-03-02T12:00:00.005Z'),
  })
  expect(trader.account.orders.size).toBe(0)
  expect(trader.events.at(-1)).toMatchObject({ type: 'order.cancel', order: cancelled, cancelledBy: 'USER' })
  expect(trader.figures().reservedMargin).toBe(0n)
})

test('what has filled stays filled', () => {
  const trader = aTrader()
  trader.script.setBook('BTC-USD', { bids: [['19999', '1']], asks: [['20000', '0.25']] })
  const { id } = trader.placed(limit('BUY', '1', '20000'))
  expect(pick(trader.cancel(id), 'status', 'filledQuantity')).toEqual({ status: 'CANCELLED', filledQuantity: '0.25' })
})

test('a second cancellation is answered with the cancelled order and changes nothing', () => {
  const trader = aTrader()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  const first = trader.cancel(id)
  const outcome = decideCancel(trader.account, id, first, trader.script.context())
  expect(outcome).toEqual({ kind: 'decided', changes: null, answer: first })
})

test('a filled order can no longer be cancelled', () => {
  const trader = aTrader()
  const filled = trader.placed(market('BUY', '1'))
  const problem = trader.problem((account, context) => decideCancel(account, filled.id, filled, context))
  expect(problem).toEqual({
    kind: 'order_not_working',
    message: 'the order is FILLED and can no longer be cancelled',
    order: filled,
  })
})

test('an order past its expiry is EXPIRED, even if no decision was made since', () => {
  const trader = aTrader()
  const expiresAt = timeOf('2026-03-02T13:00:00Z')
  const { id } = trader.placed(limit('BUY', '1', '19000', { tif: 'GTD', expiresAt }))
  trader.script.setTime('2026-03-02T13:00:00Z')
  const problem = trader.problem((account, context) => decideCancel(account, id, null, context))
  expect(problem).toMatchObject({ kind: 'order_not_working', order: { status: 'EXPIRED', reason: 'expired' } })
})

test('an unknown order is not found', () => {
  const trader = aTrader()
  trader.placed(limit('BUY', '1', '19000'))
  const problem = trader.problem((account, context) => decideCancel(account, 'id-unknown', null, context))
  expect(problem).toEqual({ kind: 'not_found', message: 'no such order' })
})

test.each(['REDUCE_ONLY', 'HALTED', 'PASSED'] as const)('orders can be cancelled in state %s', (state) => {
  const trader = aTrader()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  trader.account = { ...trader.account, state }
  expect(trader.cancel(id).status).toBe('CANCELLED')
})
