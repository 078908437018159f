/**
 * The times in which heartbeats of dead-man's switches could be taken: every process that serves requests extends its
 * own, as long as there are switches. Nobody could send one while the database or the wallet was away, so a process
 * whose last sign is too old, or that was interrupted, begins a new time.
 */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Uptime } from '../../core/model/account/dead-man-switch.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

export interface UptimeRecorder {
  /** Extends the time of this process to now, or begins one. */
  record(): Promise<void>
  /** The same while there is no switch, where another answer of the database has just said so. */
  extend(): void
  /** The time of this process is over; the next sign begins another. */
  interrupt(): void
}

/** Longer than a process that is well takes from one sign to the next. */
const BROKEN_AFTER_MS = 1_500

export function createUptimeRecorder(
  pool: Pool,
  now: () => Micros,
  monotonicMs: () => number = () => performance.now(),
): UptimeRecorder {
  let current: { readonly id: string; readonly from: Micros } | null = null
  let recordedMs = -Infinity
  const goOn = (askedMs: number, at: Micros) => {
    if (current === null || askedMs - recordedMs > BROKEN_AFTER_MS) current = { id: randomUUID(), from: at }
    return current
  }
  return {
    async record() {
      const askedMs = monotonicMs()
      const at = now()
      const { id, from } = goOn(askedMs, at)
      await pool.query({
        name: 'record_uptime',
        text: RECORD,
        values: [id, formatTimestamp(from), formatTimestamp(at)],
      })
      recordedMs = askedMs
    },
    extend() {
      const askedMs = monotonicMs()
      goOn(askedMs, now())
      recordedMs = askedMs
    },
    interrupt() {
      current = null
    },
  }
}

/** With the first sign of a time, those that can concern no switch any more are removed. */
const RECORD = `
  with recorded as (
    insert into heartbeat_uptimes as u (id, from_at, to_at)
      select $1, $2, $3::timestamptz where exists (select from dead_man_switches)
      on conflict (id) do update set to_at = greatest(u.to_at, excluded.to_at)
      returning xmax = 0 as is_new
  )
  delete from heartbeat_uptimes where exists (select from recorded where is_new)
    and to_at < $3::timestamptz - interval '1 hour'
    and to_at < (select min(expires_at) from dead_man_switches)`

/** In the order of their beginnings, from those on that had not ended at that moment. */
export async function listUptimes(db: Queryable, since: Micros): Promise<readonly Uptime[]> {
  const { rows } = await db.query<{ from_at: string; to_at: string }>({
    name: 'list_uptimes',
    text: 'select from_at, to_at from heartbeat_uptimes where to_at >= $1 order by from_at',
    values: [formatTimestamp(since)],
  })
  return rows.map((row) => ({ from: microsOf(row.from_at), to: microsOf(row.to_at) }))
}
