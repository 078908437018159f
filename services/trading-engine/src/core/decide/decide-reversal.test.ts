/** An account of 100,000 that may lose 10 % is ended by a loss, and an operator takes that back. */
import { computeFigures } from '../margin/figures.js'
import { drawdownFloor } from '../margin/floors.js'
import { payoutAvailability } from '../margin/payable.js'
import { profitOf } from '../margin/profit.js'
import type { Breach } from '../model/plan/breach.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { decideHalt } from './decide-halt.js'
import { decideReversal } from './decide-reversal.js'
import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const PLAN = aPlan({ maxDrawdown: { pct: rate(decimal('10')) }, objective: { profitTargetPct: rate(decimal('1')) } })
const dollars = (amount: string) => usd(decimal(amount))

/** Ended by 5 × 2,100 of loss and the fees: at 99,940 − 10,500 − 53.7. */
function ended(prepare: (trader: Trader) => void = () => undefined): Trader {
  const trader = aTrader({ plan: PLAN })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '5'))
  prepare(trader)
  trader.script.setPrice('BTC-USD', '17900')
  trader.fillResting()
  expect(trader.account.state).toBe('TERMINATED')
  return trader
}
const breachOf = ({ events }: Trader): Breach => {
  const found = events.find(({ type }) => type === 'account.breach')
  return (found as unknown as { readonly breach: Breach }).breach
}
const reversal = (trader: Trader, compensation: string, successorId: string | null = null) =>
  [{ reason: 'a wrong price', compensation: dollars(compensation) }, breachOf(trader), successorId] as const
const reverse = (trader: Trader, compensation: string): void =>
  void trader.apply((account, context) => decideReversal(account, ...reversal(trader, compensation), context))
const refused = (trader: Trader, compensation: string, successorId: string | null = null) =>
  trader.problem((account, context) => decideReversal(account, ...reversal(trader, compensation, successorId), context))

test('under a floor nothing is reversed, and the missing sum is told: one cent less does not do', () => {
  const trader = ended()
  expect(formatDecimal(trader.account.balance)).toBe('89386.3')
  expect(refused(trader, '0')).toEqual({ kind: 'under_floor', missing: dollars('613.7') })
  expect(refused(trader, '613.69')).toEqual({ kind: 'under_floor', missing: dollars('0.01') })
  reverse(trader, '613.7')
  expect([trader.account.state, formatDecimal(trader.account.balance)]).toEqual(['ACTIVE', '90000'])
})

test('a compensation is no profit, moves no floor and is not paid out; the losses stay booked', () => {
  const trader = ended()
  const [floor, lost] = [drawdownFloor(trader.account), profitOf(trader.account)]
  reverse(trader, '12000')
  expect(trader.transfers.at(-1)).toMatchObject({ house: 'compensation', direction: 'IN', amount: dollars('12000') })
  expect([drawdownFloor(trader.account), profitOf(trader.account)]).toEqual([floor, lost])
  const context = trader.script.context()
  expect(payoutAvailability(trader.account, context).available).toBe(0n)
  expect(computeFigures(trader.account, context).equity).toBe(dollars('101386.3'))
  // The balance is 1,386.3 over the initial one, and the objective of 1,000 is not met.
  trader.fillResting()
  expect(trader.account.state).toBe('ACTIVE')
  expect(trader.events.at(-1)).toMatchObject({
    type: 'account.breach_reversed',
    breach: { rule: 'max_drawdown', reversal: { reason: 'a wrong price', compensation: dollars('12000') } },
  })
})

test('a second breach ends it again', () => {
  const trader = ended()
  reverse(trader, '1000')
  trader.placed(market('BUY', '5'))
  trader.script.setPrice('BTC-USD', '17000')
  trader.fillResting()
  expect(trader.account.state).toBe('TERMINATED')
})

test('the state is the one before: a halt of the operator stands', () => {
  const trader = ended((before) => void before.apply((account, context) => decideHalt(account, 'a look', context)))
  reverse(trader, '1000')
  expect([trader.account.state, trader.account.stateReason]).toEqual(['HALTED', 'a look'])
})

test('one whose place is taken, one that is not ended, and one that another rule has closed are not reversed', () => {
  const trader = ended()
  expect(refused(trader, '1000', 'another')).toEqual({ kind: 'live_successor', accountId: 'another' })
  reverse(trader, '1000')
  expect(refused(trader, '0')).toMatchObject({ kind: 'account_state', state: 'ACTIVE' })
  trader.account = { ...trader.account, state: 'CLOSED' }
  expect(refused(trader, '0')).toMatchObject({ kind: 'account_state', state: 'CLOSED' })
})
