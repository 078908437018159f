/**
 * PASSED: of stored plan versions 10 % of 100,000 earned, on at least two trading days, and flat; then what a plan may
 * say beyond that.
 */
import { profitOf } from '../margin/profit.js'
import type { WindowSums } from '../model/account/progress.js'
import type { ConsistencyRule, DayCount, ObjectiveRule } from '../model/plan/objective-rule.js'
import { decimal, formatDecimal, negate, rate, usd } from '../values/decimal.js'
import { compareBest, consistencyOf } from '../margin/consistency.js'
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
  const { balance } = trader.account
  expect(trader.events.filter(({ type }) => type === 'account.passed')).toMatchObject([
    { profit: usd(balance - decimal('100000')), tradedDays: 2 },
  ])
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

const dollars = (amount: string) => usd(decimal(amount))
const TARGET = { pct: null, amount: dollars('1000') }
/** A plan with the words of today: 1,000 dollars, and no days unless they are said. */
const withRule = (rule: Partial<ObjectiveRule>, fields: PlanFields = {}): Trader => {
  const trader = aTrader({ plan: aPlan({ ...fields, objective: { profitTarget: TARGET, ...rule } }) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const days = (counts: DayCount, min: number, threshold: ObjectiveRule['tradingDays']['threshold'] = null) => ({
  tradingDays: { min, counts, threshold },
})

test('the decision that meets the objective passes the account, and tells so', () => {
  const trader = withRule({})
  trader.placed(market('BUY', '5'))
  go(trader, '21000')
  const { order, fills } = trader.place(market('SELL', '5'))
  expect([trader.account.state, order?.status, fills.length]).toEqual(['PASSED', 'FILLED', 1])
  // 5000 − 60 − 63
  expect(trader.events.at(-1)).toMatchObject({ type: 'account.passed', profit: dollars('4877'), tradedDays: 1 })
})

test.each<[DayCount, string[]]>([
  ['OPENED', ['1', '1', '2']],
  ['CLOSED', ['0', '1', '2']],
  ['OPENED_AND_CLOSED', ['0', '0', '1']],
  ['NET_PROFIT', ['0', '1', '1']],
])('days that count, of %s: opened on the first, closed on the second, both on the third', (counts, counted) => {
  const trader = withRule(days(counts, 10))
  trader.placed(market('BUY', '1'))
  const seen: string[] = []
  const look = () => seen.push(String(trader.account.tradedDays))
  nextDay(trader)
  look()
  go(trader, '20200')
  trader.placed(market('SELL', '1'))
  nextDay(trader)
  look()
  earn(trader, '20001')
  nextDay(trader)
  look()
  expect(seen).toEqual(counted)
})

test.each<[string, string, number]>([
  ['379.71', 'just under', 0],
  ['379.7', 'at', 1],
])('a day counts from its threshold on, at the reset alone: of %s it is %s', (least, _where, counted) => {
  const trader = withRule(days('NET_PROFIT', 1, { pct: null, amount: dollars(least) }))
  // 500 − 60 − 60.3
  earn(trader, '20100')
  expect(trader.account.tradedDays).toBe(0)
  nextDay(trader)
  expect(trader.account.tradedDays).toBe(counted)
})

test('a day that is enough passes the account at its reset, not before', () => {
  const trader = withRule(days('NET_PROFIT', 1))
  earn(trader, '21000')
  expect(trader.account.state).toBe('ACTIVE')
  trader.script.passTime(24 * 3_600_000)
  trader.fillResting()
  expect(trader.account.state).toBe('PASSED')
})

describe('without require_flat', () => {
  test('the decision that finds equity and balance at the target closes everything', () => {
    const trader = withRule({ requiresFlat: false, ...days('OPENED', 2) })
    earn(trader, '20300')
    const resting = trader.placed(limit('BUY', '1', '19000'))
    go(trader, '20000')
    trader.placed(market('BUY', '1'))
    go(trader, '19640')
    nextDay(trader)
    trader.placed(market('BUY', '0.01'))
    // Profit of 1500 − 60 − 60.9 − 12 − 0.11784, and 360 of the position to lose: over 1000, but not once closed
    trader.fillResting()
    expect([trader.account.state, trader.account.positions.size]).toEqual(['ACTIVE', 1])
    go(trader, '19645')
    expect([trader.account.state, trader.account.positions.size]).toEqual(['PASSED', 0])
    expect(trader.order(resting.id).status).toBe('CANCELLED')
    expect([...trader.positions.values()].at(-1)).toMatchObject({ closeReason: 'RISK' })
  })

  test('what closing costs may be what the target lacks: then nothing is closed', () => {
    const trader = withRule({ requiresFlat: false, targetBasis: 'EQUITY' })
    trader.placed(market('BUY', '5'))
    // 5 × 212 − 60 is the target; 60.6 to close is not there yet
    go(trader, '20212')
    expect([trader.account.state, trader.account.positions.size]).toEqual(['ACTIVE', 1])
    go(trader, '20224.1')
    expect([trader.account.state, trader.account.positions.size]).toEqual(['ACTIVE', 1])
    go(trader, '20224.2')
    expect([trader.account.state, trader.account.positions.size]).toEqual(['PASSED', 0])
  })

  test('with BALANCE what is open does not reach it', () => {
    const trader = withRule({ requiresFlat: false })
    trader.placed(market('BUY', '5'))
    go(trader, '22000')
    expect(trader.account.state).toBe('ACTIVE')
  })

  test('what cannot be closed now, closed market or stale price, waits', () => {
    const trader = withRule({ requiresFlat: false, targetBasis: 'EQUITY' })
    trader.placed(market('BUY', '5'))
    trader.script.setOpen('BTC-USD', false)
    go(trader, '22000')
    expect(trader.account.state).toBe('ACTIVE')
    trader.script.setOpen('BTC-USD', true)
    trader.script.setStale('BTC-USD', true)
    trader.fillResting()
    expect(trader.account.state).toBe('ACTIVE')
    trader.script.setStale('BTC-USD', false)
    trader.fillResting()
    expect(trader.account.state).toBe('PASSED')
  })

  test('the day that closing makes counts', () => {
    const trader = withRule({ requiresFlat: false, targetBasis: 'EQUITY', ...days('CLOSED', 1) })
    trader.placed(market('BUY', '5'))
    go(trader, '22000')
    expect([trader.account.state, trader.account.tradedDays]).toEqual(['PASSED', 1])
  })
})

const HALF: ConsistencyRule = {
  ...{ pct: rate(decimal('50')), numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE' },
  ...{ applies: ['PASS'], window: 'PHASE' },
}

test('an account that is not consistent does not pass yet, and does once it is', () => {
  const trader = withRule({ consistency: HALF })
  earn(trader, '20400')
  expect(trader.account.state).toBe('ACTIVE')
  nextDay(trader)
  earn(trader, '20390')
  const { isMet } = consistencyOf(HALF, trader.account.progress!, profitOf(trader.account), trader.account.positions)
  expect([trader.account.state, isMet]).toEqual(['ACTIVE', false])
  nextDay(trader)
  // 1878.8 of 1878.8 + 1828.83 + 79.88 is 49.6 %
  earn(trader, '20040')
  expect(trader.account.state).toBe('PASSED')
})

test('a rest that stays open does not hide what its trade has earned', () => {
  const best: ConsistencyRule = { ...HALF, numerator: 'BEST_TRADE' }
  const trader = withRule({ consistency: { ...best, applies: ['PAYOUT'] } })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '20400')
  trader.placed(market('SELL', '0.999'))
  const { account } = trader
  expect(account.positions.size).toBe(1)
  const { score, best: most } = consistencyOf(best, account.progress!, profitOf(account), account.positions)
  // All that was earned is of this trade.
  expect([score, most]).toEqual([decimal('100'), profitOf(account)])
})

test('consistency that is of payouts alone is not asked for', () => {
  const trader = withRule({ consistency: { ...HALF, applies: ['PAYOUT'] } })
  earn(trader, '20400')
  expect(trader.account.state).toBe('PASSED')
})

test.each<[string, Partial<ConsistencyRule>, Partial<Record<keyof WindowSums, string>>, object]>([
  ['just over its share', {}, { net: '999', bestDay: '500' }, { isMet: false, required: '1000', needed: '1' }],
  ['at its share', {}, { net: '1000', bestDay: '500' }, { isMet: true, required: '1000', needed: '0' }],
  [
    'at a share it has to be under',
    { comparison: 'LT' },
    { net: '1000', bestDay: '500' },
    { isMet: false, required: '1000', needed: '0' },
  ],
  [
    'just under one',
    { comparison: 'LT' },
    { net: '1000.01', bestDay: '500' },
    { isMet: true, required: '1000', needed: '0' },
  ],
  [
    'days with a loss left out',
    { denominator: 'POSITIVE_DAYS' },
    { net: '600', bestDay: '500', positiveDays: '1000' },
    { isMet: true, required: '1000', needed: '0' },
  ],
  [
    'the best trade',
    { numerator: 'BEST_TRADE', pct: rate(decimal('30')) },
    { net: '1000', bestDay: '500', bestTrade: '100' },
    { isMet: true, required: '333.333333333333333334', needed: '0' },
  ],
  ['nothing earned', {}, { net: '0', bestDay: '500' }, { isMet: false, score: null, required: '1000', needed: '1000' }],
  ['a loss', {}, { net: '-200', bestDay: '500' }, { isMet: false, score: null, required: '1000', needed: '1200' }],
  ['no day with a profit', {}, { net: '-200', bestDay: '-10' }, { isMet: false, score: null, required: '0' }],
])('consistency: %s', (_name, rule, sums, expected) => {
  const none = { net: '0', bestDay: '0', positiveDays: '0', bestTrade: '0', ...sums }
  const figures = Object.fromEntries(Object.entries(none).map(([name, value]) => [name, dollars(value)]))
  const { isMet, score, requiredProfit, stillNeeded } = compareBest(
    { ...HALF, ...rule },
    figures as unknown as WindowSums,
  )
  const found = { isMet, score, required: formatDecimal(requiredProfit), needed: formatDecimal(stillNeeded) }
  expect(found).toMatchObject(expected)
})

test.each(['PASSED', 'TERMINATED'] as const)(
  'a day that ends under its floor leaves or makes an account %s',
  (state) => {
    const dailyLoss = { pct: rate(decimal('1')), evaluation: 'END_OF_DAY', reference: 'BALANCE' } as const
    const trader = aTrader({ plan: aPlan({ objective: { profitTargetPct: rate(decimal('10')) }, dailyLoss }) })
    const day = { ...trader.account.day, startBalance: usd(decimal('112000')) }
    trader.account = { ...trader.account, day, ...(state === 'PASSED' ? { state, stateReason: 'objective' } : {}) }
    trader.script.passTime(86_400_000)
    trader.fillResting()
    expect(trader.account.state).toBe(state)
  },
)
