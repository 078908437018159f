/** The faults that keys of a development stack have asked for: a row a key, changed under its lock. */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

/** As the laboratory writes and reads them. */
export interface StoredFaults {
  readonly faults: string
  readonly seed: number
  readonly startedAt: Micros
  readonly expiresAt: Micros
  /** All that they have met so far. */
  readonly met: string
}

interface FaultRow {
  readonly key_id: string
  readonly faults: string
  readonly seed: string
  readonly started_at: string
  readonly expires_at: string
  readonly met: string
}

const COLUMNS = 'key_id, faults::text, seed, started_at::text, expires_at::text, met::text'

const storedOf = (row: FaultRow): StoredFaults => ({
  faults: row.faults,
  seed: Number(row.seed),
  startedAt: microsOf(row.started_at),
  expiresAt: microsOf(row.expires_at),
  met: row.met,
})

/** Takes the place of what the key had; what ended a day ago is deleted. */
export async function saveFaults(db: Queryable, keyId: string, stored: StoredFaults): Promise<void> {
  await db.query({
    name: 'save_sandbox_faults',
    text: `with ended as (
        delete from sandbox_faults where expires_at < $5::timestamptz - interval '1 day' and key_id <> $1
      )
      insert into sandbox_faults (key_id, faults, seed, started_at, expires_at, met) values ($1, $2, $3, $5, $4, $6)
        on conflict (key_id) do update set faults = excluded.faults, seed = excluded.seed,
          started_at = excluded.started_at, expires_at = excluded.expires_at, met = excluded.met`,
    values: [
      ...[keyId, stored.faults, stored.seed, formatTimestamp(stored.expiresAt)],
      ...[formatTimestamp(stored.startedAt), stored.met],
    ],
  })
}

/** Reads those that have ended, too. */
export async function readFaults(db: Queryable, keyId: string): Promise<StoredFaults | null> {
  const text = `select ${COLUMNS} from sandbox_faults where key_id = $1`
  const { rows } = await db.query<FaultRow>({ name: 'read_sandbox_faults', text, values: [keyId] })
  return rows[0] === undefined ? null : storedOf(rows[0])
}

export async function deleteFaults(db: Queryable, keyId: string): Promise<StoredFaults | null> {
  const text = `delete from sandbox_faults where key_id = $1 returning ${COLUMNS}`
  const { rows } = await db.query<FaultRow>({ name: 'delete_sandbox_faults', text, values: [keyId] })
  return rows[0] === undefined ? null : storedOf(rows[0])
}

/** Lists those that can be met, by key. */
export async function listFaults(db: Queryable, now: Micros): Promise<ReadonlyMap<string, StoredFaults>> {
  const { rows } = await db.query<FaultRow>({
    name: 'list_sandbox_faults',
    text: `select key_id, faults::text, seed, started_at::text, expires_at::text, '{}' as met from sandbox_faults
      where expires_at > $1 order by expires_at desc limit 1000`,
    values: [formatTimestamp(now)],
  })
  return new Map(rows.map((row) => [row.key_id, storedOf(row)]))
}

/** Has those of the key meet something, in one process after the other. Null: there are none any more. */
export function changeFaults<T>(
  pool: Pool,
  { keyId, now }: { readonly keyId: string; readonly now: Micros },
  change: (stored: StoredFaults) => { readonly result: T; readonly met: string },
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<FaultRow>({
      name: 'lock_sandbox_faults',
      text: `select ${COLUMNS} from sandbox_faults where key_id = $1 and expires_at > $2 for update`,
      values: [keyId, formatTimestamp(now)],
    })
    if (rows[0] === undefined) return null
    const { result, met } = change(storedOf(rows[0]))
    const text = 'update sandbox_faults set met = $2 where key_id = $1'
    await client.query({ name: 'note_sandbox_faults', text, values: [keyId, met] })
    return result
  })
}
