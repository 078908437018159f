/** Composes the rates of a tick: those of the venues, or until they have reported any, the last published ones. */

import { listingKey, type Listing } from '../../../../core/model/market/listing.js'
import type { SideRates } from '../../../../core/model/market/market-view.js'
import type { PublishedListing } from '../../../../core/model/market/published-tick.js'
import { divideRounded, ONE, type Usd } from '../../../../core/values/decimal.js'
import type { Micros } from '../../../../core/values/time.js'
import { OPEN_INTEREST_MAX, RATE_UNITS_MAX, UNITS_OF_ONE, type ListingRates, type SideUnits } from './rate-entries.js'
import { RATE_KEPT_MS } from './rate-history.js'

/** The charges of a venue for time, as it says: shares of the notional for a year, positive when a side pays. */
export interface VenueRates extends Listing {
  /** Borrowing on GMX, rollover on Ostium. */
  readonly carry: SideRates
  /** Null where the venue has none. */
  readonly funding: SideRates | null
  /** Null where the venue does not report it. */
  readonly openInterest: { readonly long: Usd; readonly short: Usd } | null
  /** By our clock. */
  readonly arrivedAt: Micros
}

/** The latest rates of each listing, by its number. */
export type Rates = ReadonlyMap<number, ListingRates>

/** Rates not received for a day are not published; nor are those beyond 1,000 % a year. */
export function composeRates(
  listings: readonly PublishedListing[],
  reported: readonly VenueRates[],
  published: Rates,
  now: Micros,
): Rates {
  const byListing = new Map(reported.map((rates) => [listingKey(rates), rates]))
  const next = new Map<number, ListingRates>()
  for (const listing of listings) {
    const rates = byListing.get(listingKey(listing))
    const known = (rates && inUnits(rates)) ?? published.get(listing.id)
    if (known !== undefined && now / 1_000 - known.receivedAtMs <= RATE_KEPT_MS) next.set(listing.id, known)
  }
  return next
}

/** Undefined where they cannot be published. */
function inUnits({ carry, funding, openInterest, arrivedAt }: VenueRates): ListingRates | undefined {
  const units = {
    carry: sidesInUnits(carry),
    funding: funding && sidesInUnits(funding),
    openInterest: openInterest && inDollars(openInterest),
  }
  const all = [units.carry, ...(units.funding === null ? [] : [units.funding])]
  const isPlausible = all.every(({ long, short }) => Math.max(Math.abs(long), Math.abs(short)) <= RATE_UNITS_MAX)
  return isPlausible ? { ...units, receivedAtMs: Math.floor(arrivedAt / 1_000) } : undefined
}

const UNIT = ONE / BigInt(UNITS_OF_ONE)
const toUnits = (rate: bigint): number => Number(divideRounded(rate, UNIT, 'HALF_EVEN'))
const toDollars = (amount: Usd): number => Math.min(OPEN_INTEREST_MAX, Number(divideRounded(amount, ONE, 'HALF_EVEN')))
const inDollars = ({ long, short }: { readonly long: Usd; readonly short: Usd }): SideUnits => ({
  long: toDollars(long),
  short: toDollars(short),
})
const sidesInUnits = ({ long, short }: SideRates): SideUnits => ({ long: toUnits(long), short: toUnits(short) })
