import { formatTimestamp, parseTimestamp } from '../values/time.js'
import { tradingDayAt } from './trading-day.js'

const dayAt = (moment: string, resetTime: string, resetTimeZone: string): readonly string[] => {
  const { date, startsAt, endsAt } = tradingDayAt(parseTimestamp(moment) ?? 0, { resetTime, resetTimeZone })
  return [date, formatTimestamp(startsAt), formatTimestamp(endsAt)].map((text) => text.replace(':00.000Z', 'Z'))
}

test.each([
  // moment, reset, zone, date, start, end
  ['2026-03-02T00:00:00Z', '00:00', 'UTC', '2026-03-02', '2026-03-02T00:00Z', '2026-03-03T00:00Z'],
  ['2026-03-02T23:59:59.999999Z', '00:00', 'UTC', '2026-03-02', '2026-03-02T00:00Z', '2026-03-03T00:00Z'],
  ['2026-03-03T00:00:00Z', '00:00', 'UTC', '2026-03-03', '2026-03-03T00:00Z', '2026-03-04T00:00Z'],
  ['2026-12-31T23:59:59Z', '00:00', 'UTC', '2026-12-31', '2026-12-31T00:00Z', '2027-01-01T00:00Z'],
  // before and after a reset in the evening
  ['2026-01-15T21:59:59.999999Z', '17:00', 'America/New_York', '2026-01-14', '2026-01-14T22:00Z', '2026-01-15T22:00Z'],
  ['2026-01-15T22:00:00Z', '17:00', 'America/New_York', '2026-01-15', '2026-01-15T22:00Z', '2026-01-16T22:00Z'],
  // the short and the long day of a zone: 23 and 25 hours
  ['2026-03-08T12:00:00Z', '00:00', 'America/New_York', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ['2026-11-01T12:00:00Z', '00:00', 'America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  // a reset inside the gap is the first instant after it
  ['2026-03-29T00:59:59Z', '02:30', 'Europe/Prague', '2026-03-28', '2026-03-28T01:30Z', '2026-03-29T01:00Z'],
  ['2026-03-29T01:00:00Z', '02:30', 'Europe/Prague', '2026-03-29', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  // a reset inside the overlap is its first occurrence: the second changes nothing
  ['2026-10-25T00:29:59Z', '02:30', 'Europe/Prague', '2026-10-24', '2026-10-24T00:30Z', '2026-10-25T00:30Z'],
  ['2026-10-25T01:30:00Z', '02:30', 'Europe/Prague', '2026-10-25', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  // half an hour of summer time
  ['2026-10-03T15:29:59Z', '02:15', 'Australia/Lord_Howe', '2026-10-03', '2026-10-02T15:45Z', '2026-10-03T15:30Z'],
  ['2026-10-03T15:30:00Z', '02:15', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  ['2026-04-04T15:20:00Z', '01:45', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
  // midnight itself is in the gap
  ['2026-04-23T22:00:00Z', '00:00', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
  // the clock goes back over midnight: the day that had begun goes on
  ['2008-11-02T02:31:00Z', '00:00', 'America/St_Johns', '2008-11-02', '2008-11-02T02:30Z', '2008-11-03T03:30Z'],
])('%s, reset %s %s: the day of %s, from %s to %s', (moment, resetTime, zone, date, start, end) => {
  expect(dayAt(moment, resetTime, zone)).toEqual([date, start, end])
})
