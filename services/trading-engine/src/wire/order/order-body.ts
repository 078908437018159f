import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { LiveOrder } from '../../core/model/live/live-order.js'
import { averagePrice, remainingQuantity, type Order } from '../../core/model/order/order.js'
import { triggerSource } from '../../core/model/order/trigger.js'
import { orNull, type WriteDecimal } from '../decimals.js'

/** The Order resource (spec section 2). */
export function orderBody(order: Order, write: WriteDecimal): Record<string, unknown> {
  const average = averagePrice(order)
  return {
    id: order.id,
    account_id: order.accountId,
    client_id: order.clientId,
    origin: order.origin?.by ?? null,
    key_id: order.origin?.keyId ?? null,
    symbol: order.symbol,
    venue: order.venue,
    side: order.side,
    kind: order.kind,
    status: order.status,
    quantity: write(order.quantity),
    limit_price: orNull(order.limitPrice, write),
    price: orNull(order.limitPrice ?? average ?? order.triggerPrice, write),
    filled_quantity: write(order.filledQuantity),
    remaining_quantity: write(remainingQuantity(order)),
    held_quantity: write(order.contingentQuantity),
    average_price: orNull(average, write),
    requested_price: orNull(order.requestedPrice, write),
    trigger_price: orNull(order.triggerPrice, write),
    requested_trigger_price: orNull(order.requestedTriggerPrice, write),
    trigger_by: triggerSource(order.flags),
    trigger_state: order.triggerState,
    trigger_tick: order.triggerTick,
    tif: order.tif,
    expires_at: order.expiresAt === null ? null : formatTimestamp(order.expiresAt),
    flags: {
      post_only: order.flags.postOnly,
      reduce_only: order.flags.reduceOnly,
      trigger_on_index: order.flags.triggerOnIndex,
      trigger_on_mark: order.flags.triggerOnMark,
    },
    position_id: order.positionId,
    parent_order_id: order.parentOrderId,
    reason: order.reason,
    fees: write(order.fees),
    created_at: formatTimestamp(order.createdAt),
    updated_at: formatTimestamp(order.updatedAt),
    version: order.version,
    ...(order.live === undefined ? NOTHING : liveBody(order.live)),
  }
}

const NOTHING = {}
const timeOrNull = (at: Micros | null): string | null => (at === null ? null : formatTimestamp(at))

/** The fields of an order that its venue was asked for (contract: live execution). */
const liveBody = (live: LiveOrder): Record<string, unknown> => ({
  venue_order: { state: live.state, tx_hash: live.txHash, venue_order_id: live.venueOrderId, reason: live.reason },
  cancel_requested_at: timeOrNull(live.cancelRequestedAt),
  modify_requested_at: timeOrNull(live.modifyRequestedAt),
})
