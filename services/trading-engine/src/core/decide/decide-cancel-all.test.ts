import { decideCancelAll } from './decide-cancel-all.js'
import { limit, market } from '../../../test/support/commands.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const working = (): Trader => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.placed(limit('BUY', '1', '19000'))
  trader.placed(limit('SELL', '1', '21000', { venue: 'OSTIUM' }))
  trader.placed(limit('BUY', '10', '90', { symbol: 'SOL-USD' }))
  return trader
}

test('all of them, oldest first, in one decision', () => {
  const trader = working()
  const { version, eventSequence } = trader.account
  const cancelled = trader.cancelAll()
  expect(cancelled.map(({ symbol, status, reason }) => [symbol, status, reason])).toEqual([
    ['BTC-USD', 'CANCELLED', 'user_cancelled'],
    ['BTC-USD', 'CANCELLED', 'user_cancelled'],
    ['SOL-USD', 'CANCELLED', 'user_cancelled'],
  ])
  expect(trader.account.orders.size).toBe(0)
  expect(trader.account.version).toBe(version + 1)
  expect(trader.events.slice(-3).map(({ sequence, type }) => [sequence, type])).toEqual([
    [eventSequence + 1, 'order.cancel'],
    [eventSequence + 2, 'order.cancel'],
    [eventSequence + 3, 'order.cancel'],
  ])
  // positions stay
  expect(trader.account.positions.size).toBe(1)
})

test('of one symbol, on all venues and by any spelling', () => {
  const trader = working()
  expect(trader.cancelAll('btc').map(({ venue }) => venue)).toEqual(['GMX', 'OSTIUM'])
  expect([...trader.account.orders.values()].map(({ symbol }) => symbol)).toEqual(['SOL-USD'])
})

test('an unknown symbol is the caller’s mistake, and cancels nothing', () => {
  const trader = working()
  const problem = trader.problem((account, context) => decideCancelAll(account, 'NOPE', context))
  expect(problem).toMatchObject({ kind: 'invalid', issues: [{ path: ['symbol'], code: 'symbol.unknown' }] })
})

test('with nothing to cancel, nothing changes', () => {
  const trader = aTrader()
  expect(decideCancelAll(trader.account, null, trader.script.context())).toEqual({
    kind: 'decided',
    changes: null,
    answer: [],
  })
})

test('an order past its expiry is EXPIRED, not CANCELLED', () => {
  const trader = working()
  const expiresAt = timeOf('2026-03-02T13:00:00Z')
  const { id } = trader.placed(limit('BUY', '1', '18000', { tif: 'GTD', expiresAt }))
  trader.script.setTime('2026-03-02T13:00:00Z')
  expect(trader.cancelAll()).toHaveLength(3)
  expect(trader.order(id).status).toBe('EXPIRED')
})
