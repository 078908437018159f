import { VENUE_STATES } from '../../../core/model/live/venue-request.js'
import { ORDER_STATUSES } from '../../../core/model/order/order-status.js'
import { ORDER_KINDS, TIMES_IN_FORCE, TRIGGER_STATES } from '../../../core/model/order/order.js'
import { TRIGGER_SOURCES } from '../../../core/model/order/trigger.js'
import {
  count,
  decimal,
  flag,
  later,
  listOf,
  oneOf,
  oneOfOrNull,
  record,
  side,
  text,
  tick,
  time,
  uuid,
  venue,
} from '../response-fields.js'
import { keptOriginFields, originFields } from './origin.js'
import { warnings } from './violation.js'

export const orderFields = {
  id: uuid,
  account_id: uuid,
  client_id: text.allow(null),
  ...originFields,
  symbol: text,
  venue,
  side,
  kind: oneOf(ORDER_KINDS),
  status: oneOf(ORDER_STATUSES),
  quantity: decimal,
  price: decimal
    .allow(null)
    .description(
      'The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average.',
    ),
  limit_price: decimal
    .allow(null)
    .description('The limit, also of a trigger that has one; null where whatever the book gives is taken.'),
  filled_quantity: decimal,
  remaining_quantity: decimal,
  held_quantity: decimal,
  average_price: decimal.allow(null),
  requested_price: decimal.allow(null).description('The limit as it was sent, when it was off the tick.'),
  trigger_price: decimal.allow(null),
  requested_trigger_price: decimal.allow(null).description('The trigger as it was sent, when it was off the tick.'),
  trigger_by: oneOf(TRIGGER_SOURCES),
  trigger_state: oneOfOrNull(TRIGGER_STATES),
  trigger_tick: tick('The tick, of the venue of the order, that fired its trigger'),
  tif: oneOf(TIMES_IN_FORCE),
  expires_at: time.allow(null),
  flags: record({ post_only: flag, reduce_only: flag, trigger_on_index: flag, trigger_on_mark: flag }),
  position_id: uuid.allow(null),
  parent_order_id: uuid.allow(null),
  reason: text.allow(null),
  fees: decimal,
  created_at: time,
  updated_at: time,
  version: count,
  venue_order: record({
    state: oneOf(VENUE_STATES),
    tx_hash: text.allow(null),
    venue_order_id: text.allow(null),
    reason: text.allow(null),
  })
    .optional()
    .description('Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word.'),
  cancel_requested_at: time
    .allow(null)
    .optional()
    .description('Of the same: its cancellation was asked for, and the venue has not confirmed it.'),
  modify_requested_at: time
    .allow(null)
    .optional()
    .description('Of the same: a change was asked for; the old values hold until the venue confirms it.'),
}

export const order = record(orderFields)
export const orders = listOf(order)

/** An order after it was changed. */
export const modifiedOrder = record({ ...orderFields, warnings })

export const keptOrder = record({
  ...orderFields,
  ...keptOriginFields,
  limit_price: later(orderFields.limit_price, 'The limit, also of a trigger that has one; else null.'),
  requested_trigger_price: later(
    orderFields.requested_trigger_price,
    'The trigger as it was sent, when it was off the tick.',
  ),
  trigger_tick: later(orderFields.trigger_tick, 'The tick, of the venue of the order, that fired its trigger.'),
})

/** `failed` holds those that could not be cancelled, and why. */
export const cancelAllAnswer = record({
  cancelled: listOf(keptOrder),
  failed: listOf(record({ order_id: uuid, message: text })),
})
