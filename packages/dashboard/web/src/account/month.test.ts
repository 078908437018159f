import { blanksBefore, boundsOf, dayResults, monthOf, shiftMonth, sumOf } from './month.js'

const NOVEMBER = { year: 2026, month: 10 }
const OPENED = { at: '2026-11-03T09:00:00.000Z', balance: '100000' }
const point = (timestamp: string, balance: string) => ({ timestamp, balance, equity: balance })

describe('the results of the days of a month', () => {
  const points = [
    point('2026-11-04T00:00:00.000Z', '100250.5'),
    point('2026-11-05T00:00:00.000Z', '100250.5'),
    point('2026-11-06T00:00:00.000Z', '99000'),
    point('2026-11-06T15:30:00.000Z', '99100.25'),
  ]
  const days = dayResults(NOVEMBER, points, OPENED)
  const of = (day: number) => days[day - 1]?.result

  it('are the changes of the balance, the first day from what the account began with', () => {
    expect([of(3), of(4), of(5), of(6)]).toEqual(['250.5', '0', '-1250.5', '100.25'])
    expect(sumOf(days)).toBe('-899.75')
  })

  it('are unknown before the account was opened, and after today', () => {
    expect([of(1), of(2), of(7), of(30)]).toEqual([null, null, null, null])
    expect(days).toHaveLength(30)
  })

  it('are unknown on the other side of a gap', () => {
    const [, ...rest] = points
    expect(dayResults(NOVEMBER, rest, OPENED)[3]?.result).toBeNull()
  })
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
