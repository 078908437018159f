import type { VenueId } from '../../core/model/market/instrument.js'
import type { VenueAction, VenueRequest, VenueState } from '../../core/model/live/venue-request.js'
import { readLive, writeLive } from './live.js'
import { columnsOf, microsOf, mutable, optional, textOf, type RowOf } from './column.js'

const column = columnsOf<VenueRequest>()

export const VENUE_REQUEST_COLUMNS = [
  column.uuid('id', (request) => request.id),
  column.uuid('account_id', (request) => request.accountId),
  column.uuid('order_id', (request) => request.orderId),
  column.text('venue', (request) => request.venue),
  column.text('kind', (request) => request.action.kind),
  column.jsonb('action', (request) => writeLive(request.action)),
  mutable(column.text('state', (request) => request.state)),
  mutable(column.text('tx_hash', (request) => request.txHash)),
  mutable(column.text('venue_order_id', (request) => request.venueOrderId)),
  mutable(column.text('reason', (request) => request.reason)),
  column.time('created_at', (request) => request.createdAt),
  mutable(column.time('updated_at', (request) => request.updatedAt)),
]

export type VenueRequestRow = RowOf<typeof VENUE_REQUEST_COLUMNS>

export const venueRequestOf = (row: VenueRequestRow): VenueRequest => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  orderId: optional(row.order_id, textOf),
  venue: row.venue as VenueId,
  action: readLive(row.action) as VenueAction,
  state: row.state as VenueState,
  txHash: optional(row.tx_hash, textOf),
  venueOrderId: optional(row.venue_order_id, textOf),
  reason: optional(row.reason, textOf),
  createdAt: microsOf(row.created_at),
  updatedAt: microsOf(row.updated_at),
})
