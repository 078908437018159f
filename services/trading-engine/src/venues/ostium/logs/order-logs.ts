/** Logs of orders that execute nothing: accepted, changed, cancelled, timed out. */
import { negate, type Usd, usd } from '../../../core/values/decimal.js'
import type { Hex, VenueLog } from '../../port.js'
import { restingOrderId } from '../read-orders.js'
import { fromUsdc } from '../units.js'
import { view } from '../views.js'
import { amounts, type EventOf, NO_CHARGES, type Surroundings, symbolOf } from './events.js'

export function accepted(near: Surroundings, trader: Hex, venueOrderId: string, fee = 0n): VenueLog | null {
  const wallet = near.walletOf(trader)
  if (wallet === undefined) return null
  return { kind: 'accepted', wallet, venueOrderId, ...(fee === 0n ? {} : { fee: fromUsdc(fee) }) }
}

export function ended(
  near: Surroundings,
  kind: 'cancelled' | 'updated' | 'timed_out',
  trader: Hex,
  venueOrderId: string,
  reason: string,
  fee: Usd = usd(0n),
): VenueLog | null {
  const wallet = near.walletOf(trader)
  return wallet === undefined ? null : { kind, wallet, venueOrderId, reason, fee }
}

export function restingOrderCancelled(event: EventOf<'OpenLimitCanceled'>, near: Surroundings): VenueLog | null {
  const { trader, pairIndex, index } = event.args
  const fee = amounts(near, 'OracleFeeChargedLimitCancelled', (charge) => charge.args.amount)
  return ended(near, 'cancelled', trader, restingOrderId(pairIndex, index), 'OpenLimitCanceled', fromUsdc(fee))
}

export function collateralChanged(
  near: Surroundings,
  { trader, tradeId, pairIndex }: { readonly trader: Hex; readonly tradeId: bigint; readonly pairIndex: number },
  venueOrderId: string | null,
  amount: bigint,
): readonly VenueLog[] {
  const wallet = near.walletOf(trader)
  if (wallet === undefined) return []
  near.trades.changeCollateral(tradeId, amount)
  const symbol = symbolOf(near.venue, pairIndex)
  const change = { venue: 'OSTIUM', symbol, tradeId: String(tradeId), amount: fromUsdc(amount) } as const
  return [{ kind: 'collateral', wallet, venueOrderId, change, charges: NO_CHARGES }]
}

/** No log tells the oracle fee of a removal. */
export async function removalAccepted(
  event: EventOf<'RemoveCollateralInitiated'>,
  near: Surroundings,
): Promise<VenueLog | null> {
  const { trader, orderId, pairIndex } = event.args
  if (near.walletOf(trader) === undefined) return null
  const reader = near.context.at(near.place.block)
  const fee = await view(reader, near.venue.pairsStorage, 'pairOracleFee', pairIndex)
  return accepted(near, trader, String(orderId), fee)
}

export function closeTimedOut(event: EventOf<'MarketCloseTimeoutExecutedV2'>, near: Surroundings): VenueLog | null {
  const isFailed = near.transaction.some(({ eventName }) => eventName === 'MarketCloseFailed')
  const refund = amounts(near, 'OracleFeeRefunded', (given) => given.args.amount)
  const reason = isFailed ? 'MarketCloseFailed' : 'no keeper answered'
  const { order, orderId } = event.args
  return ended(near, 'timed_out', order.trade.trader, String(orderId), reason, negate(fromUsdc(refund)))
}
