/** Lifecycle events as they were written with their cause. */
import type { Pool } from 'pg'
import type { StoredEvent } from '../../core/model/events.js'
import { microsOf } from './rows.js'

export interface EventRow {
  readonly id: string
  readonly account_id: string
  readonly sequence: string
  readonly type: string
  readonly data: string
  readonly created_at: string
}

export const storedEventOf = (row: EventRow): StoredEvent => ({
  id: row.id,
  accountId: row.account_id,
  sequence: Number(row.sequence),
  type: row.type,
  data: row.data,
  at: microsOf(row.created_at),
})

/** Events of an account after a sequence, oldest first, and whether there are more than `limit`. */
export async function listEvents(
  pool: Pool,
  accountId: string,
  after: number,
  limit: number,
): Promise<{ readonly rows: readonly StoredEvent[]; readonly hasMore: boolean }> {
  const { rows } = await pool.query<EventRow>({
    name: 'list_events',
    text: 'select * from events where account_id = $1 and sequence > $2 order by sequence limit $3',
    values: [accountId, after, limit + 1],
  })
  return { rows: rows.slice(0, limit).map(storedEventOf), hasMore: rows.length > limit }
}
