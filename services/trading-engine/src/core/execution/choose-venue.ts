import type { Account } from '../model/account/account.js'
import type { Instrument, VenueId } from '../model/market/instrument.js'
import { invalid, type Problem } from '../model/outcome.js'
import type { Position } from '../model/account/position.js'

export type VenueChoice = { readonly venue: VenueId } | { readonly problem: Problem }

/**
 * Where an order goes: the position it targets, the venue it names, the account's default venue if it lists the
 * symbol, else the symbol's primary venue. Whether the plan allows that venue is a rule, not a choice.
 */
export function chooseVenue(
  account: Account,
  instrument: Instrument,
  named: VenueId | null,
  target: Position | null,
): VenueChoice {
  if (target !== null) {
    if (named === null || named === target.venue) return { venue: target.venue }
    const message = `the position is on ${target.venue}, not on ${named}`
    return { problem: invalid(['platform_id'], 'platform_id.position', message) }
  }
  if (named !== null) {
    if (instrument.terms[named] !== undefined) return { venue: named }
    const venues = Object.keys(instrument.terms).join(', ')
    const message = `${named} does not list ${instrument.symbol}; it trades on ${venues}`
    return { problem: invalid(['platform_id'], 'platform_id.not_listed', message) }
  }
  const preferred = account.defaultVenue
  return {
    venue: preferred !== null && instrument.terms[preferred] !== undefined ? preferred : instrument.primaryVenue,
  }
}
