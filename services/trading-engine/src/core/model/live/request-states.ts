/**
 * The states of a request to a venue, and what moves it from one to the next. States only go forward, whatever the
 * order in which reports come; a request that has ended stays as it ended.
 */
import type { VenueReport, VenueState } from './venue-request.js'

type Standing = 'ours' | 'at_venue' | 'ended'

/** By their order; `at_venue`: the venue says what becomes of it, and the service can only ask. */
const STATES: Readonly<Record<VenueState, readonly [rank: number, standing: Standing]>> = {
  NEW: [0, 'ours'],
  SIGNED: [1, 'at_venue'],
  SENT: [2, 'at_venue'],
  ACCEPTED: [3, 'at_venue'],
  FROZEN: [4, 'at_venue'],
  EXECUTED: [5, 'ended'],
  CANCELLED: [5, 'ended'],
  TIMED_OUT: [5, 'ended'],
  FAILED: [5, 'ended'],
}

/** The state that a report moves its request to. Reports of charges and of collateral move none. */
export const STATE_AFTER = {
  signed: 'SIGNED',
  sent: 'SENT',
  accepted: 'ACCEPTED',
  frozen: 'FROZEN',
  executed: 'EXECUTED',
  updated: 'EXECUTED',
  cancelled: 'CANCELLED',
  timed_out: 'TIMED_OUT',
  failed: 'FAILED',
} as const satisfies Readonly<Record<Exclude<VenueReport['kind'], 'charged' | 'collateral'>, VenueState>>

export const standingOf = (state: VenueState): Standing => STATES[state][1]

/** Whether a request may go from one state to the other; to the same, as a transaction may be replaced. */
export const mayFollow = (from: VenueState, to: VenueState): boolean =>
  standingOf(from) !== 'ended' && STATES[to][0] >= STATES[from][0]
