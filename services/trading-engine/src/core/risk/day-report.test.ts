/** A day of an account of 100,000 with 10 % of drawdown, 5 % a day and a target of 8 %, worked by hand. */
import { aPlan } from '../../../test/support/plans/plans.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import type { Breach } from '../model/plan/breach.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { formatTimestamp } from '../values/time.js'
import { looksOf, reportDay, type DaySums } from './day-report.js'

const money = (text: string) => usd(decimal(text))
const pct = (text: string) => rate(decimal(text))
const PLAN = aPlan({
  maxDrawdown: { pct: pct('10') },
  dailyLoss: { pct: pct('5') },
  objective: { profitTargetPct: pct('8'), tradingDaysMin: 1 },
})
const NOTHING = { fees: money('0'), realized_pnl: money('0'), funding: money('0'), capital: money('0') }
const DAY: DaySums = {
  ...{ date: '2026-03-02', at: timeOf('2026-03-02T00:00:00Z'), endedAt: timeOf('2026-03-03T00:00:00Z') },
  ...{ startBalance: money('104000'), startEquity: money('103000'), startNetDeposits: money('2000') },
  ...{ startPaidOut: money('0'), highWaterMark: money('105000'), closingBalance: money('111500') },
  ...{ closingEquity: money('110000'), transfers: { ...NOTHING, capital: money('1500') } as DaySums['transfers'] },
  fills: 3,
}
const breach = (value: string, equity: string) => ({ value: money(value), equity: money(equity) }) as Breach

test('the result leaves out what the operator added, and the floors are those it began with', () => {
  const report = reportDay({ plan: PLAN, scaling: null }, DAY, [], [])
  // 111500 − 104000 − 1500
  expect(formatDecimal(report.pnl)).toBe('6000')
  expect([report.floors.drawdown, report.floors.daily].map((floor) => formatDecimal(floor!))).toEqual([
    '92000',
    '97000',
  ])
  expect(report).toMatchObject({ fills: 3, breaches: [] })
})

test.each([
  ['the start', '103000', [], []],
  ['what was looked at', '99000', ['104000', '99000'], []],
  ['what a breach was measured at', '98500', ['99000'], [breach('98500', '98700')]],
  ['the equity of a breach', '98000', ['99000'], [breach('98500', '98000')]],
])('the lowest equity is that of %s', (_, lowest, looked, breaches) => {
  expect(formatDecimal(reportDay({ plan: PLAN, scaling: null }, DAY, breaches, looked.map(money)).lowestEquity)).toBe(
    lowest,
  )
})

test('the lowest equity may be that of its end', () => {
  expect(
    formatDecimal(
      reportDay({ plan: PLAN, scaling: null }, { ...DAY, closingEquity: money('97000') }, [], []).lowestEquity,
    ),
  ).toBe('97000')
})

test.each([
  // 100000 + 2000 + 1500 + 8000
  ['111500', true],
  ['111499.99', false],
])('a balance of %s at the end has reached the target: %p', (closing, isReached) => {
  expect(
    reportDay({ plan: PLAN, scaling: null }, { ...DAY, closingBalance: money(closing) }, [], []).isTargetReached,
  ).toBe(isReached)
})

test('whether a target is reached is unknown without one, and without the deposits of the day', () => {
  expect(reportDay({ plan: aPlan(), scaling: null }, DAY, [], []).isTargetReached).toBeNull()
  expect(
    reportDay({ plan: PLAN, scaling: null }, { ...DAY, startNetDeposits: null }, [], []).isTargetReached,
  ).toBeNull()
})

describe('the hours at which a day is looked at', () => {
  const looks = (at: string, endedAt: string | null, now = '2026-03-09T00:00:00Z') =>
    looksOf({ at: timeOf(at), endedAt: endedAt === null ? null : timeOf(endedAt) }, timeOf(now)).map((look) =>
      formatTimestamp(look).slice(5, 16),
    )

  test('are the whole ones after its start and before its end', () => {
    expect(looks('2026-03-02T21:30:00Z', '2026-03-03T00:00:00Z')).toEqual(['03-02T22:00', '03-02T23:00'])
    expect(looks('2026-03-02T21:00:00Z', '2026-03-02T23:00:01Z')).toEqual(['03-02T22:00', '03-02T23:00'])
    expect(looks('2026-03-02T21:00:00Z', '2026-03-02T22:00:00Z')).toEqual([])
    expect(looks('2026-03-02T21:30:00Z', '2026-03-02T21:40:00Z')).toEqual([])
  })

  test('of a day that goes on end now, and are fewer of a long one', () => {
    expect(looks('2026-03-02T21:30:00Z', null, '2026-03-02T22:30:00Z')).toEqual(['03-02T22:00'])
    expect(looks('2026-03-02T00:00:00Z', null, '2026-03-03T01:00:00Z')).toHaveLength(24)
    // 50 hours: every second one, from the first on
    const long = looks('2026-03-02T00:00:00Z', null, '2026-03-04T02:00:00Z')
    expect([long.length, ...long.slice(0, 2)]).toEqual([25, '03-02T01:00', '03-02T03:00'])
  })
})
