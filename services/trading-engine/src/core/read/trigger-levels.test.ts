/** The prices at which something happens to an account: of each order that waits, and of each position. */
import { limit, market, stop, takeProfit, NO_FLAGS } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { decimal, formatDecimal, price } from '../values/decimal.js'
import { isLevelReached, levelsOf } from './trigger-levels.js'

const begin = (fields: PlanFields = {}): Trader => {
  const trader = aTrader({ plan: aPlan(fields) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const shown = (trader: Trader) =>
  levelsOf(trader.account, trader.script.context()).map(
    ({ watched, isAbove, price: at, symbol, venue }) =>
      `${symbol} ${venue} ${watched} ${isAbove ? '≥' : '≤'} ${formatDecimal(at)}`,
  )

test.each([
  ['a limit to buy meets the ask', limit('BUY', '1', '19000'), 'BTC-USD GMX ASK ≤ 19000'],
  ['a limit to sell meets the bid', limit('SELL', '1', '21000'), 'BTC-USD GMX BID ≥ 21000'],
  ['a stop to buy is above', stop('BUY', '1', '21000'), 'BTC-USD GMX LAST ≥ 21000'],
  ['a stop to sell is below', stop('SELL', '1', '19000'), 'BTC-USD GMX LAST ≤ 19000'],
  ['a target to sell is above', takeProfit('SELL', '1', '21000'), 'BTC-USD GMX LAST ≥ 21000'],
  [
    'a trigger on the mark',
    stop('BUY', '1', '21000', { flags: { ...NO_FLAGS, triggerOnMark: true } }),
    'BTC-USD GMX MARK ≥ 21000',
  ],
])('%s', (_, command, level) => {
  const trader = begin()
  const order = trader.placed(command)
  expect(shown(trader)).toEqual([level])
  expect(levelsOf(trader.account, trader.script.context())).toMatchObject([
    { orderId: order.id, since: order.updatedAt },
  ])
})

test('an exit that waits for its entry has no level', () => {
  const trader = begin()
  const entry = trader.placed(limit('BUY', '1', '19000'))
  trader.placed(stop('SELL', '1', '18000', { parentOrderId: entry.id }))
  expect(shown(trader)).toEqual(['BTC-USD GMX ASK ≤ 19000'])
})

test('a position has its liquidation price, unless equity carries it', () => {
  const [isolated, cross] = [begin(), begin({ marginMode: 'CROSS' })]
  for (const trader of [isolated, cross]) {
    trader.placed(market('BUY', '1'))
    trader.placed(market('SELL', '1', { venue: 'OSTIUM' }))
  }
  expect(shown(isolated)).toEqual([
    'BTC-USD GMX MARK ≤ 19230.769230769230769231',
    'BTC-USD OSTIUM MARK ≥ 20833.333333333333333333',
  ])
  expect(levelsOf(isolated.account, isolated.script.context())).toMatchObject([
    { orderId: null, since: isolated.account.clock },
    { orderId: null },
  ])
  expect(shown(cross)).toEqual([])
})

test('an order that news holds back has none until it may fill again', () => {
  const trader = begin({ newsFreeze: {} })
  trader.placed(limit('BUY', '1', '19000'))
  trader.script.addNews({ at: trader.script.now, symbols: ['BTC-USD'] })
  expect(shown(trader)).toEqual([])
  trader.script.passTime(3_600_000)
  expect(shown(trader)).toHaveLength(1)
})

test('keys tell levels apart, and one that moves has another', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  trader.placed(limit('BUY', '1', '19000'))
  trader.placed(market('BUY', '1'))
  const keys = () => levelsOf(trader.account, trader.script.context()).map(({ key }) => key)
  const before = keys()
  expect(new Set(before).size).toBe(3)
  trader.modify(id, { price: price(decimal('19001')) })
  expect(keys().filter((key) => !before.includes(key))).toHaveLength(1)
})

test.each([
  ['19999.5', [false, true]],
  ['20000', [true, true]],
  ['20000.5', [true, false]],
])('at %s those above and below 20000 are reached: %p', (at, expected) => {
  const trader = begin()
  trader.script.setPrice('BTC-USD', at)
  const quote = trader.script.context().market.quote({ symbol: 'BTC-USD', venue: 'GMX' })!
  const level = { symbol: 'BTC-USD', venue: 'GMX', key: '', orderId: null, since: 0, watched: 'MARK' } as const
  const reached = [true, false].map((isAbove) =>
    isLevelReached({ ...level, isAbove, price: price(decimal('20000')) }, quote),
  )
  expect(reached).toEqual(expected)
})
