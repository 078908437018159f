import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { readable } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { decimal, rate } from '../values/decimal.js'
import { floorDistance } from './floor-distance.js'

const pct = (text: string) => rate(decimal(text))
/** 100,000 with 10 % of drawdown; long 1 BTC-USD from 20,000 for a fee of 12. */
function holding(dailyPct: string): Trader {
  const trader = aTrader({ plan: aPlan({ maxDrawdown: { pct: pct('10') }, dailyLoss: { pct: pct(dailyPct) } }) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  return trader
}
const distanceAt = (trader: Trader, mark: string) => {
  trader.script.setPrice('BTC-USD', mark)
  return floorDistance(trader.account, trader.script.context().market)
}

test.each([
  // the floor of the day is 95000: 99988 − 1000 − 95000, of a loss of 5000
  ['5', '19000', { equity: '98988', headroom: '3988', headroomPct: '79.76' }, 'daily_loss_limit'],
  // that of the drawdown 90000, of a loss of 10000
  ['20', '19000', { equity: '98988', headroom: '8988', headroomPct: '89.88' }, 'max_drawdown'],
  ['5', '12012', { equity: '92000', headroom: '-3000', headroomPct: '-60' }, 'daily_loss_limit'],
])('with %s %% a day, at %s', (dailyPct, mark, expected, rule) => {
  const distance = distanceAt(holding(dailyPct), mark)
  expect(readable(distance)).toMatchObject({ ...expected, isFresh: true })
  expect(distance.floor.rule).toBe(rule)
})

test('a share of nothing is not known', () => {
  const trader = holding('5')
  trader.account = { ...trader.account, plan: aPlan({ dailyLoss: { pct: pct('0') } }) }
  expect(distanceAt(trader, '20000').headroomPct).toBeNull()
})

test('it is not fresh while a mark that is held is stale, or was never seen', () => {
  const trader = holding('5')
  const isFresh = () => floorDistance(trader.account, trader.script.context().market).isFresh
  trader.script.setStale('SOL-USD', true)
  expect(isFresh()).toBe(true)
  trader.script.setStale('BTC-USD', true)
  expect(isFresh()).toBe(false)
  trader.script.forget('BTC-USD')
  expect(isFresh()).toBe(false)
})
