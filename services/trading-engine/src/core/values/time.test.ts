import fc from 'fast-check'
import { formatTimestamp, parseTimestamp } from './time.js'

describe('parseTimestamp', () => {
  test.each([
    ['2026-03-02T12:30:45Z', '2026-03-02T12:30:45.000Z'],
    ['2026-03-02t12:30:45z', '2026-03-02T12:30:45.000Z'],
    ['2026-03-02 12:30:45Z', '2026-03-02T12:30:45.000Z'],
    ['2026-03-02T12:30:45', '2026-03-02T12:30:45.000Z'],
    ['2026-03-02T12:30:45.1Z', '2026-03-02T12:30:45.100Z'],
    ['2026-03-02T12:30:45.123Z', '2026-03-02T12:30:45.123Z'],
    ['2026-03-02T12:30:45.000001Z', '2026-03-02T12:30:45.000001Z'],
    ['2026-03-02T12:30:45.123456Z', '2026-03-02T12:30:45.123456Z'],
    ['2026-03-02T12:30:45.123456789Z', '2026-03-02T12:30:45.123456Z'],
    ['2026-03-02T12:30:45+00:00', '2026-03-02T12:30:45.000Z'],
    ['2026-03-02T12:30:45-00:00', '2026-03-02T12:30:45.000Z'],
    ['2026-03-02T12:30:45+02:00', '2026-03-02T10:30:45.000Z'],
    ['2026-03-02T12:30:45-05:30', '2026-03-02T18:00:45.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-12-31T23:30:00-14:00', '2027-01-01T13:30:00.000Z'],
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2100-12-31T23:59:59.999999Z', '2100-12-31T23:59:59.999999Z'],
  ])('reads %s as %s', (text, written) => {
    const parsed = parseTimestamp(text)
    expect(parsed === null ? null : formatTimestamp(parsed)).toBe(written)
  })

  test.each([
    ['an impossible day', '2026-02-30'],
    ['an impossible day with a time', '2026-02-30T00:00:00Z'],
    ['29 February of a common year', '2026-02-29'],
    ['29 February of a century', '2100-02-29'],
    ['day 0', '2026-01-00'],
    ['day 32', '2026-01-32'],
    ['month 0', '2026-00-10'],
    ['month 13', '2026-13-01'],
    ['hour 24', '2026-03-02T24:00:00Z'],
    ['minute 60', '2026-03-02T12:60:00Z'],
    ['a leap second', '2026-12-31T23:59:60Z'],
    ['an offset of 24 hours', '2026-03-02T12:00:00+24:00'],
    ['an offset of 60 minutes', '2026-03-02T12:00:00+01:60'],
    ['an offset without a colon', '2026-03-02T12:00:00+0100'],
    ['an offset of hours only', '2026-03-02T12:00:00+01'],
    ['a zone name', '2026-03-02T12:00:00 UTC'],
    ['no seconds', '2026-03-02T12:00Z'],
    ['an empty fraction', '2026-03-02T12:00:00.Z'],
    ['ten digits of fraction', '2026-03-02T12:00:00.1234567890Z'],
    ['a comma', '2026-03-02T12:00:00,5Z'],
    ['single digits', '2026-3-2'],
    ['the basic format', '20260302T120000Z'],
    ['a week date', '2026-W10-1'],
    ['an ordinal date', '2026-061'],
    ['a month', '2026-03'],
    ['a year', '2026'],
    ['a year of five digits', '12026-03-02'],
    ['the year 275760', '+275760-09-13T00:00:00Z'],
    ['a year before 1970', '1969-12-31T23:59:59Z'],
    ['before 1970 by its offset', '1970-01-01T00:30:00+01:00'],
    ['the year 0', '0000-01-01'],
    ['the year 50, which Date takes for 1950', '0050-01-01'],
    ['a year after 2100', '2101-01-01T00:00:00Z'],
    ['Unix seconds', '1767225600'],
    ['a leading blank', ' 2026-03-02'],
    ['a trailing blank', '2026-03-02 '],
    ['a trailing newline', '2026-03-02T12:00:00Z\n'],
    ['a time alone', '12:00:00Z'],
    ['words', 'yesterday'],
    ['nothing', ''],
    ['a Date string', 'Mon Mar 02 2026 12:00:00 GMT+0000'],
    ['digits of another script', '２０２６-０３-０２'],
    ['a plus that became a blank', '2026-03-02T12:00:00 02:00'],
  ])('refuses %s: %j', (_, text) => {
    expect(parseTimestamp(text)).toBeNull()
  })

  test('a date alone is its first or its last microsecond', () => {
    expect(formatTimestamp(parseTimestamp('2026-03-02', 'start') ?? 0)).toBe('2026-03-02T00:00:00.000Z')
    expect(formatTimestamp(parseTimestamp('2026-03-02', 'end') ?? 0)).toBe('2026-03-02T23:59:59.999999Z')
  })

  test('with a time, start and end are the same', () => {
    const text = '2026-03-02T12:00:00Z'
    expect(parseTimestamp(text, 'end')).toBe(parseTimestamp(text, 'start'))
  })
})

test('what is written is read back, to the microsecond, and sorts like the moments', () => {
  const lastMicros = Date.UTC(2100, 11, 31) * 1000
  const moment = fc.integer({ min: 0, max: lastMicros })
  fc.assert(
    fc.property(moment, (at) => {
      expect(parseTimestamp(formatTimestamp(at))).toBe(at)
    }),
  )
})

test('agrees with Date on every millisecond', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (date, offsetMinutes) => {
        const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1)
        const part = (value: number): string => String(Math.floor(value)).padStart(2, '0')
        const size = Math.abs(offsetMinutes)
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${part(size / 60)}:${part(size % 60)}`
        const year = Number(local.slice(0, 4))
        fc.pre(year >= 1970 && year <= 2100)
        expect(parseTimestamp(local + offset)).toBe(date.getTime() * 1000)
      },
    ),
  )
})
