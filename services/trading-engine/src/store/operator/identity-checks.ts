import type { Pool, PoolClient } from 'pg'
import type { IdentityCheck, IdentityStatus } from '../../core/model/program/challenge.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

interface CheckRow {
  readonly user_id: string
  readonly status: IdentityStatus
  readonly note: string | null
  readonly changed_by: string
  readonly changed_at: string
}

const checkOf = (row: CheckRow): IdentityCheck => ({
  userId: row.user_id,
  status: row.status,
  note: row.note,
  changedBy: row.changed_by,
  changedAt: microsOf(row.changed_at),
})

export async function isIdentityApproved(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'is_identity_approved',
    text: `select from identity_checks where user_id = $1 and status = 'APPROVED'`,
    values: [userId],
  })
  return rowCount === 1
}

export async function putIdentityCheck(client: PoolClient, check: IdentityCheck): Promise<void> {
  await client.query(
    `insert into identity_checks (user_id, status, note, changed_by, changed_at) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set status = excluded.status, note = excluded.note,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [check.userId, check.status, check.note, check.changedBy, formatTimestamp(check.changedAt)],
  )
}

/** To be read like the table: a list needs an id. */
const LISTED = '(select *, user_id as id from identity_checks) listed'

/** Newest first. */
export const listIdentityChecks = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<IdentityCheck>> =>
  pageByTime<CheckRow, IdentityCheck>(pool, { table: LISTED, time: 'changed_at', filter, window }, checkOf)
