import { decimal, formatDecimal, quantity, usd } from '../values/decimal.js'
import { openDraft } from './draft.js'
import { InvariantError } from '../values/invariant.js'
import type { Side } from './order/order.js'
import { limit } from '../../../test/support/commands.js'
import { pick } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const drafted = (trader: Trader) => openDraft(trader.account, trader.script.context())

test('timestamps grow by a microsecond where the clock stands still or goes back', () => {
  const trader = aTrader()
  const { clock } = trader.account
  const still = drafted(trader)
  expect([still.stamp(), still.stamp()]).toEqual([clock + 1, clock + 2])
  trader.script.passTime(-60_000)
  expect(drafted(trader).stamp()).toBe(clock + 1)
  trader.script.passTime(120_000)
  expect(drafted(trader).stamp()).toBe(clock + 60_000_000)
})

test('an order cannot leave its end', () => {
  const trader = aTrader()
  const working = trader.placed(limit('BUY', '1', '19000'))
  const draft = drafted(trader)
  expect(() => draft.putOrder({ ...working, status: 'PENDING' })).toThrow(InvariantError)
  draft.putOrder({ ...working, status: 'CANCELLED' })
  expect(draft.account.orders.size).toBe(0)
})

test('a posted amount keeps its sign as a direction; nothing moves nothing', () => {
  const trader = aTrader()
  const draft = drafted(trader)
  draft.post('realized_pnl', usd(decimal('5')), { fillId: 'f-1', positionId: 'p-1' })
  draft.post('fees', usd(decimal('-2')), { positionId: 'p-1' })
  draft.post('fees', usd(0n), { positionId: 'p-1' })
  const transfers = draft.changes()?.transfers ?? []
  expect(transfers.map((each) => pick(each, 'house', 'direction', 'amount', 'balanceAfter', 'fillId'))).toEqual([
    { house: 'realized_pnl', direction: 'IN', amount: '5', balanceAfter: '100005', fillId: 'f-1' },
    { house: 'fees', direction: 'OUT', amount: '2', balanceAfter: '100003', fillId: null },
  ])
})

test('taken depth adds up per side of a book, and goes with the book', () => {
  const draft = drafted(aTrader())
  const take = (symbol: string, side: Side, sequence: number, size: string): void =>
    draft.consumeDepth({ symbol, venue: 'GMX', side, sequence, quantity: quantity(decimal(size)) })
  const taken = (): readonly string[] =>
    draft.account.consumedDepth.map(
      (each) => `${each.symbol} ${each.side} ${each.sequence} ${formatDecimal(each.quantity)}`,
    )
  take('BTC-USD', 'BUY', 1, '1')
  take('BTC-USD', 'SELL', 1, '2')
  take('SOL-USD', 'BUY', 1, '3')
  take('BTC-USD', 'BUY', 1, '0.5')
  expect([...taken()].sort()).toEqual(['BTC-USD BUY 1 1.5', 'BTC-USD SELL 1 2', 'SOL-USD BUY 1 3'])
  take('BTC-USD', 'SELL', 2, '4')
  expect([...taken()].sort()).toEqual(['BTC-USD SELL 2 4', 'SOL-USD BUY 1 3'])
})

test('the account it was opened from stays as it was', () => {
  const trader = aTrader()
  const before = { ...trader.account }
  const draft = drafted(trader)
  draft.post('fees', usd(decimal('-2')), { positionId: 'p-1' })
  expect(trader.account).toEqual(before)
  expect(draft.changes()?.account).toMatchObject({ version: before.version + 1 })
})

test('without a change there is nothing to write', () => {
  expect(drafted(aTrader()).changes()).toBeNull()
})
