/** Requests to venues, for those who carry them out and for reports on those that have ended. */
import type { VenueRequest } from '../../core/model/live/venue-request.js'
import { venueRequestOf, type VenueRequestRow } from '../tables/venue-requests.js'
import type { Queryable } from './queryable.js'

/** The requests of some accounts that have not ended, oldest first. */
export async function listOpenVenueRequests(
  db: Queryable,
  accountIds: readonly string[],
): Promise<readonly VenueRequest[]> {
  const { rows } = await db.query<VenueRequestRow>({
    name: 'list_open_venue_requests',
    text: `select * from venue_requests where account_id = any($1)
      and state in ('NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'FROZEN') order by created_at, id`,
    values: [accountIds],
  })
  return rows.map(venueRequestOf)
}

export async function findVenueRequest(db: Queryable, id: string): Promise<VenueRequest | null> {
  const { rows } = await db.query<VenueRequestRow>({
    name: 'find_venue_request',
    text: 'select * from venue_requests where id = $1',
    values: [id],
  })
  return rows[0] === undefined ? null : venueRequestOf(rows[0])
}
