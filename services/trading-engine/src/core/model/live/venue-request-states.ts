/**
 * The states of a request to a venue, and what moves it from one to the next. States only go forward, whatever the
 * order in which reports come; a request that has ended stays as it ended.
 */
import type { VenueReport, VenueRequest, VenueState } from './venue-request.js'

/** Where a request is: `ours`, nothing of it is signed; `at_venue`, the venue says what becomes of it. */
type Whereabouts = 'ours' | 'at_venue' | 'ended'
type Unsent = 'NEW'
type Sent = 'SIGNED' | 'SENT' | 'ACCEPTED' | 'FROZEN'
export type UnsentRequest = VenueRequest & { readonly state: Unsent }
export type SentRequest = VenueRequest & { readonly state: Sent }
export type EndedRequest = VenueRequest & { readonly state: Exclude<VenueState, Unsent | Sent> }

/** By their order. */
const STATES: Readonly<Record<VenueState, readonly [rank: number, whereabouts: Whereabouts]>> = {
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

/** The state that a report moves its request to. Reports of charges, of collateral and of levels move none. */
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
} as const satisfies Readonly<Record<Exclude<VenueReport['kind'], 'charged' | 'collateral' | 'levels'>, VenueState>>

export const whereaboutsOf = (state: VenueState): Whereabouts => STATES[state][1]

export const isUnsent = (request: VenueRequest): request is UnsentRequest => whereaboutsOf(request.state) === 'ours'
export const isSent = (request: VenueRequest): request is SentRequest => whereaboutsOf(request.state) === 'at_venue'
export const isEnded = (request: VenueRequest): request is EndedRequest => whereaboutsOf(request.state) === 'ended'

/** Whether a request may go from one state to the other; to the same, as a transaction may be replaced. */
export const mayFollow = (from: VenueState, to: VenueState): boolean =>
  whereaboutsOf(from) !== 'ended' && STATES[to][0] >= STATES[from][0]
