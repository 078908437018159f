import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { AuditedKey, AuditEntry, KEY_EVENTS } from '../core/audit.js'
import { asDependencyErrors } from './database.js'

interface AuditRow {
  readonly id: string
  readonly kind: AuditEntry['kind']
  readonly at: Date
  readonly last_at: Date
  readonly key_id: string | null
  readonly key_prefix: string | null
  readonly user_id: string | null
  readonly ip: string | null
  readonly reason: AuditEntry['reason']
  readonly count: number
}

/** In the transaction of what it tells of: neither is there without the other. */
export async function saveKeyEvent(
  client: PoolClient,
  event: AuditedKey & { readonly kind: (typeof KEY_EVENTS)[number]; readonly at: Date; readonly ip: string },
): Promise<void> {
  await client.query(
    `INSERT INTO audit (id, kind, at, last_at, key_id, key_prefix, user_id, ip, count)
     VALUES ($1, $2, $3, $3, $4, $5, $6, $7, 1)`,
    [uuidv7(), event.kind, event.at, event.keyId, event.keyPrefix, event.userId, event.ip],
  )
}

/** The counters as they stand now, in one statement; writing the same twice changes nothing. */
export function saveRefusals(pool: Pool, entries: readonly AuditEntry[]): Promise<void> {
  const column = <T>(read: (entry: AuditEntry) => T): T[] => entries.map(read)
  return asDependencyErrors(async () => {
    await pool.query(
      `INSERT INTO audit (id, kind, at, last_at, key_id, key_prefix, user_id, ip, reason, count)
       SELECT id, 'validation.refused', at, last_at, key_id, key_prefix, user_id, ip, reason, count
         FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::uuid[], $5::text[], $6::text[], $7::text[],
                     $8::text[], $9::integer[])
           AS t (id, at, last_at, key_id, key_prefix, user_id, ip, reason, count)
       ON CONFLICT (id) DO UPDATE SET last_at = excluded.last_at, count = excluded.count
         WHERE audit.count < excluded.count`,
      [
        column(({ id }) => id),
        column(({ at }) => at),
        column(({ lastAt }) => lastAt),
        column(({ keyId }) => keyId),
        column(({ keyPrefix }) => keyPrefix),
        column(({ userId }) => userId),
        column(({ ip }) => ip),
        column(({ reason }) => reason),
        column(({ count }) => count),
      ],
    )
  })
}

export function deleteRefusals(pool: Pool, before: Date): Promise<void> {
  return asDependencyErrors(async () => {
    await pool.query(`DELETE FROM audit WHERE kind = 'validation.refused' AND at < $1`, [before])
  })
}

export interface AuditSelection {
  /** Both ends are included; left out: all before or after. */
  readonly from?: Date
  readonly to?: Date
  readonly limit: number
  /** Only what is about the keys of this user. */
  readonly userId?: string
}

/** Newest first. */
export function loadAudit(pool: Pool, { from, to, limit, userId }: AuditSelection): Promise<readonly AuditEntry[]> {
  // A condition of its own for one user: with `$4 IS NULL OR …` the plan could not use the index by user.
  const ofUser = userId === undefined ? '' : 'user_id = $4 AND'
  return asDependencyErrors(async () => {
    const { rows } = await pool.query<AuditRow>(
      `SELECT ${COLUMNS} FROM audit WHERE ${ofUser} at BETWEEN ${BOUNDS} ORDER BY at DESC, id DESC LIMIT $3`,
      [from, to, limit, ...(userId === undefined ? [] : [userId])],
    )
    return rows.map(toEntry)
  })
}

const COLUMNS = 'id, kind, at, last_at, key_id, key_prefix, user_id, ip, reason, count'
const BOUNDS = `coalesce($1::timestamptz, '-infinity') AND coalesce($2::timestamptz, 'infinity')`

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    lastAt: row.last_at,
    keyId: row.key_id,
    keyPrefix: row.key_prefix,
    userId: row.user_id,
    ip: row.ip,
    reason: row.reason,
    count: row.count,
  }
}
