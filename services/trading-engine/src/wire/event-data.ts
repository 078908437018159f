import { assertNever } from '../core/values/assert-never.js'
import type { AccountEvent, StoredEvent } from '../core/model/events.js'
import { asNumber } from './decimals.js'
import { breachBody } from './breach-body.js'
import { orderBody } from './order-body.js'
import { closedPositionBody } from './position-body.js'
import { tradeBody } from './trade-body.js'

/** A lifecycle event as it is stored with its cause. */
export const storedEvent = (accountId: string, event: AccountEvent): StoredEvent => ({
  id: event.id,
  accountId,
  sequence: event.sequence,
  type: event.type,
  data: JSON.stringify(eventData(event)),
  at: event.at,
})

/** Its `data`: the resources it is about, as the API shows them. */
function eventData(event: AccountEvent): Record<string, unknown> {
  switch (event.type) {
    case 'order.ack':
      return { order: orderBody(event.order, asNumber) }
    case 'order.fill':
      return { order: orderBody(event.order, asNumber), trade: tradeBody(event.fill, asNumber) }
    case 'order.cancel':
      return { order: orderBody(event.order, asNumber), cancelled_by: event.cancelledBy }
    case 'position.close':
      return { position: closedPositionBody(event.position, asNumber) }
    case 'account.breach':
      return { breach: breachBody(event.breach, asNumber) }
    default:
      return assertNever(event)
  }
}
