import { blanksBefore, boundsOf, dayResults, monthOf, shiftMonth, sumOf, type TradingDay } from './month.js'

const NOVEMBER = { year: 2026, month: 10 }
const day = (date: string, pnl: string) => ({ date, pnl }) as unknown as TradingDay

describe('the results of the days of a month', () => {
  const days = dayResults(NOVEMBER, [day('2026-11-23', '-1250.5'), day('2026-11-03', '250.25'), day('2026-10-31', '7')])

  it('are those of its trading days, and nothing is known of the others', () => {
    expect(days).toHaveLength(30)
    expect(days.filter(({ result }) => result !== null)).toEqual([
      { date: '2026-11-03', result: '250.25' },
      { date: '2026-11-23', result: '-1250.5' },
    ])
  })

  it('add up to that of the month', () => expect(sumOf(days)).toBe('-1000.25'))
})

describe('months', () => {
  it('follow one another over the end of a year', () => {
    expect(shiftMonth({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 })
    expect(shiftMonth({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 })
  })

  it('begin and end at midnight UTC, in weeks that begin on Monday', () => {
    expect(boundsOf(NOVEMBER).map((at) => new Date(at).toISOString())).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
    ])
    expect(blanksBefore(NOVEMBER)).toBe(6)
    expect(monthOf(Date.parse('2026-11-30T23:59:59Z'))).toEqual(NOVEMBER)
  })
})
