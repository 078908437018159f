import type { Draft } from '../../model/draft.js'
import type { UnsentRequest } from '../../model/live/venue-request-states.js'
import type { VenueAction } from '../../model/live/venue-request.js'
import type { Order } from '../../model/order/order.js'

/** A request about an order to its venue, which is stored with the decision. */
export function newRequest(draft: Draft, order: Order, action: VenueAction): UnsentRequest {
  const at = draft.stamp()
  const request: UnsentRequest = {
    id: draft.newId(),
    accountId: order.accountId,
    orderId: order.id,
    venue: order.venue,
    action,
    state: 'NEW',
    txHash: null,
    venueOrderId: null,
    reason: null,
    createdAt: at,
    updatedAt: at,
  }
  draft.putRequest(request)
  return request
}
