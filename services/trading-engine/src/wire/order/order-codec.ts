import { cancelRequestedAt, modifyRequestedAt, type LiveOrder } from '../../core/model/live/live-order.js'
import { VENUE_STATES } from '../../core/model/live/venue-request.js'
import { ORDER_STATUSES } from '../../core/model/order/order-status.js'
import {
  averagePrice,
  ORDER_KINDS,
  remainingQuantity,
  TIMES_IN_FORCE,
  TRIGGER_STATES,
  type Order,
  type OrderFlags,
} from '../../core/model/order/order.js'
import { TRIGGER_SOURCES, triggerSource } from '../../core/model/order/trigger.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import {
  count,
  decimal,
  flag,
  oneOf,
  oneOfOrNull,
  optional,
  orNull,
  side,
  text,
  tick,
  time,
  uuid,
  venue,
} from '../codec/kinds.js'
import { PROTECTED } from '../../core/model/order/exit-terms.js'
import type { CopiedFrom } from '../../core/model/copied.js'
import { originFields } from './origin-fields.js'
import { shownTrail, trailCodec } from './trail-codec.js'

const flags = codecOf<OrderFlags>('OrderFlags')({
  post_only: field(flag, ({ postOnly }) => postOnly),
  reduce_only: field(flag, ({ reduceOnly }) => reduceOnly),
  trigger_on_index: field(flag, ({ triggerOnIndex }) => triggerOnIndex),
  trigger_on_mark: field(flag, ({ triggerOnMark }) => triggerOnMark),
})

const venueOrder = codecOf<LiveOrder>('VenueOrder')({
  state: field(oneOf(VENUE_STATES), ({ request }) => request.state),
  tx_hash: field(orNull(text), ({ request }) => request.txHash),
  venue_order_id: field(orNull(text), ({ request }) => request.venueOrderId),
  reason: field(orNull(text), ({ reason }) => reason),
})

const copiedFromCodec = codecOf<CopiedFrom>('CopiedFrom')({
  copy_link_id: field(uuid, ({ linkId }) => linkId),
  fill_id: field(orNull(uuid), ({ fillId }) => fillId, 'A fill of the leader; null: it was asked for.'),
  order_id: field(orNull(uuid), ({ orderId }) => orderId, 'An order of the leader.'),
})

/** The Order resource (spec section 2). */
export const orderFields = {
  id: field(uuid, (order) => order.id),
  account_id: field(uuid, (order) => order.accountId),
  client_id: field(orNull(text), (order) => order.clientId),
  ...originFields,
  symbol: field(text, (order) => order.symbol),
  venue: field(venue, (order) => order.venue),
  side: field(side, (order) => order.side),
  kind: field(oneOf(ORDER_KINDS), (order) => order.kind),
  status: field(oneOf(ORDER_STATUSES), (order) => order.status),
  quantity: field(decimal, (order) => order.quantity),
  limit_price: field(
    orNull(decimal),
    (order) => order.limitPrice,
    'The limit, also of a trigger that has one; null where whatever the book gives is taken.',
  ),
  price: field(
    orNull(decimal),
    (order) => order.limitPrice ?? averagePrice(order) ?? order.triggerPrice,
    'The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average.',
  ),
  filled_quantity: field(decimal, (order) => order.filledQuantity),
  remaining_quantity: field(decimal, remainingQuantity),
  held_quantity: field(decimal, (order) => order.contingentQuantity),
  average_price: field(orNull(decimal), averagePrice),
  requested_price: field(
    orNull(decimal),
    (order) => order.requestedPrice,
    'The limit as it was sent, when it was off the tick.',
  ),
  trigger_price: field(
    orNull(decimal),
    (order) => order.triggerPrice,
    'Of an order that trails: as its peak has it; null while it does not trail yet.',
  ),
  requested_trigger_price: field(
    orNull(decimal),
    (order) => order.requestedTriggerPrice,
    'The trigger as it was sent, when it was off the tick.',
  ),
  trigger_by: field(oneOf(TRIGGER_SOURCES), (order) => triggerSource(order.flags)),
  trigger_state: field(oneOfOrNull(TRIGGER_STATES), (order) => order.triggerState),
  trigger_tick: field(
    tick('The tick, of the venue of the order, that fired its trigger'),
    (order) => order.triggerTick,
  ),
  tif: field(oneOf(TIMES_IN_FORCE), (order) => order.tif),
  expires_at: field(orNull(time), (order) => order.expiresAt),
  flags: field(flags, (order) => order.flags),
  position_id: field(orNull(uuid), (order) => order.positionId),
  parent_order_id: field(orNull(uuid), (order) => order.parentOrderId),
  reason: field(orNull(text), (order) => order.reason),
  fees: field(decimal, (order) => order.fees),
  created_at: field(time, (order) => order.createdAt),
  updated_at: field(time, (order) => order.updatedAt),
  version: field(count, (order) => order.version),
  offset: field(
    optional(decimal),
    ({ exitTerms }) => exitTerms?.offset,
    'Of an exit that came with its entry: how far its trigger is from the average fill of that. Absent of all others.',
  ),
  offset_pct: field(
    optional(decimal),
    ({ exitTerms }) => exitTerms?.offsetPct,
    'The same in percent of the average fill.',
  ),
  trail: field(optional(trailCodec), shownTrail, 'Of a STOP whose trigger follows the market. Absent of all others.'),
  protect: field(
    optional(oneOf(PROTECTED, 'ProtectedBy')),
    ({ exitTerms }) => (exitTerms?.isOfPosition === true ? 'POSITION' : undefined),
    'POSITION: of an exit that is for all of the position once its entry opens.',
  ),
  copied_from: field(
    optional(copiedFromCodec),
    ({ copiedFrom }) => copiedFrom,
    'Of an order that a link placed: what it copies. Absent of all others.',
  ),
  venue_order: field(
    optional(venueOrder),
    (order) => order.live,
    'Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word.',
  ),
  cancel_requested_at: field(
    optional(orNull(time)),
    ({ live }) => (live === undefined ? undefined : cancelRequestedAt(live)),
    'Of the same: its cancellation was asked for, and the venue has not confirmed it.',
  ),
  modify_requested_at: field(
    optional(orNull(time)),
    ({ live }) => (live === undefined ? undefined : modifyRequestedAt(live)),
    'Of the same: a change was asked for; the old values hold until the venue confirms it.',
  ),
} satisfies Fields<Order>

export const orderCodec = codecOf<Order>('Order')(orderFields)
