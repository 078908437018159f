/** Books what a venue takes beside any answer: charges, and fees that it settles with a change of collateral. */
import type { Draft } from '../../model/draft.js'
import { listingKey } from '../../model/market/listing.js'
import { isEnded } from '../../model/live/venue-request-states.js'
import type { VenueCharges, VenueReport, VenueRequest } from '../../model/live/venue-request.js'
import type { Order } from '../../model/order/order.js'
import { usd } from '../../values/decimal.js'
import { changeCollateral } from '../../execution/live/change-collateral.js'
import { allCharges, postAttempt } from '../../execution/live/live-charges.js'

/** An order that works bears what was paid for it, and its position with it, as with fees of a PAPER one. */
export function bookCharge(draft: Draft, order: Order | undefined, charges: VenueCharges): boolean {
  postAttempt(draft, charges)
  if (order === undefined) return true
  const fees = usd(order.fees - allCharges(charges))
  draft.putOrder({ ...order, fees, updatedAt: draft.stamp(), version: order.version + 1 })
  const position = order.filledQuantity === 0n ? undefined : draft.account.positions.get(listingKey(order))
  if (position !== undefined) draft.putPosition({ ...position, fees: usd(position.fees - allCharges(charges)) })
  return true
}

/** Collateral is the wallet's own money wherever it is, so that only its place changes; fees for time are paid. */
export function bookCollateral(
  draft: Draft,
  found: VenueRequest | null,
  { change, charges, place, isLast }: Extract<VenueReport, { readonly kind: 'collateral' }>,
): boolean {
  if (found !== null && isLast && !isEnded(found))
    draft.putRequest({ ...found, state: 'EXECUTED', txHash: place.txHash, updatedAt: draft.stamp() })
  changeCollateral(draft, change, charges)
  return true
}
