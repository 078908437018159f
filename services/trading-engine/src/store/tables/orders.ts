import { originOf } from './origin.js'
import type { CopiedFrom } from '../../core/model/copied.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Order, OrderKind, OrderReason, Side, TimeInForce, TriggerState } from '../../core/model/order/order.js'
import type { OrderStatus } from '../../core/model/order/order-status.js'
import { columnsOf, mutable, textOf, optional, usdOf, priceOf, quantityOf, microsOf, type RowOf } from './column.js'
import { exitTermsOf, writeExitTerms } from './exit-terms.js'
import { trailOf, writeTrail } from './trails.js'
import { liveOrderOf } from './live-order.js'

const column = columnsOf<Order>()

export const ORDER_COLUMNS = [
  column.uuid('id', (order) => order.id),
  column.uuid('account_id', (order) => order.accountId),
  column.text('client_id', (order) => order.clientId),
  column.text('origin', ({ origin }) => origin?.by ?? null),
  column.uuid('key_id', ({ origin }) => origin?.keyId ?? null),
  column.text('symbol', (order) => order.symbol),
  column.text('venue', (order) => order.venue),
  column.text('side', (order) => order.side),
  column.text('kind', (order) => order.kind),
  column.text('tif', (order) => order.tif),
  column.flag('post_only', (order) => order.flags.postOnly),
  mutable(column.flag('reduce_only', (order) => order.flags.reduceOnly)),
  mutable(column.flag('trigger_on_index', (order) => order.flags.triggerOnIndex)),
  mutable(column.flag('trigger_on_mark', (order) => order.flags.triggerOnMark)),
  mutable(column.numeric('quantity', (order) => order.quantity)),
  mutable(column.numeric('held_quantity', (order) => order.contingentQuantity)),
  mutable(column.numeric('limit_price', (order) => order.limitPrice)),
  mutable(column.numeric('trigger_price', (order) => order.triggerPrice)),
  mutable(column.text('trigger_state', (order) => order.triggerState)),
  mutable(column.int8('trigger_tick', (order) => order.triggerTick)),
  mutable(column.numeric('requested_price', (order) => order.requestedPrice)),
  mutable(column.numeric('requested_trigger_price', (order) => order.requestedTriggerPrice)),
  mutable(column.numeric('filled_quantity', (order) => order.filledQuantity)),
  mutable(column.numeric('filled_notional', (order) => order.filledNotional)),
  mutable(column.numeric('fees', (order) => order.fees)),
  mutable(column.text('status', (order) => order.status)),
  mutable(column.text('reason', (order) => order.reason)),
  mutable(column.uuid('position_id', (order) => order.positionId)),
  column.uuid('parent_order_id', (order) => order.parentOrderId),
  mutable(column.uuid('bracket_id', (order) => order.bracketId)),
  mutable(column.jsonb('exit_terms', ({ exitTerms }) => (exitTerms === undefined ? null : writeExitTerms(exitTerms)))),
  mutable(column.jsonb('trail', ({ trail }) => (trail === undefined ? null : writeTrail(trail)))),
  mutable(column.time('expires_at', (order) => order.expiresAt)),
  column.jsonb('copied_from', ({ copiedFrom }) => (copiedFrom === undefined ? null : JSON.stringify(copiedFrom))),
  column.time('created_at', (order) => order.createdAt),
  mutable(column.time('updated_at', (order) => order.updatedAt)),
  mutable(column.int4('version', (order) => order.version)),
]

interface BesideOrder {
  readonly live?: unknown
  readonly trail_since?: unknown
  readonly trail_tick?: unknown
  readonly trail_peak?: unknown
  readonly trail_peak_tick?: unknown
}

export type OrderRow = BesideOrder & RowOf<typeof ORDER_COLUMNS>

/** Before its trigger had a column of its own, an order without a limit kept the requested one in the limit's. */
function requestedOf(row: OrderRow): Pick<Order, 'requestedPrice' | 'requestedTriggerPrice'> {
  const isOfLimit = row.limit_price !== null
  return {
    requestedPrice: isOfLimit ? optional(row.requested_price, priceOf) : null,
    requestedTriggerPrice: optional(row.requested_trigger_price ?? (isOfLimit ? null : row.requested_price), priceOf),
  }
}

/** Nothing of an order that copies none. */
const copiedFromOf = (from: unknown): Pick<Order, 'copiedFrom'> =>
  from === null ? {} : { copiedFrom: from as CopiedFrom }

export const orderOf = (row: OrderRow): Order => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  clientId: optional(row.client_id, textOf),
  origin: originOf(row),
  symbol: textOf(row.symbol),
  venue: row.venue as VenueId,
  side: row.side as Side,
  kind: row.kind as OrderKind,
  tif: row.tif as TimeInForce,
  flags: {
    postOnly: row.post_only === true,
    reduceOnly: row.reduce_only === true,
    triggerOnIndex: row.trigger_on_index === true,
    triggerOnMark: row.trigger_on_mark === true,
  },
  quantity: quantityOf(row.quantity),
  contingentQuantity: quantityOf(row.held_quantity),
  limitPrice: optional(row.limit_price, priceOf),
  triggerPrice: optional(row.trigger_price, priceOf),
  triggerState: row.trigger_state as TriggerState | null,
  triggerTick: optional(row.trigger_tick, Number),
  ...requestedOf(row),
  filledQuantity: quantityOf(row.filled_quantity),
  filledNotional: usdOf(row.filled_notional),
  fees: usdOf(row.fees),
  status: row.status as OrderStatus,
  reason: row.reason as OrderReason | null,
  positionId: optional(row.position_id, textOf),
  parentOrderId: optional(row.parent_order_id, textOf),
  bracketId: optional(row.bracket_id, textOf),
  ...exitTermsOf(row.exit_terms),
  ...trailOf(row),
  ...copiedFromOf(row.copied_from),
  expiresAt: optional(row.expires_at, microsOf),
  createdAt: microsOf(row.created_at),
  updatedAt: microsOf(row.updated_at),
  version: Number(row.version),
  ...liveOrderOf(row),
})
