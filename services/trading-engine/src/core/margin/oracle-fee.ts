/**
 * Oracle fee: Ostium charges an amount for each price that is requested. Of our orders these are
 *  - every order that could open or add, when it is accepted, and when its trader cancels it;
 *  - every execution that closes part of a position and leaves the rest open. A full close is refunded there, so it is
 *    free here, and so are exits, which belong to the position.
 * What the service does by itself (expiry, risk, liquidation) costs nothing.
 */
import type { VenueTerms } from '../model/market/instrument.js'
import type { Order } from '../model/order/order.js'
import { profileOf } from '../model/plan/execution-profile.js'
import type { Plan } from '../model/plan/plan.js'
import { isReducedBy, type Position } from '../model/account/position.js'
import { usd, type Quantity, type Usd } from '../values/decimal.js'

const FREE = usd(0n)

/** The fee of one request; 0 where the plan or the venue has none. */
export const oracleFeeOf = (plan: Pick<Plan, 'costs' | 'live'>, { oracleFee }: Pick<VenueTerms, 'oracleFee'>): Usd =>
  plan.costs.oracleFee && profileOf({ plan }).isSettledByService ? oracleFee : FREE

/** Charged when the order is accepted. */
export function placementFee({ flags, side, quantity }: Order, position: Position | undefined, fee: Usd): Usd {
  const isClosing = flags.reduceOnly || (isReducedBy(position, side) && quantity <= position.quantity)
  return isClosing ? FREE : fee
}

/** Charged when the trader cancels the order: one that was free to place is free to cancel. */
export const cancellationFee = ({ flags, fees }: Order, fee: Usd): Usd => (flags.reduceOnly || fees === 0n ? FREE : fee)

/** Charged when an order of that side executes a quantity against the position it meets. */
export const partialCloseFee = (
  { side }: Pick<Order, 'side'>,
  position: Position | undefined,
  executed: Quantity,
  fee: Usd,
): Usd => (executed > 0n && isReducedBy(position, side) && executed < position.quantity ? fee : FREE)
