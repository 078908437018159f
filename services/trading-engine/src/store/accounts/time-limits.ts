import type { Micros } from '../../core/values/time.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'

/** The accounts to which time alone does something now, the longest due first. */
export async function listAccountsDue(db: Queryable, now: Micros, most: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list_accounts_due',
    text: `select id from accounts where time_due_at <= $1 order by time_due_at limit $2`,
    values: [formatTimestamp(now), most],
  })
  return rows.map(({ id }) => id)
}
