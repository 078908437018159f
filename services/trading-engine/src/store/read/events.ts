/** Lifecycle events as they were written with their cause. */
import type { Pool } from 'pg'
import type { StoredEvent } from '../../core/model/events.js'
import { storedEventOf, type EventRow } from '../tables/events.js'

/** Events of an account after a sequence, oldest first, and whether there are more than `limit`. */
export async function listEvents(
  pool: Pool,
  accountId: string,
  after: number,
  limit: number,
): Promise<{ readonly rows: readonly StoredEvent[]; readonly hasMore: boolean }> {
  const { rows } = await pool.query<EventRow>({
    name: 'list_events',
    text: 'select * from whole_events where account_id = $1 and sequence > $2 order by sequence limit $3',
    values: [accountId, after, limit + 1],
  })
  return { rows: rows.slice(0, limit).map(storedEventOf), hasMore: rows.length > limit }
}
