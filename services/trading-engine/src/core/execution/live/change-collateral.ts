/**
 * Books that collateral of a LIVE position was changed without a fill. It is the wallet's own money wherever it lies,
 * so the balance stays; what the venue settled with it, fees for time and its own, is charged to the position.
 */
import type { Draft } from '../../model/draft.js'
import type { LiveTrade } from '../../model/live/live-order.js'
import { listingKey } from '../../model/market/listing.js'
import type { CollateralChange, VenueCharges } from '../../model/live/venue-request.js'
import { usd } from '../../values/decimal.js'
import { haltForMismatch } from './halt-for-mismatch.js'
import { postAttempt } from './live-charges.js'

export function changeCollateral(draft: Draft, change: CollateralChange, charges: VenueCharges): void {
  const position = draft.account.positions.get(listingKey(change))
  const trades = position?.live?.trades ?? []
  const changed = trades.find(({ tradeId }) => tradeId === change.tradeId)
  if (position?.live === undefined || changed === undefined) {
    postAttempt(draft, charges)
    haltForMismatch(draft, `collateral of ${change.symbol} that the books have no place for`)
    return
  }
  const { funding, borrowing, rollover, fees, oracleFees, priceImpact, execution } = charges
  postAttempt(draft, charges, { positionId: position.id })
  const next: LiveTrade = { ...changed, collateral: usd(changed.collateral + change.amount) }
  draft.putPosition({
    ...position,
    funding: usd(position.funding + funding),
    carry: usd(position.carry + borrowing + rollover),
    fees: usd(position.fees - fees - oracleFees - priceImpact - execution),
    live: { ...position.live, trades: trades.map((trade) => (trade === changed ? next : trade)) },
  })
}
