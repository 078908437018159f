/** Maintenance liquidation, from the mark that causes it to the closed position. */
import { formatDecimal } from '../values/decimal.js'
import { isAnyReached } from '../decide/market/reached.js'
import { market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { pick, words } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

/** Long 1 BTC from 20000 at leverage 20; with 1 % maintenance its margin is gone at 19230.77. */
const begin = (): Trader => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  return trader
}

test('a position is liquidated at the mark where its margin ends, at what the book gives', () => {
  const trader = begin()
  trader.script.setPrice('BTC-USD', '19231')
  expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  expect(trader.fillResting()).toBeNull()
  trader.script.setPrice('BTC-USD', '19230.5')
  expect(isAnyReached(trader.account, trader.script.context())).toBe(true)
  const changes = trader.fillResting()
  expect(trader.account.positions.size).toBe(0)
  const [closed] = [...trader.positions.values()]
  expect(words(closed!, 'closeReason', 'realizedPnl', 'quantity')).toBe('LIQUIDATION -769.5 0')
  expect(changes?.orders.map((order) => pick(order, 'kind', 'side', 'status', 'reason', 'clientId'))).toEqual([
    { kind: 'MARKET', side: 'SELL', status: 'FILLED', reason: 'liquidation', clientId: null },
  ])
  expect(changes?.events.map(({ type }) => type)).toEqual(['order.ack', 'order.fill', 'position.close'])
})

test('the mark decides, not the book', () => {
  const trader = begin()
  trader.script.setBook('BTC-USD', { bids: [['18000', '5']], asks: [['18001', '5']], mark: '20000' })
  expect(trader.fillResting()).toBeNull()
})

test('a part that the book cannot fill stays open and is liquidated with the next book', () => {
  const trader = begin()
  trader.script.setPrice('BTC-USD', '19000', { depth: '0.4' })
  trader.fillResting()
  expect(formatDecimal(trader.position().quantity)).toBe('0.6')
  expect(trader.fillResting()).toBeNull()
  trader.script.setPrice('BTC-USD', '19000')
  trader.fillResting()
  expect(trader.account.positions.size).toBe(0)
})

test('while the market is closed or its price stale nothing is liquidated', () => {
  const trader = begin()
  trader.script.setPrice('BTC-USD', '19000')
  trader.script.setOpen('BTC-USD', false)
  expect(trader.fillResting()).toBeNull()
  trader.script.setOpen('BTC-USD', true)
  trader.script.setStale('BTC-USD', true)
  expect(trader.fillResting()).toBeNull()
  trader.script.setStale('BTC-USD', false)
  trader.fillResting()
  expect(trader.account.positions.size).toBe(0)
})

test('a stop that the same tick has reached comes first', () => {
  const trader = begin()
  const { id } = trader.placed(stop('SELL', '1', '19500', { flags: REDUCE_ONLY }))
  trader.script.setPrice('BTC-USD', '19000')
  trader.fillResting()
  expect(trader.order(id).status).toBe('FILLED')
  expect([...trader.positions.values()][0]?.closeReason).toBe('STOP_LOSS')
})

test('orders that would reduce the position end with it', () => {
  const trader = begin()
  const { id } = trader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
  trader.script.setPrice('BTC-USD', '19000')
  trader.fillResting()
  expect(pick(trader.order(id), 'status', 'reason')).toEqual({ status: 'CANCELLED', reason: 'reduce_only' })
})
