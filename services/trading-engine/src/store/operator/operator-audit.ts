/** The audit of changes through the internal listener. A trigger writes the rows of commands. */
import type { Pool, PoolClient } from 'pg'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { AuditEntry } from '../../core/model/account/operator-audit.js'
import { microsOf } from '../tables/column.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Page, TimeWindow } from '../read/history.js'

/** `client` is inside the transaction of the change. A long request may come as JSON that was written in turns. */
export async function insertAudit(
  client: PoolClient,
  entry: Omit<AuditEntry, 'request'> & { readonly request: AuditEntry['request'] | string },
): Promise<void> {
  await client.query(
    `insert into operator_audit (id, at, operator, note, action, subject, request, outcome)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.id,
      formatTimestamp(entry.at),
      entry.name,
      entry.note,
      entry.action,
      entry.subject,
      typeof entry.request === 'string' ? entry.request : JSON.stringify(entry.request),
      JSON.stringify(entry.outcome),
    ],
  )
}

/** Until fewer than `most` of these actions lie after that moment; 0: there are fewer. */
export async function secondsUntilFewer(
  client: PoolClient,
  action: string,
  after: Micros,
  most: number,
): Promise<number> {
  const { rows } = await client.query<{ at: string }>(
    `select at from operator_audit where action = $1 and at > $2::timestamptz order by at desc offset $3 limit 1`,
    [action, formatTimestamp(after), most - 1],
  )
  return rows[0] === undefined ? 0 : Math.max(1, Math.ceil((microsOf(rows[0].at) - after) / 1_000_000))
}

interface AuditRow {
  readonly id: string
  readonly at: string
  readonly operator: string
  readonly note: string | null
  readonly action: string
  readonly subject: string
  readonly request: Readonly<Record<string, unknown>>
  readonly outcome: Readonly<Record<string, unknown>>
}

/** Size of a request or an outcome in a list; an imported file can be a megabyte. */
const LISTED_BYTES_MAX = 4_096

const brief = (column: string): string =>
  `case when octet_length(${column}::text) <= ${LISTED_BYTES_MAX} then ${column}
    else jsonb_build_object('omitted_bytes', octet_length(${column}::text)) end as ${column}`

/** To be read like the table: of a value too long for a list only the length is shown. */
const BRIEFLY = `(select id, at, operator, note, action, subject, ${brief('request')}, ${brief('outcome')} from operator_audit) audit`

/** Newest first; an entry that is read alone has all of its values. */
export const listAudit = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<AuditEntry>> =>
  pageByTime<AuditRow, AuditEntry>(
    pool,
    { table: window.limit === 1 ? 'operator_audit' : BRIEFLY, time: 'at', filter, window },
    (row) => ({
      id: row.id,
      at: microsOf(row.at),
      name: row.operator,
      note: row.note,
      action: row.action,
      subject: row.subject,
      request: row.request,
      outcome: row.outcome,
    }),
  )
