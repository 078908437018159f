import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { tradingDayAt } from './trading-day.js'

const zones = fc.constantFrom(
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Europe/Prague',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
)
const resets = fc
  .record({ hours: fc.integer({ min: 0, max: 23 }), minutes: fc.constantFrom(0, 1, 15, 30, 45, 59) })
  .map(({ hours, minutes }) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
const moments = fc.integer({ min: Date.UTC(1990, 0) * 1000, max: Date.UTC(2037, 0) * 1000 })

test('trading days tile time: each begins where the last one ends, and holds the moments that are in it', () => {
  fc.assert(
    fc.property(zones, resets, moments, (resetTimeZone, resetTime, at) => {
      const rule = { resetTime, resetTimeZone }
      const day = tradingDayAt(at, rule)
      expect(day.startsAt).toBeLessThanOrEqual(at)
      expect(day.endsAt).toBeGreaterThan(at)
      expect(tradingDayAt(day.startsAt, rule)).toEqual(day)
      expect(tradingDayAt(day.endsAt - 1, rule)).toEqual(day)
      expect(tradingDayAt(day.endsAt, rule).startsAt).toBe(day.endsAt)
      expect(tradingDayAt(day.startsAt - 1, rule).endsAt).toBe(day.startsAt)
    }),
    { numRuns: runs(400) },
  )
})

test('so do the days around every change of the clock', () => {
  const rule = fc.record({ resetTimeZone: zones, resetTime: resets })
  fc.assert(
    fc.property(rule, fc.integer({ min: 1990, max: 2036 }), (each, year) => {
      let day = tradingDayAt(Date.UTC(year, 0, 1) * 1000, each)
      const dates = new Set<string>()
      while (day.startsAt < Date.UTC(year + 1, 0, 1) * 1000) {
        expect(dates.has(day.date)).toBe(false)
        dates.add(day.date)
        const next = tradingDayAt(day.endsAt, each)
        expect(next.startsAt).toBe(day.endsAt)
        day = next
      }
    }),
    { numRuns: 15 },
  )
})
