/** The checks that the firm records of users: identities and contracts, which phases may ask for. */
import type { Pool, PoolClient } from 'pg'
import type { CheckStatus, UserCheck, UserCheckKind } from '../../core/model/program/challenge.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

const TABLES: Readonly<Record<UserCheckKind, string>> = { IDENTITY: 'identity_checks', CONTRACT: 'contracts' }

interface CheckRow {
  readonly user_id: string
  readonly status: CheckStatus
  readonly note: string | null
  readonly changed_by: string
  readonly changed_at: string
}

const checkOf = (row: CheckRow): UserCheck => ({
  userId: row.user_id,
  status: row.status,
  note: row.note,
  changedBy: row.changed_by,
  changedAt: microsOf(row.changed_at),
})

export async function isApproved(db: Queryable, kind: UserCheckKind, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `is_approved_${TABLES[kind]}`,
    text: `select from ${TABLES[kind]} where user_id = $1 and status = 'APPROVED'`,
    values: [userId],
  })
  return rowCount === 1
}

export async function putUserCheck(client: PoolClient, kind: UserCheckKind, check: UserCheck): Promise<void> {
  await client.query(
    `insert into ${TABLES[kind]} (user_id, status, note, changed_by, changed_at) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set status = excluded.status, note = excluded.note,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [check.userId, check.status, check.note, check.changedBy, formatTimestamp(check.changedAt)],
  )
}

/** Newest first. To be read like a table: a list needs an id. */
export const listUserChecks = (
  pool: Pool,
  kind: UserCheckKind,
  filter: Filter,
  window: TimeWindow,
): Promise<Page<UserCheck>> => {
  const table = `(select *, user_id as id from ${TABLES[kind]}) listed`
  return pageByTime<CheckRow, UserCheck>(pool, { table, time: 'changed_at', filter, window }, checkOf)
}
