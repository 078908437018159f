/** Reads for the operator's overview, apart from the accounts themselves. */
import type { Pool } from 'pg'
import type { AccountState } from '../../core/model/account/account.js'
import type { Severity } from '../../core/model/plan/violation.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

/** An account that has not ended, and the figures by which a copy of it is checked to be the latest state. */
export interface LiveAccount {
  readonly id: string
  readonly version: number
  /** As the database writes it: what has not changed needs no parsing. */
  readonly highWaterMark: string
}

/** By id, those after one; fewer than `limit` when there are no more. */
export async function listLiveAccounts(
  pool: Pool,
  after: string | null,
  limit: number,
): Promise<readonly LiveAccount[]> {
  const { rows } = await pool.query<[string, string, string]>({
    name: 'list_live_accounts',
    rowMode: 'array',
    text: `select id, version, high_water_mark from accounts
      where state not in ('TERMINATED', 'CLOSED') and ($1::uuid is null or id > $1) order by id limit $2`,
    values: [after, limit],
  })
  return rows.map(([id, version, highWaterMark]) => ({ id, version: Number(version), highWaterMark }))
}

/** Accounts that have ended, by state. */
export async function countEndedAccounts(pool: Pool): Promise<ReadonlyMap<AccountState, number>> {
  const { rows } = await pool.query<{ state: AccountState; count: string }>({
    name: 'count_ended_accounts',
    text: `select state, count(*) from accounts where state in ('TERMINATED', 'CLOSED') group by state`,
  })
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}

export async function countBreachesSince(pool: Pool, since: Micros): Promise<ReadonlyMap<Severity, number>> {
  const { rows } = await pool.query<{ severity: Severity; count: string }>({
    name: 'count_breaches_since',
    text: 'select severity, count(*) from breaches where created_at >= $1::timestamptz group by severity',
    values: [formatTimestamp(since)],
  })
  return new Map(rows.map(({ severity, count }) => [severity, Number(count)]))
}

/** Shards that a worker has looked after within `seconds`. */
export async function countWatchedShards(pool: Pool, seconds: number): Promise<number> {
  const { rows } = await pool.query<{ count: string }>({
    name: 'count_watched_shards',
    text: `select count(*) from shard_watch where seen_at >= now() - make_interval(secs => $1)`,
    values: [seconds],
  })
  return Number(rows[0]?.count)
}
