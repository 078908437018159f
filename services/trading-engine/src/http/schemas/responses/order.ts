import { named } from '@ats/service-kit/http'
import { orderCodec } from '../../../wire/order/order-codec.js'
import { later, listOf, record, text, uuid } from '../../../wire/codec/schemas.js'
import { keptOriginFields } from './origin.js'
import { warnings } from './violation.js'

const { fields } = orderCodec

export const order = orderCodec.schema
export const orders = listOf(order)

/** An order after it was changed. */
export const modifiedOrder = named('ModifiedOrder', record({ ...fields, warnings }))

export const keptOrder = named(
  'OrderSnapshot',
  record({
    ...fields,
    ...keptOriginFields,
    limit_price: later(fields.limit_price, 'The limit, also of a trigger that has one; else null.'),
    requested_trigger_price: later(
      fields.requested_trigger_price,
      'The trigger as it was sent, when it was off the tick.',
    ),
    trigger_tick: later(fields.trigger_tick, 'The tick, of the venue of the order, that fired its trigger.'),
  }),
)

/** `failed` holds those that could not be cancelled, and why. */
export const cancelAllAnswer = named(
  'CancelledOrders',
  record({
    cancelled: listOf(keptOrder),
    failed: listOf(named('FailedCancellation', record({ order_id: uuid, message: text }))),
  }),
)
