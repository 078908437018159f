/** Offsets that are kept are those that `Intl` tells, also where clocks have changed at odd minutes. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { zoneOffsetMs } from './time-zone.js'

const DAY_MS = 86_400_000
/** Changes of clocks, some of them not on a quarter of an hour of UTC. */
const CHANGES = [
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Europe/London', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['America/St_Johns', '2010-03-14T03:31:00Z'],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Asia/Pyongyang', '2018-05-04T15:00:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00:00Z'],
] as const

function toldByIntl(timeZone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(atMs / 1_000) * 1_000
}

test('an offset is that of its moment, whatever was asked for before', () => {
  const anyMoment = fc.oneof(
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    // The same place of what is kept.
    fc.integer({ min: -9, max: 9 }).map((times) => times * 64 * DAY_MS),
    fc.integer({ min: -900, max: 900 }).map((times) => times * 60_000),
  )
  fc.assert(
    fc.property(fc.constantFrom(...CHANGES), fc.array(anyMoment, { maxLength: 12 }), ([zone, change], moments) => {
      for (const from of moments) {
        const at = Date.parse(change) + from
        expect(zoneOffsetMs(zone, at)).toBe(toldByIntl(zone, at))
      }
    }),
    { numRuns: runs(300) },
  )
})

test('moments that no clock shows are refused, and those before 1970 are told', () => {
  expect(() => zoneOffsetMs('UTC', NaN)).toThrow(RangeError)
  expect(() => zoneOffsetMs('UTC', 9e15)).toThrow(RangeError)
  expect(zoneOffsetMs('America/New_York', Date.parse('1960-01-01T00:00:00Z'))).toBe(-5 * 3_600_000)
})
