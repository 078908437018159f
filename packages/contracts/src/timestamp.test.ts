import fc from 'fast-check'
import { NO_TIMESTAMPS, TIMESTAMPS } from '../test/timestamps.js'
import { parseTimestamp } from './timestamp.js'

test.each(TIMESTAMPS)('reads %s as %s', (text, moment) => {
  const micros = parseTimestamp(text) ?? NaN
  expect(
    new Date(Math.floor(micros / 1_000)).toISOString().slice(0, -1) + `${String(micros % 1_000).padStart(3, '0')}Z`,
  ).toBe(moment)
})

test.each(NO_TIMESTAMPS)('refuses %s: %j', (_, text) => {
  expect(parseTimestamp(text)).toBeNull()
})

test('a date alone is its first or its last microsecond', () => {
  expect(parseTimestamp('2026-03-02', 'start')).toBe(parseTimestamp('2026-03-02T00:00:00Z'))
  expect(parseTimestamp('2026-03-02', 'end')).toBe(parseTimestamp('2026-03-02T23:59:59.999999Z'))
})

test('with a time, start and end are the same', () => {
  const text = '2026-03-02T12:00:00Z'
  expect(parseTimestamp(text, 'end')).toBe(parseTimestamp(text, 'start'))
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

test('accepts exactly the days of the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2100 }), twoDigits(13), twoDigits(32), (year, month, day) => {
      const text = `${year}-${month}-${day}T00:00:00.000Z`
      const date = new Date(text)
      // An impossible day either is no date at all or has moved to another day.
      const exists = !Number.isNaN(date.getTime()) && date.toISOString() === text
      return (parseTimestamp(text) !== null) === exists
    }),
    { numRuns: 2_000 },
  )
})

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'))
