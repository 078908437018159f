/**
 * Whether a connection leads to the primary. After a fail-over an address, e.g. of a proxy, may lead to a server that
 * has become a standby: it answers reads from the past, and grants advisory locks that nobody on the primary sees. So
 * connections are checked when they are made, and again when the last check is a second old.
 */
import type { ClientBase, Pool, QueryConfig, QueryResultRow } from 'pg'

/** A server process, different from all others of all servers, also of one restored or promoted from another. */
export interface Backend {
  /** Shared by a primary, its standbys, and all that were copied from them. */
  readonly systemId: string
  /** Rises with every promotion. */
  readonly timeline: number
  readonly pid: number
  /** Epoch seconds, exact to the microsecond, as text. */
  readonly startedAt: string
}

/** The server answers, but cannot be written to: a standby, or one whose administrator has made it read-only. */
export class NotPrimary extends Error {
  override name = 'NotPrimary'
}

/** The age from which on a check is repeated before the connection is used. */
const CHECK_EVERY_MS = 1_000

interface Checked {
  readonly backend: Backend
  /** By `performance.now()`. */
  at: number
}
const checked = new WeakMap<ClientBase, Checked>()

/** Null for a connection that was never checked. */
export const backendOf = (client: ClientBase): Backend | null => checked.get(client)?.backend ?? null

/**
 * Checks a new connection.
 * @throws NotPrimary, or what went wrong with the query
 */
export async function requirePrimary(client: ClientBase, timeoutMs: number): Promise<void> {
  const { rows } = await client.query<IdentityRow>(bounded(IDENTIFY, timeoutMs))
  const at = performance.now()
  const [row] = rows
  refuseUnwritable(row)
  if (row === undefined || row.timeline === null) throw new NotPrimary('the server has become a standby')
  const { system_id: systemId, timeline, pid, started_at: startedAt } = row
  checked.set(client, { backend: { systemId, timeline, pid, startedAt }, at })
}

/** Whether the last check of the connection is recent enough to use it. */
const isRecentlyChecked = (client: ClientBase): boolean =>
  performance.now() - (checked.get(client)?.at ?? -Infinity) < CHECK_EVERY_MS

/** Checks a connection again, unless it was checked within a second. @throws as `requirePrimary` */
export async function recheckPrimary(client: ClientBase, timeoutMs: number): Promise<void> {
  if (isRecentlyChecked(client)) return
  const known = checked.get(client)
  if (known === undefined) return requirePrimary(client, timeoutMs)
  const { rows } = await client.query<StateRow>({ ...bounded(READ_STATE, timeoutMs), name: 'check_primary' })
  refuseUnwritable(rows[0])
  known.at = performance.now()
}

function refuseUnwritable(row: StateRow | undefined): void {
  if (row?.in_recovery !== false) throw new NotPrimary('the server is a standby, not the primary')
  if (row.is_read_only) throw new NotPrimary('the server is read-only (default_transaction_read_only)')
}

const bounded = (text: string, timeoutMs: number): { text: string; query_timeout: number } => ({
  text,
  query_timeout: timeoutMs,
})

interface StateRow {
  readonly in_recovery: boolean
  readonly is_read_only: boolean
}

interface IdentityRow extends StateRow {
  readonly system_id: string
  readonly timeline: number | null
  readonly pid: number
  readonly started_at: string
}

const STATE = `pg_is_in_recovery() as in_recovery, current_setting('default_transaction_read_only')::bool as is_read_only`

const READ_STATE = `select ${STATE}`

/** As SQL, a column for `queryPrimary`. */
export const IN_RECOVERY = 'pg_is_in_recovery() AS in_recovery'

/**
 * The rows of a query whose answer must not be from the past: each says with `IN_RECOVERY` that its server is the
 * primary, without another round trip.
 * @throws NotPrimary when it is a standby, or nothing says that it is not; its connection is closed then
 */
export async function queryPrimary<R extends QueryResultRow>(pool: Pool, query: QueryConfig): Promise<readonly R[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<R & { readonly in_recovery: boolean }>(query)
    if (rows[0]?.in_recovery !== false) throw new NotPrimary('the server is a standby, not the primary')
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** As SQL: the timeline that the primary writes; null on a standby. */
export const TIMELINE = `case when not pg_is_in_recovery()
  then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end`

/** As SQL: the cluster that the server is of. */
export const SYSTEM_ID = '(select system_identifier::text from pg_control_system())'

const IDENTIFY = `select ${STATE}, ${SYSTEM_ID} as system_id, ${TIMELINE} as timeline, pid,
    extract(epoch from backend_start)::text as started_at
  from pg_stat_activity where pid = pg_backend_pid()`
