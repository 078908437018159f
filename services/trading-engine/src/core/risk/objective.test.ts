/** PASSED: 10 % of 100,000 earned, on at least two trading days, and flat. */
import { decimal, negate, rate, usd } from '../values/decimal.js'
import { riskActionFor } from './supervise.js'
import { limit, market } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const begin = (fields: PlanFields = {}): Trader => {
  const plan = aPlan({ ...fields, objective: { profitTargetPct: rate(decimal('10')), tradingDaysMin: 2 } })
  const trader = aTrader({ plan })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const go = (trader: Trader, mark: string): void => {
  trader.script.setPrice('BTC-USD', mark)
  trader.fillResting()
}
const nextDay = (trader: Trader): void => {
  trader.script.passTime(24 * 3_600_000)
  trader.advance()
}
/** A long position of 5, taken from 20,000 to `mark`, and closed there. */
const earn = (trader: Trader, mark: string): void => {
  go(trader, '20000')
  trader.placed(market('BUY', '5'))
  go(trader, mark)
  trader.placed(market('SELL', '5'))
  trader.fillResting()
}

test('on the second day, with the target earned, the account has passed, and only reduces from then on', () => {
  const trader = begin()
  earn(trader, '21500')
  nextDay(trader)
  // 7500 − 60 − 64.5 to open and close, then 2500 − 60 − 61.5
  earn(trader, '20500')
  expect(trader.account.state).toBe('ACTIVE')
  earn(trader, '20400')
  expect([trader.account.state, trader.account.stateReason]).toEqual(['PASSED', 'objective'])
  expect(trader.refusals(market('BUY', '1'))).toEqual(['account_state'])
})

test('the target alone does not do: one day is not two', () => {
  const trader = begin()
  earn(trader, '23000')
  expect([trader.account.state, trader.account.tradedDays]).toEqual(['ACTIVE', 1])
  earn(trader, '20001')
  expect(trader.account.tradedDays).toBe(1)
  nextDay(trader)
  earn(trader, '20100')
  expect([trader.account.state, trader.account.tradedDays]).toEqual(['PASSED', 2])
})

test('days on which nothing was opened do not count, closing included', () => {
  const trader = begin()
  go(trader, '20000')
  trader.placed(market('BUY', '5'))
  nextDay(trader)
  nextDay(trader)
  go(trader, '23000')
  trader.placed(market('SELL', '5'))
  trader.fillResting()
  expect([trader.account.state, trader.account.tradedDays]).toEqual(['ACTIVE', 1])
})

test('while anything is open nothing is passed; then what would open is cancelled', () => {
  const trader = begin()
  earn(trader, '22400')
  nextDay(trader)
  go(trader, '20000')
  trader.placed(market('BUY', '1'))
  const resting = trader.placed(limit('BUY', '1', '19000'))
  go(trader, '22000')
  expect(trader.account.state).toBe('ACTIVE')
  trader.placed(market('SELL', '1'))
  trader.fillResting()
  expect(trader.account.state).toBe('PASSED')
  expect(trader.order(resting.id)).toMatchObject({ status: 'CANCELLED', reason: 'risk' })
  expect(trader.events.at(-1)).toMatchObject({ type: 'order.cancel', cancelledBy: 'RISK' })
})

test('what the operator adds is not earned, and what was paid out was', () => {
  const trader = begin()
  earn(trader, '21900')
  nextDay(trader)
  earn(trader, '20100')
  const moved = usd(decimal('5000'))
  trader.account = { ...trader.account, netDeposits: moved, balance: usd(trader.account.balance + moved) }
  expect(trader.fillResting()).toBeNull()
  trader.account = { ...trader.account, netDeposits: negate(moved), balance: usd(trader.account.balance - 2n * moved) }
  expect(trader.fillResting()).toBeNull()
  earn(trader, '20400')
  expect(trader.account.state).toBe('PASSED')
})

test('an account that is locked, halted or over does not pass', () => {
  const trader = begin()
  earn(trader, '22400')
  nextDay(trader)
  trader.placed(market('BUY', '0.01'))
  trader.placed(market('SELL', '0.01'))
  for (const state of ['REDUCE_ONLY', 'HALTED', 'TERMINATED', 'CLOSED'] as const) {
    trader.account = { ...trader.account, state }
    expect(trader.fillResting()).toBeNull()
  }
  trader.account = { ...trader.account, state: 'ACTIVE' }
  trader.fillResting()
  expect(trader.account.state).toBe('PASSED')
})

test('an account that passes near the warning level of its day is not warned afterwards', () => {
  const dailyLoss = { base: 'BALANCE', pct: rate(decimal('5')), warnAtPct: rate(decimal('80')) } as const
  const trader = begin({ dailyLoss, leverageMax: '5' })
  // 15000 − 60 − 69: the next day begins with 114871, and is warned of at 96 % of that: 110276.16
  earn(trader, '23000')
  nextDay(trader)
  // −4500 − 60 is above it, at 110311; the fee to close, of 57.3, takes it under it
  earn(trader, '19100')
  expect([trader.account.state, trader.account.balance]).toEqual(['PASSED', usd(decimal('110253.7'))])
  expect(riskActionFor(trader.account, trader.script.context())).toBeNull()
  expect(trader.fillResting()).toBeNull()
})
