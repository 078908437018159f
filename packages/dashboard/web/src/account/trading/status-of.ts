import type { Order } from '@ats/sdk/types'
import { text } from '../../text/en/account.js'

const WORKING: readonly Order['status'][] = ['PENDING', 'OPEN', 'PARTIALLY_FILLED']

/** The status in words; and of an order at a venue, what was asked of the venue and has not happened yet. */
export function statusOf(order: Order): string {
  const { status, venue_order: venue, cancel_requested_at: cancel, modify_requested_at: change } = order
  const name = status === 'PENDING' && venue !== undefined ? text.onItsWay : text.statuses[status]
  if (!WORKING.includes(status)) return name
  return [name, cancel && text.cancelAsked, change && text.changeAsked].filter(Boolean).join(', ')
}
