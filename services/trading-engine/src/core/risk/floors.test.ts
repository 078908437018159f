/** Floors worked by hand, of 100,000 with 10 % of drawdown and 5 % a day. */
import { decimal, formatDecimal, rate, usd } from '../decimal.js'
import type { RiskConfig } from '../plan.js'
import { aPlan } from '../../../test/support/plans.js'
import { dailyFloor, drawdownFloor, floorsOf, strictestFloor } from './floors.js'

interface Figures {
  readonly highWaterMark?: string
  readonly startBalance?: string
  readonly startEquity?: string
}
const measured = (
  { highWaterMark = '100000', startBalance = '100000', startEquity = '100000' }: Figures,
  maxDrawdown: Partial<RiskConfig['maxDrawdown']> = {},
  dailyLoss: Partial<RiskConfig['dailyLoss']> = {},
): Parameters<typeof drawdownFloor>[0] => ({
  plan: aPlan({
    maxDrawdown: { pct: rate(decimal('10')), lockAtInitial: false, ...maxDrawdown },
    dailyLoss: { pct: rate(decimal('5')), ...dailyLoss },
  }),
  highWaterMark: usd(decimal(highWaterMark)),
  day: {
    date: '2026-03-02',
    endsAt: 0,
    startBalance: usd(decimal(startBalance)),
    startEquity: usd(decimal(startEquity)),
    isWarned: false,
  },
})

test.each<[RiskConfig['maxDrawdown']['mode'], boolean, string, string]>([
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

test.each<[RiskConfig['dailyLoss']['base'], string, string, string]>([
  // base, balance and equity at the start of the day, floor
  ['INITIAL', '110000', '112000', '95000'],
  ['BALANCE', '110000', '112000', '104500'],
  ['EQUITY', '110000', '112000', '106400'],
  ['HIGHER_OF', '110000', '112000', '106400'],
  ['HIGHER_OF', '110000', '98000', '104500'],
  ['EQUITY', '110000', '98000', '93100'],
])('daily loss of %s, the day having begun with %s and %s: %s', (base, startBalance, startEquity, floor) => {
  expect(formatDecimal(dailyFloor(measured({ startBalance, startEquity }, {}, { base })))).toBe(floor)
})

test('the stricter floor is in force; where they are the same it is the final one', () => {
  const daily = measured({})
  expect(floorsOf(daily).map(({ equity }) => formatDecimal(equity))).toEqual(['90000', '95000'])
  expect(strictestFloor(daily).rule).toBe('daily_loss_limit')
  expect(strictestFloor(measured({ highWaterMark: '110000' }, { mode: 'TRAILING_EOD' })).rule).toBe('max_drawdown')
  expect(strictestFloor(measured({}, { pct: rate(decimal('5')) })).rule).toBe('max_drawdown')
})
