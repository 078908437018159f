/** The terms on which an order fills: those of its venue, looked up once a decision, and the book that it takes. */
import { leverageAt } from '../margin/opening-leverage.js'
import { oracleFeeOf } from '../margin/oracle-fee.js'
import type { Account } from '../model/account/account.js'
import type { Instrument, VenueId, VenueTerms } from '../model/market/instrument.js'
import type { Liquidity } from '../model/order/fill.js'
import type { Order } from '../model/order/order.js'
import { closeReasonOf } from '../model/order/trigger.js'
import type { Rate, Usd } from '../values/decimal.js'
import { assertInvariant } from '../values/invariant.js'
import type { Micros } from '../values/time.js'
import type { FillTerms } from './fill-order.js'
import type { TakenBook } from './match-order.js'

/** The terms of one account for one instrument at one venue, at the moment of the decision. */
export interface OrderTerms {
  readonly terms: VenueTerms
  /** Leverage of a position that the order opens. */
  readonly leverage: Rate
  /** Charged for a price that is requested; 0 where the account pays none. */
  readonly oracleFee: Usd
}

/** `at`: the moment of the decision. */
export function orderTermsOf(account: Account, instrument: Instrument, venue: VenueId, at: Micros): OrderTerms {
  const terms = instrument.terms[venue]
  assertInvariant(terms !== undefined, 'the venue of an order lists its symbol')
  const leverage = leverageAt(instrument, venue, account, at)
  return { terms, leverage, oracleFee: oracleFeeOf(account.plan, terms) }
}

/** For an order that waited: its terms are looked up in this decision for the first time. */
export const fillTermsOf = (
  account: Account,
  order: Order,
  instrument: Instrument,
  book: TakenBook,
  liquidity: Liquidity,
  at: Micros,
): FillTerms => withBook(orderTermsOf(account, instrument, order.venue, at), order, book, liquidity)

export const withBook = (
  { terms, leverage, oracleFee }: OrderTerms,
  order: Order,
  { bookSequence, tick }: TakenBook,
  liquidity: Liquidity,
): FillTerms => ({
  terms,
  leverage,
  liquidity,
  bookSequence,
  tick,
  closeReason: closeReasonOf(order),
  liquidationTick: null,
  oracleFee,
})
