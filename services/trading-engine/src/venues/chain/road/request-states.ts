import type { VenueState } from '../../../core/model/live/venue-request.js'

const FINAL: ReadonlySet<VenueState> = new Set<VenueState>(['EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED'])
export const isFinal = (state: VenueState): boolean => FINAL.has(state)
