import { mayFollow, STATE_AFTER, whereaboutsOf } from './venue-request-states.js'
import { VENUE_STATES } from './venue-request.js'

const follows = Object.fromEntries(
  VENUE_STATES.map((from) => [from, VENUE_STATES.filter((to) => to !== from && mayFollow(from, to))]),
)
const ENDS = ['EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED']

test('a request only goes forward, and ends in any of its states', () => {
  expect(follows).toEqual({
    NEW: ['SIGNED', 'SENT', 'ACCEPTED', 'EXECUTED', 'CANCELLED', 'FROZEN', 'TIMED_OUT', 'FAILED'],
    SIGNED: ['SENT', 'ACCEPTED', 'EXECUTED', 'CANCELLED', 'FROZEN', 'TIMED_OUT', 'FAILED'],
    SENT: ['ACCEPTED', 'EXECUTED', 'CANCELLED', 'FROZEN', 'TIMED_OUT', 'FAILED'],
    ACCEPTED: ['EXECUTED', 'CANCELLED', 'FROZEN', 'TIMED_OUT', 'FAILED'],
    ...{ FROZEN: ['EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED'], EXECUTED: [], CANCELLED: [], TIMED_OUT: [] },
    FAILED: [],
  })
})

test('every state but the first is that of a report, and what ended says so', () => {
  expect(new Set(['NEW', ...Object.values(STATE_AFTER)])).toEqual(new Set(VENUE_STATES))
  expect(VENUE_STATES.filter((state) => whereaboutsOf(state) === 'ended')).toEqual(ENDS)
})
