import { CANCELLED_BY, EVENT_TYPES } from '../../../core/model/events.js'
import { count, listOf, oneOf, record, time, uuid } from '../response-fields.js'
import { breach } from './breach.js'
import { keptOrder } from './order.js'
import { closedPosition } from './position.js'
import { trade } from './trade.js'

/** The objects an event concerns: which of these it holds depends on its type. */
const eventData = record({
  order: keptOrder.optional(),
  trade: trade.optional(),
  position: closedPosition.optional(),
  breach: breach.optional(),
  cancelled_by: oneOf(CANCELLED_BY).optional(),
})

export const events = listOf(
  record({
    id: uuid,
    type: oneOf(EVENT_TYPES),
    created_at: time,
    sequence: count,
    account_id: uuid,
    data: eventData,
  }),
)
