/** Floors worked by hand, of 100,000 with 10 % of drawdown and 5 % a day. */
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import type { DrawdownRule, Reference } from '../model/plan/loss-rules.js'
import { aPlan, type DailyFields, type DrawdownFields } from '../../../test/support/plans/plans.js'
import { dailyFloor, dailyLossOf, drawdownFloor, strictestFloor, type Measured } from './floors.js'

interface Figures {
  readonly highWaterMark?: string
  readonly startBalance?: string
  readonly startEquity?: string
  /** Added before the day began, and since the account was opened. */
  readonly startNetDeposits?: string
  readonly netDeposits?: string
}
const measured = (
  {
    highWaterMark = '100000',
    startBalance = '100000',
    startEquity = '100000',
    startNetDeposits = '0',
    netDeposits = '0',
  }: Figures,
  maxDrawdown: DrawdownFields = {},
  dailyLoss: DailyFields = {},
): Measured => ({
  plan: aPlan({
    maxDrawdown: { pct: rate(decimal('10')), lockAtInitial: false, ...maxDrawdown },
    dailyLoss: { pct: rate(decimal('5')), ...dailyLoss },
  }),
  highWaterMark: usd(decimal(highWaterMark)),
  netDeposits: usd(decimal(netDeposits)),
  paidOut: usd(0n),
  day: {
    ...{ date: '2026-03-02', endsAt: 0, startBalance: usd(decimal(startBalance)) },
    ...{ startEquity: usd(decimal(startEquity)), startNetDeposits: usd(decimal(startNetDeposits)), high: null },
    ...{ isWarned: false, isTraded: false },
  },
})

test.each<[DrawdownRule['mode'], boolean, string, string]>([
  // mode, locked at initial, highest equity, floor
  ['STATIC', false, '100000', '90000'],
  ['STATIC', false, '125000', '90000'],
  ['TRAILING_EOD', false, '100000', '90000'],
  ['TRAILING_EOD', false, '104000', '94000'],
  ['TRAILING_EOD', false, '125000', '115000'],
  ['TRAILING_EOD', true, '109999.99', '99999.99'],
  ['TRAILING_EOD', true, '125000', '100000'],
  ['TRAILING_INTRADAY', false, '112345.67', '102345.67'],
  ['TRAILING_INTRADAY', true, '112345.67', '100000'],
])('drawdown %s, locked %s, from a high of %s: %s', (mode, lockAtInitial, highWaterMark, floor) => {
  expect(formatDecimal(drawdownFloor(measured({ highWaterMark }, { mode, lockAtInitial })))).toBe(floor)
})

test.each<[Reference, string, string, string]>([
  // base, balance and equity at the start of the day, floor
  ['INITIAL', '110000', '112000', '95000'],
  ['BALANCE', '110000', '112000', '104500'],
  ['EQUITY', '110000', '112000', '106400'],
  ['HIGHER_OF', '110000', '112000', '106400'],
  ['HIGHER_OF', '110000', '98000', '104500'],
  ['EQUITY', '110000', '98000', '93100'],
])('daily loss of %s, the day having begun with %s and %s: %s', (base, startBalance, startEquity, floor) => {
  expect(formatDecimal(dailyFloor(measured({ startBalance, startEquity }, {}, { base }))!)).toBe(floor)
})

test('the stricter floor is in force; where they are the same it is the final one', () => {
  const inForce = (account: Measured) => {
    const equity = usd(decimal('100000'))
    return strictestFloor({ ...account, balance: equity }, equity).rule
  }
  expect(inForce(measured({}))).toBe('daily_loss_limit')
  expect(inForce(measured({ highWaterMark: '110000' }, { mode: 'TRAILING_EOD' }))).toBe('max_drawdown')
  expect(inForce(measured({}, { pct: rate(decimal('5')) }))).toBe('max_drawdown')
})

describe('what the operator adds or pays out moves every floor by just that', () => {
  test.each<[DrawdownRule['mode'], boolean, string, string]>([
    // mode, locked at initial, capital, floor from a high of 112000 before it
    ['STATIC', false, '5000', '95000'],
    ['STATIC', false, '-5000', '85000'],
    ['TRAILING_EOD', false, '5000', '107000'],
    ['TRAILING_INTRADAY', true, '5000', '105000'],
    ['TRAILING_INTRADAY', true, '-5000', '95000'],
  ])('drawdown %s, locked %s, after %s: %s', (mode, lockAtInitial, netDeposits, floor) => {
    const figures = { highWaterMark: '112000', netDeposits }
    expect(formatDecimal(drawdownFloor(measured(figures, { mode, lockAtInitial })))).toBe(floor)
  })

  test.each<[Reference, string, string, string, string]>([
    // base, capital when the day began and now; base and floor of a day that began with 110000 and 112000
    ['INITIAL', '0', '5000', '105000', '100000'],
    ['INITIAL', '5000', '5000', '105000', '100000'],
    ['BALANCE', '0', '5000', '115000', '109500'],
    ['BALANCE', '5000', '5000', '110000', '104500'],
    ['EQUITY', '0', '-5000', '107000', '101400'],
    ['HIGHER_OF', '2000', '-3000', '107000', '101400'],
  ])(
    'daily loss of %s, capital %s at the start and %s now: %s and %s',
    (base, startNetDeposits, netDeposits, from, floor) => {
      const figures = { startBalance: '110000', startEquity: '112000', startNetDeposits, netDeposits }
      const daily = dailyLossOf(measured(figures, {}, { base }))!
      expect([formatDecimal(daily.base), formatDecimal(daily.floor)]).toEqual([from, floor])
    },
  )
})
