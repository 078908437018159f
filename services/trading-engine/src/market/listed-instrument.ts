/** Instruments as their venues list them. */
import { VENUE_IDS, type Instrument, type VenueTerms } from '../core/model/market/instrument.js'
import type { Listing } from '../core/model/market/listing.js'

export interface ListedInstrument extends Listing {
  readonly instrument: Instrument
  readonly terms: VenueTerms
}

/** In the order of the instruments, the primary venue of each first. */
export const listedInstruments = (instruments: readonly Instrument[]): readonly ListedInstrument[] =>
  instruments.flatMap((instrument) => {
    const { symbol, primaryVenue } = instrument
    return [primaryVenue, ...VENUE_IDS.filter((venue) => venue !== primaryVenue)].flatMap((venue) => {
      const terms = instrument.terms[venue]
      return terms === undefined ? [] : [{ symbol, venue, instrument, terms }]
    })
  })

/** Names the noise that is a listing's own. That of the primary venue is named after the symbol alone. */
export const noiseName = ({ symbol, venue, instrument }: ListedInstrument): string =>
  venue === instrument.primaryVenue ? symbol : `${symbol} ${venue}`

/** One value for each listing, found without making a key. */
export interface ByListing<T> {
  readonly get: (listing: Listing) => T | undefined
  readonly set: (listing: Listing, value: T) => void
  readonly values: () => readonly T[]
}

export function createByListing<T>(): ByListing<T> {
  const symbols = new Map<string, Partial<Record<Listing['venue'], T>>>()
  return {
    get: ({ symbol, venue }) => symbols.get(symbol)?.[venue],
    set({ symbol, venue }, value) {
      const ofSymbol = symbols.get(symbol) ?? {}
      ofSymbol[venue] = value
      symbols.set(symbol, ofSymbol)
    },
    values: () => [...symbols.values()].flatMap((ofSymbol) => Object.values(ofSymbol)),
  }
}
