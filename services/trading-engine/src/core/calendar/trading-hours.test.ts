import type { TradingHours } from '../model/market/instrument.js'
import { isOpen, nextOpen } from './trading-hours.js'

const micros = (text: string): number => Date.parse(text) * 1000
const at = (open: string, close: string, ...days: number[]) =>
  days.map((day) => ({ day, openMinute: minute(open), closeMinute: minute(close) }))
const minute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const newYork = (sessions: ReturnType<typeof at>): TradingHours => ({
  isAlwaysOpen: false,
  timeZone: 'America/New_York',
  sessions,
})

const stocks = newYork(at('09:30', '16:00', 1, 2, 3, 4, 5))
const forex = newYork([...at('17:05', '24:00', 0), ...at('00:00', '24:00', 1, 2, 3, 4), ...at('00:00', '16:59', 5)])
const nightly = newYork(at('01:15', '01:45', 0))
const inTheGap = newYork(at('02:15', '02:45', 0))
const overTheGap = newYork(at('02:30', '04:00', 0))

describe('trading hours', () => {
  // Daylight saving began on 8 March 2026 and ended on 1 November 2026 in New York.
  it.each([
    ['winter, before the open', stocks, '2026-01-16T14:29:59.999Z', false],
    ['winter, at the open', stocks, '2026-01-16T14:30:00Z', true],
    ['winter, last moment', stocks, '2026-01-16T20:59:59.999Z', true],
    ['winter, at the close', stocks, '2026-01-16T21:00:00Z', false],
    ['Friday before spring', stocks, '2026-03-06T14:30:00Z', true],
    ['Monday after spring, an hour earlier in UTC', stocks, '2026-03-09T13:30:00Z', true],
    ['Monday after spring, before it', stocks, '2026-03-09T13:29:59Z', false],
    ['Monday after spring, at the close', stocks, '2026-03-09T20:00:00Z', false],
    ['Friday before autumn', stocks, '2026-10-30T13:30:00Z', true],
    ['Monday after autumn, too early', stocks, '2026-11-02T13:30:00Z', false],
    ['Monday after autumn', stocks, '2026-11-02T14:30:00Z', true],
    ['Saturday', stocks, '2026-01-17T15:00:00Z', false],
    ['a session that closes at 24:00 runs into the next', forex, '2026-01-13T05:00:00Z', true],
    ['just before that midnight', forex, '2026-01-13T04:59:59.999Z', true],
    ['the week closes on Friday', forex, '2026-01-16T21:59:00Z', false],
    ['the week opens on Sunday, winter', forex, '2026-03-01T22:05:00Z', true],
    ['the week opens on Sunday of the spring change', forex, '2026-03-08T21:05:00Z', true],
    ['not before', forex, '2026-03-08T21:04:59Z', false],
    ['the week opens on Sunday of the autumn change', forex, '2026-11-01T22:05:00Z', true],
    ['not before', forex, '2026-11-01T22:04:59Z', false],
    ['the repeated hour, first time', nightly, '2026-11-01T05:20:00Z', true],
    ['between', nightly, '2026-11-01T05:50:00Z', false],
    ['the repeated hour, second time', nightly, '2026-11-01T06:20:00Z', true],
    ['after the clock skipped a session', inTheGap, '2026-03-08T07:00:00Z', false],
    ['a session half skipped', overTheGap, '2026-03-08T07:00:00Z', true],
    ['before the half skipped session', overTheGap, '2026-03-08T06:59:59Z', false],
  ])('%s', (_, hours, time, expected) => {
    expect(isOpen(hours, micros(time))).toBe(expected)
  })

  it.each([
    ['while open: now', stocks, '2026-01-16T15:00:00.123Z', '2026-01-16T15:00:00.123Z'],
    ['later today', stocks, '2026-01-16T02:00:00Z', '2026-01-16T14:30:00Z'],
    ['over the weekend', stocks, '2026-01-16T21:00:00Z', '2026-01-19T14:30:00Z'],
    ['over the spring change', stocks, '2026-03-06T21:00:00Z', '2026-03-09T13:30:00Z'],
    ['over the autumn change', stocks, '2026-10-30T20:00:00Z', '2026-11-02T14:30:00Z'],
    ['Friday to Sunday over the spring change', forex, '2026-03-06T21:59:00Z', '2026-03-08T21:05:00Z'],
    ['Friday to Sunday over the autumn change', forex, '2026-10-30T20:59:00Z', '2026-11-01T22:05:00Z'],
    ['the second time of a repeated hour', nightly, '2026-11-01T05:45:00Z', '2026-11-01T06:15:00Z'],
    ['a skipped session waits for the next week', inTheGap, '2026-03-08T05:00:00Z', '2026-03-15T06:15:00Z'],
    ['a half skipped session opens late', overTheGap, '2026-03-08T05:00:00Z', '2026-03-08T07:00:00Z'],
    ['a week ahead', nightly, '2026-01-18T06:45:00Z', '2026-01-25T06:15:00Z'],
  ])('next open, %s', (_, hours, time, expected) => {
    expect(new Date(nextOpen(hours, micros(time))! / 1000).toISOString()).toBe(new Date(expected).toISOString())
  })

  it('always open is always open', () => {
    expect(isOpen({ isAlwaysOpen: true }, 0)).toBe(true)
    expect(nextOpen({ isAlwaysOpen: true }, 123)).toBe(123)
  })

  it('without sessions nothing ever opens', () => {
    expect(nextOpen(newYork([]), micros('2026-01-16T15:00:00Z'))).toBeNull()
  })

  it('the next open is open, and nothing between is', () => {
    for (const hours of [stocks, forex, nightly, overTheGap]) {
      for (let hour = 0; hour < 24 * 7; hour += 5) {
        const start = micros('2026-10-28T00:00:00Z') + hour * 3_600_000_000
        const opening = nextOpen(hours, start)!
        expect(isOpen(hours, opening)).toBe(true)
        if (opening > start) expect(isOpen(hours, opening - 1)).toBe(false)
        for (let time = start; time < opening; time += 1_800_000_000) expect(isOpen(hours, time)).toBe(false)
      }
    }
  })
})
