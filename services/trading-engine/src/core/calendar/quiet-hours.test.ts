import { quietUntil } from './quiet-hours.js'

const micros = (text: string): number => Date.parse(text) * 1_000
const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
const lunch = { from: '12:00', to: '13:30', timeZone: 'UTC' }

test.each<[string, typeof night, string, string | null]>([
  ['before the evening', night, '2026-01-10T20:59:59.999Z', null],
  ['from the evening on', night, '2026-01-10T21:00:00Z', '2026-01-11T06:00:00Z'],
  ['after midnight', night, '2026-01-11T02:00:00Z', '2026-01-11T06:00:00Z'],
  ['until the morning', night, '2026-01-11T05:59:59.999Z', '2026-01-11T06:00:00Z'],
  ['in the morning', night, '2026-01-11T06:00:00Z', null],
  ['the night in which clocks are set on ends an hour earlier', night, '2026-03-28T21:30:00Z', '2026-03-29T05:00:00Z'],
  ['the night in which they are set back ends an hour later', night, '2026-10-24T20:30:00Z', '2026-10-25T06:00:00Z'],
  ['within a day', lunch, '2026-01-10T12:00:00Z', '2026-01-10T13:30:00Z'],
  ['after it', lunch, '2026-01-10T13:30:00Z', null],
  ['before it', lunch, '2026-01-10T11:59:59Z', null],
])('%s', (_case, hours, at, until) => {
  expect(quietUntil(hours, micros(at))).toBe(until === null ? null : micros(until))
})

test('an hour that the clock leaves out is over when it would begin', () => {
  const gap = { from: '02:10', to: '02:50', timeZone: 'Europe/Berlin' }
  expect(quietUntil(gap, micros('2026-03-29T01:00:00Z'))).toBeNull()
})
