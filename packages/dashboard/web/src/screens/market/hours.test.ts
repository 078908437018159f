import { nextChange } from './hours.js'

type Hours = Parameters<typeof nextChange>[0]

const session = (day: Hours['sessions'][number]['day'], open: string, close: string) => ({ day, open, close })
const FOREX: Hours = {
  always_open: false,
  time_zone: 'America/New_York',
  sessions: [
    session('Sunday', '17:00', '24:00'),
    session('Monday', '00:00', '24:00'),
    session('Tuesday', '00:00', '24:00'),
    session('Wednesday', '00:00', '24:00'),
    session('Thursday', '00:00', '24:00'),
    session('Friday', '00:00', '17:00'),
  ],
}
const STOCKS: Hours = {
  always_open: false,
  time_zone: 'America/New_York',
  sessions: [session('Monday', '09:30', '16:00'), session('Tuesday', '09:30', '16:00')],
}
const told = (hours: Hours, now: string) => {
  const change = nextChange(hours, Date.parse(now))
  return change === null ? null : `${change.kind} ${new Date(change.at).toISOString()}`
}

describe('when a market opens or closes next', () => {
  it('is never, for one that is always open', () => {
    expect(told({ always_open: true, time_zone: null, sessions: [] }, '2026-11-23T12:00:00Z')).toBeNull()
  })

  it.each([
    ['in the middle of the week', '2026-11-25T12:00:30.500Z', 'closes 2026-11-27T22:00:00.000Z'],
    ['in the last minute', '2026-11-27T21:59:59.000Z', 'closes 2026-11-27T22:00:00.000Z'],
    ['at the close', '2026-11-27T22:00:00.000Z', 'opens 2026-11-29T22:00:00.000Z'],
    ['at the open', '2026-11-29T22:00:00.000Z', 'closes 2026-12-04T22:00:00.000Z'],
  ])('forex, %s', (_, now, expected) => {
    expect(told(FOREX, now)).toBe(expected)
  })

  it('counts the hour that clocks skip in spring: Saturday to Sunday, 8 March 2026', () => {
    expect(told(FOREX, '2026-03-07T12:00:00Z')).toBe('opens 2026-03-08T21:00:00.000Z')
  })

  it.each([
    ['before the open', '2026-11-23T14:00:00Z', 'opens 2026-11-23T14:30:00.000Z'],
    ['after the last session of the week', '2026-11-25T14:00:00Z', 'opens 2026-11-30T14:30:00.000Z'],
  ])('stocks, %s', (_, now, expected) => {
    expect(told(STOCKS, now)).toBe(expected)
  })

  it('joins the end of Saturday and the beginning of Sunday', () => {
    const hours: Hours = {
      always_open: false,
      time_zone: 'UTC',
      sessions: [session('Sunday', '00:00', '10:00'), session('Saturday', '20:00', '24:00')],
    }
    expect(told(hours, '2026-11-28T21:00:00Z')).toBe('closes 2026-11-29T10:00:00.000Z')
    expect(told(hours, '2026-11-29T09:00:00Z')).toBe('closes 2026-11-29T10:00:00.000Z')
    expect(told(hours, '2026-11-29T10:00:00Z')).toBe('opens 2026-12-05T20:00:00.000Z')
  })
})
