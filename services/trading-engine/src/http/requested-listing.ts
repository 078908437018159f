/** Finds the listing that a request for market data is about: of the venue it names, else of the primary venue. */
import { RequestError } from '@ats/service-kit/process'
import type { Instrument, VenueId } from '../core/model/market/instrument.js'
import type { Listing } from '../core/model/market/listing.js'
import type { Catalogue } from '../market/catalogue.js'
import { listedSymbol } from './listed-symbol.js'

interface WithVenue {
  readonly venue?: VenueId
}

export const primaryListing = ({ symbol, primaryVenue }: Instrument): Listing => ({ symbol, venue: primaryVenue })

/** @throws RequestError 404 for an unknown symbol, or a venue that does not list it */
export function requestedListing(
  catalogue: Catalogue,
  { symbol, venue }: WithVenue & { readonly symbol: string },
): Listing {
  return listingAt(listedSymbol(catalogue, symbol, 'query'), venue)
}

/**
 * Each listing once, in the order of the request; all that the venue lists, or all symbols, where it names none.
 * @throws RequestError as `requestedListing`
 */
export function requestedListings(
  catalogue: Catalogue,
  { symbols, venue }: WithVenue & { readonly symbols?: string },
): readonly Listing[] {
  if (symbols === undefined)
    return catalogue.all
      .filter(({ terms }) => venue === undefined || terms[venue] !== undefined)
      .map((instrument) => listingAt(instrument, venue))
  const spellings = symbols.split(',').map((spelling) => spelling.trim())
  const found = new Set(spellings.map((spelling) => listedSymbol(catalogue, spelling, 'query')))
  return [...found].map((instrument) => listingAt(instrument, venue))
}

function listingAt(instrument: Instrument, venue: VenueId = instrument.primaryVenue): Listing {
  const { symbol, terms } = instrument
  if (terms[venue] !== undefined) return { symbol, venue }
  const venues = Object.keys(terms).join(', ')
  throw new RequestError('not_found', `${venue} does not list ${symbol}; it trades on ${venues}`)
}
