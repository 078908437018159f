/** The leverage of new positions: the lowest of what venue, plan, trader and the hour allow. */
import type { Account } from '../model/account/account.js'
import type { Instrument, VenueId } from '../model/market/instrument.js'
import { listingKey } from '../model/market/listing.js'
import type { Plan } from '../model/plan/plan.js'
import { min, type Rate } from '../values/decimal.js'
import { assertInvariant } from '../values/invariant.js'
import type { Micros } from '../values/time.js'
import { overnightLimit } from './overnight-leverage.js'

/** The parts of an account that decide the leverage of new positions. */
export type LeverageTerms = Pick<Account, 'plan' | 'leverages'>

/** The most leverage a new position may get: the lower of the venue's and the plan's. */
export function leverageMax(instrument: Instrument, venue: VenueId, plan: Plan): Rate {
  const terms = instrument.terms[venue]
  assertInvariant(terms !== undefined, `${venue} lists ${instrument.symbol}`)
  return min(terms.leverageMax, plan.risk.exposure.leverageMax)
}

/** Leverage a new position would get: the most there is, unless the trader has lowered it. */
export function openingLeverage(instrument: Instrument, venue: VenueId, { plan, leverages }: LeverageTerms): Rate {
  const leverageLimit = leverageMax(instrument, venue, plan)
  if (leverages.size === 0) return leverageLimit
  return min(leverageLimit, leverages.get(listingKey({ venue, symbol: instrument.symbol })) ?? leverageLimit)
}

/** The same at a moment: overnight it may be less. */
export function leverageAt(instrument: Instrument, venue: VenueId, terms: LeverageTerms, at: Micros): Rate {
  const leverage = openingLeverage(instrument, venue, terms)
  const limit = overnightLimit(terms.plan, instrument, venue, at)
  return limit === null ? leverage : min(leverage, limit)
}
