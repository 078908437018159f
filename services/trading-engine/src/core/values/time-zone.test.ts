import { instantOf, isTimeZone, localDate, shiftDate, zoneOffsetMs } from './time-zone.js'

const at = (text: string): number => Date.parse(text)
const HOUR_MS = 3_600_000

test.each([
  ['UTC', '2026-07-01T00:00:00Z', 0],
  ['America/New_York', '2026-01-15T12:00:00Z', -5],
  ['America/New_York', '2026-07-15T12:00:00Z', -4],
  ['Europe/Prague', '2026-01-15T12:00:00Z', 1],
  ['Europe/Prague', '2026-07-15T12:00:00Z', 2],
  ['Asia/Kolkata', '2026-07-15T12:00:00Z', 5.5],
  ['Asia/Kathmandu', '2026-07-15T12:00:00Z', 5.75],
  // half an hour of summer time
  ['Australia/Lord_Howe', '2026-01-15T12:00:00Z', 11],
  ['Australia/Lord_Howe', '2026-07-15T12:00:00Z', 10.5],
])('%s at %s is %p hours ahead', (zone, moment, hours) => {
  expect(zoneOffsetMs(zone, at(moment))).toBe(hours * HOUR_MS)
})

test('the offset of a moment between two seconds', () => {
  expect(zoneOffsetMs('America/New_York', at('2026-01-15T12:00:00.999Z'))).toBe(-5 * HOUR_MS)
})

test('an unknown zone throws', () => {
  expect(() => zoneOffsetMs('Mars/Olympus', 0)).toThrow(RangeError)
})

test.each([
  ['America/New_York', '2026-01-01T04:59:59.999Z', '2025-12-31'],
  ['America/New_York', '2026-01-01T05:00:00.000Z', '2026-01-01'],
  ['Pacific/Kiritimati', '2026-01-01T09:59:59.999Z', '2026-01-01'],
  ['Pacific/Kiritimati', '2026-01-01T10:00:00.000Z', '2026-01-02'],
])('in %s, %s is on %s', (zone, moment, date) => {
  expect(localDate(zone, at(moment))).toBe(date)
})

test('dates shift over months, years and leap days', () => {
  expect(shiftDate('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDate('2024-02-28', 1)).toBe('2024-02-29')
  expect(shiftDate('2026-03-01', -1)).toBe('2026-02-28')
})

describe('instantOf', () => {
  const minute = (time: string): number => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours * 60 + minutes
  }

  test.each([
    // ordinary days
    ['UTC', '2026-03-02', '00:00', '2026-03-02T00:00:00Z'],
    ['America/New_York', '2026-01-15', '17:00', '2026-01-15T22:00:00Z'],
    ['America/New_York', '2026-07-15', '17:00', '2026-07-15T21:00:00Z'],
    ['Asia/Kathmandu', '2026-07-15', '00:00', '2026-07-14T18:15:00Z'],
    // around New York's gap, 02:00 → 03:00 on 8 March 2026
    ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00Z'],
    ['America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-03-08', '02:59', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-03-08', '03:01', '2026-03-08T07:01:00Z'],
    ['America/New_York', '2026-03-08', '00:00', '2026-03-08T05:00:00Z'],
    ['America/New_York', '2026-03-09', '00:00', '2026-03-09T04:00:00Z'],
    // around New York's overlap, 02:00 → 01:00 on 1 November 2026: the first occurrence
    ['America/New_York', '2026-11-01', '00:59', '2026-11-01T04:59:00Z'],
    ['America/New_York', '2026-11-01', '01:00', '2026-11-01T05:00:00Z'],
    ['America/New_York', '2026-11-01', '01:59', '2026-11-01T05:59:00Z'],
    ['America/New_York', '2026-11-01', '02:00', '2026-11-01T07:00:00Z'],
    // Prague: gap 02:00 → 03:00 on 29 March, overlap 03:00 → 02:00 on 25 October 2026
    ['Europe/Prague', '2026-03-29', '01:59', '2026-03-29T00:59:00Z'],
    ['Europe/Prague', '2026-03-29', '02:15', '2026-03-29T01:00:00Z'],
    ['Europe/Prague', '2026-03-29', '03:00', '2026-03-29T01:00:00Z'],
    ['Europe/Prague', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['Europe/Prague', '2026-10-25', '03:00', '2026-10-25T02:00:00Z'],
    // Lord Howe: half an hour, gap 02:00 → 02:30 on 4 October, overlap 02:00 → 01:30 on 5 April 2026
    ['Australia/Lord_Howe', '2026-10-04', '02:10', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:30', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', '02:00', '2026-04-04T15:30:00Z'],
    // a gap and an overlap at midnight
    ['Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00:00Z'],
    ['Africa/Cairo', '2026-10-29', '23:30', '2026-10-29T20:30:00Z'],
    // a whole day that never was
    ['Pacific/Apia', '2011-12-30', '00:00', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00:00Z'],
  ])('%s, %s at %s is %s', (zone, date, time, expected) => {
    expect(new Date(instantOf(zone, date, minute(time))).toISOString()).toBe(new Date(expected).toISOString())
  })
})

it('keeps one formatter for a zone, however it is spelt, and none for what is no zone', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat')
  try {
    for (const zone of ['Europe/Vienna', 'europe/vienna', 'EUROPE/VIENNA', 'Europe/vieNNa'])
      expect([isTimeZone(zone), zoneOffsetMs(zone, 0)]).toEqual([true, 3_600_000])
    expect(made).toHaveBeenCalledTimes(1)
    expect(['+01:00', '-0100', ''].map(isTimeZone)).toEqual([false, false, false])
    expect(made).toHaveBeenCalledTimes(1)
  } finally {
    made.mockRestore()
  }
})
