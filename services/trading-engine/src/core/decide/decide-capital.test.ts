import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { decideCapital } from './decide-capital.js'
import { signedAmount } from '../model/account/ledger.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { limit, market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const move = (trader: Trader, direction: 'IN' | 'OUT', amount: string) =>
  trader.apply((account, context) => decideCapital(account, { direction, amount: usd(decimal(amount)) }, context))
const refusal = (trader: Trader, amount: string) => {
  const requested = { direction: 'OUT', amount: usd(decimal(amount)) } as const
  const problem = trader.problem((account, context) => decideCapital(account, requested, context))
  return problem.kind === 'not_free' ? formatDecimal(problem.available) : problem
}
const pct = (text: string) => rate(decimal(text))

test('the balance moves by one transfer, and so do day-start figures, high-water mark and floors', () => {
  const trader = aTrader({ plan: aPlan({ maxDrawdown: { pct: pct('10') }, dailyLoss: { pct: pct('5') } }) })
  const floors = () => [drawdownFloor(trader.account), dailyFloor(trader.account)!].map(formatDecimal)
  expect(floors()).toEqual(['90000', '95000'])
  expect(formatDecimal(move(trader, 'IN', '2500.000000000000000001').balance)).toBe('102500.000000000000000001')
  expect(floors()).toEqual(['92500.000000000000000001', '97500.000000000000000001'])
  expect(formatDecimal(move(trader, 'OUT', '500.000000000000000001').netDeposits)).toBe('2000')
  expect(floors()).toEqual(['92000', '97000'])
  expect(trader.transfers.slice(1).map((row) => [row.house, formatDecimal(signedAmount(row)), row.positionId])).toEqual(
    [
      ['capital', '2500.000000000000000001', null],
      ['capital', '-500.000000000000000001', null],
    ],
  )
})

test('no more is paid out than is free: margin of positions and working orders stays, to the last digit', () => {
  const trader = aTrader({ plan: aPlan({ leverageMax: '5' }) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '2'))
  trader.placed(limit('BUY', '1', '10000'))
  // 100000 − 24 of fee, − 40000 / 5, − 10000 / 5
  expect(refusal(trader, '89976.000000000000000001')).toBe('89976')
  expect(formatDecimal(move(trader, 'OUT', '89976').balance)).toBe('10000')
  expect(trader.figures().freeMargin).toBe(0n)
  expect(refusal(trader, '0.000000000000000001')).toBe('0')
})

test('an unrealised profit cannot be paid out, and an unrealised loss is deducted', () => {
  const trader = aTrader({ plan: aPlan({ leverageMax: '5' }) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '30000')
  // 99988 − 30000 / 5
  expect(refusal(trader, '200000')).toBe('93988')
  trader.script.setPrice('BTC-USD', '10000')
  // 99988 − 10000 / 5 − 10000
  expect(refusal(trader, '200000')).toBe('87988')
})

test.each(['HALTED', 'PASSED', 'TERMINATED', 'CLOSED'] as const)(
  'what is left of a %s account is paid out',
  (state) => {
    const trader = aTrader()
    trader.account = { ...trader.account, state }
    expect(formatDecimal(move(trader, 'OUT', '100000').balance)).toBe('0')
    expect(trader.account.state).toBe(state)
  },
)
