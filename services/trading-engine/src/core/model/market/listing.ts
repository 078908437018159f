import type { VenueId } from './instrument.js'

/** A symbol at one venue that lists it: prices, books, triggers and positions are of a listing. */
export interface Listing {
  /** Canonical. */
  readonly symbol: string
  readonly venue: VenueId
}

export const isSameListing = (a: Listing, b: Listing): boolean => a.symbol === b.symbol && a.venue === b.venue

export const listingKey = ({ venue, symbol }: Listing): string => `${venue}:${symbol}`
