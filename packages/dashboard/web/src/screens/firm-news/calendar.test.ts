import { calendarDays, readSpan, stepDate } from './calendar-span.js'
import { emptyEvent, eventOf, formOf, isComplete } from './event-form.js'

const HOUR = 3_600_000

describe('the span of a calendar', () => {
  it('is a week from Monday on, by the clocks of the zone', () => {
    const days = calendarDays('week', '2026-03-08', 'America/New_York')
    expect(days.map(({ date }) => date)).toEqual([
      ...['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'],
    ])
    expect(new Date(days[0]!.from).toISOString()).toBe('2026-03-02T05:00:00.000Z')
    // The day on which summer time begins is an hour shorter.
    expect(days.map(({ from, to }) => (to - from) / HOUR)).toEqual([24, 24, 24, 24, 24, 24, 23])
    for (const [place, { from }] of days.entries()) if (place > 0) expect(from).toBe(days[place - 1]!.to)
  })

  it('is what the address says, else the week of today', () => {
    const now = Date.parse('2026-03-06T23:30:00Z')
    expect(readSpan(new URLSearchParams(), 'Asia/Kathmandu', now)).toEqual({ view: 'week', date: '2026-03-07' })
    expect(readSpan(new URLSearchParams('view=day&date=2026-01-31'), 'UTC', now)).toEqual({
      view: 'day',
      date: '2026-01-31',
    })
    expect(readSpan(new URLSearchParams('view=x&date=2026-99-99'), 'UTC', now)).toEqual({
      view: 'week',
      date: '2026-03-06',
    })
    expect([stepDate('day', '2026-02-28', 1), stepDate('week', '2026-01-03', -1)]).toEqual(['2026-03-01', '2025-12-27'])
  })
})

describe('an event that is typed', () => {
  const form = {
    ...emptyEvent('nfp', 'UTC', 0),
    title: ' Payrolls ',
    at: '2026-03-06T08:30',
    currencies: 'usd, eur',
    symbols: '',
  }

  it('is at the time that clocks in the zone show', () => {
    expect(eventOf(form, 'America/New_York')).toEqual({
      ...{ id: 'nfp', title: 'Payrolls', at: '2026-03-06T13:30:00.000Z', impact: 'HIGH' },
      ...{ currencies: ['USD', 'EUR'], symbols: [] },
    })
    expect(eventOf({ ...form, at: '2026-07-06T08:30' }, 'America/New_York').at).toBe('2026-07-06T12:30:00.000Z')
  })

  it('is the same when it is opened to be changed', () => {
    const event = eventOf(form, 'Europe/Prague')
    expect(eventOf(formOf(event, 'Asia/Kathmandu'), 'Asia/Kathmandu')).toEqual(event)
  })

  it('needs a title, a time, and something that it concerns', () => {
    expect(isComplete(form)).toBe(true)
    for (const part of [{ id: ' ' }, { title: '' }, { at: '' }, { currencies: ' , ' }])
      expect(isComplete({ ...form, ...part })).toBe(false)
    expect(isComplete({ ...form, currencies: '', symbols: 'XAU-USD' })).toBe(true)
  })
})
