import fc from 'fast-check'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { formatTimestamp } from '../values/time.js'
import { addMonths, monthsSince } from './months.js'

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2024-01-31T10:00:00.000001Z', 1, '2024-02-29T10:00:00.000001Z'],
  ['2026-11-30T23:59:59Z', 3, '2027-02-28T23:59:59.000Z'],
  ['2026-03-15T00:00:00Z', 24, '2028-03-15T00:00:00.000Z'],
])('%s and %s months: %s', (from, months, expected) => {
  const at = timeOf(from)
  expect(formatTimestamp(addMonths(at, months))).toBe(expected)
  expect([monthsSince(at, addMonths(at, months) - 1), monthsSince(at, addMonths(at, months))]).toEqual([
    months - 1,
    months,
  ])
})

test('a month is over when a month from its beginning has come, wherever it begins', () => {
  const times = fc.integer({ min: timeOf('2000-01-01T00:00:00Z'), max: timeOf('2090-01-01T00:00:00Z') })
  fc.assert(
    fc.property(times, fc.nat(86_400_000_000 * 900), (from, later) => {
      const passed = monthsSince(from, from + later)
      expect(addMonths(from, passed)).toBeLessThanOrEqual(from + later)
      expect(addMonths(from, passed + 1)).toBeGreaterThan(from + later)
    }),
  )
})
