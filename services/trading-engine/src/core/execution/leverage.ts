/** The leverage of a new position in a symbol, and the maximum. */
import type { Account } from '../model/account/account.js'
import { chooseVenue } from './choose-venue.js'
import type { Rate } from '../values/decimal.js'
import { leverageMax, openingLeverage } from '../margin/opening-leverage.js'
import type { Instrument, VenueId } from '../model/market/instrument.js'
import { unknownSymbol, type Problem } from '../model/outcome.js'
import type { Instruments } from '../model/decision-context.js'

export interface SymbolLeverage {
  readonly instrument: Instrument
  readonly venue: VenueId
  readonly leverage: Rate
  readonly max: Rate
}

/** `venue` null: where an order would go that names none. */
export function leverageOf(
  account: Account,
  { symbol, venue }: { readonly symbol: string; readonly venue: VenueId | null },
  instruments: Instruments,
): SymbolLeverage | { readonly problem: Problem } {
  const instrument = instruments.resolve(symbol)
  if (instrument === undefined) return { problem: unknownSymbol(symbol, instruments.candidates(symbol)) }
  const choice = chooseVenue(account, instrument, venue, null)
  if ('problem' in choice) return choice
  return {
    instrument,
    venue: choice.venue,
    leverage: openingLeverage(instrument, choice.venue, account),
    max: leverageMax(instrument, choice.venue, account.plan),
  }
}
