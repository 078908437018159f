/**
 * The dead-man's switches that are armed. A heartbeat is one narrow row, written beside the account and not through it:
 * nobody's order waits for one, and no process drops an account from memory for it.
 */
import type { Pool } from 'pg'
import { inTransaction } from '@ats/service-kit/db'
import { listUptimes } from './heartbeat-uptimes.js'
import { ranOutPrefix, type DeadManSwitch, type Uptime } from '../../core/model/account/dead-man-switch.js'
import type { Origin } from '../../core/model/order/origin.js'
import type { SwitchAction } from '../../core/model/account/trader-switch.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { microsOf, optional } from '../tables/column.js'
import { originOf } from '../tables/origin.js'
import type { Queryable } from '../read/queryable.js'

interface SwitchRow {
  readonly account_id: string
  readonly timeout_ms: number
  readonly action: SwitchAction
  readonly armed_at: string
  readonly expires_at: string
  readonly origin: string | null
  readonly key_id: string | null
}

const switchOf = (row: SwitchRow): DeadManSwitch => ({
  accountId: row.account_id,
  timeoutMs: row.timeout_ms,
  action: row.action,
  armedAt: microsOf(row.armed_at),
  expiresAt: microsOf(row.expires_at),
  origin: originOf(row),
})

const COLUMNS = 'account_id, timeout_ms, action, armed_at, expires_at, origin, key_id'

export interface Heartbeat extends Pick<DeadManSwitch, 'accountId' | 'timeoutMs' | 'action'> {
  readonly origin: Origin
}

/** Arms or renews switches, at most one an account, as of `now`. Returns them in the order of the heartbeats. */
export async function renewSwitches(
  pool: Pool,
  heartbeats: readonly Heartbeat[],
  now: Micros,
): Promise<readonly DeadManSwitch[]> {
  const { rows } = await pool.query<SwitchRow>({
    name: 'renew_switches',
    // Rows are locked in the order of their ids, as everybody does who takes several.
    text: `insert into dead_man_switches as s (account_id, timeout_ms, action, armed_at, expires_at, acts_at, origin, key_id)
      select account_id, timeout_ms, action, $6::timestamptz, expires_at, expires_at, origin, key_id from (
        select u.*, $6::timestamptz + timeout_ms * interval '1 millisecond' as expires_at
        from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::uuid[])
          as u (account_id, timeout_ms, action, origin, key_id) order by account_id) u
      on conflict (account_id) do update set timeout_ms = excluded.timeout_ms, action = excluded.action,
        expires_at = excluded.expires_at, acts_at = excluded.acts_at, origin = excluded.origin, key_id = excluded.key_id
      returning ${COLUMNS}`,
    values: [
      heartbeats.map(({ accountId }) => accountId),
      heartbeats.map(({ timeoutMs }) => timeoutMs),
      heartbeats.map(({ action }) => action),
      heartbeats.map(({ origin }) => origin.by),
      heartbeats.map(({ origin }) => origin.keyId),
      formatTimestamp(now),
    ],
  })
  const renewed = new Map(rows.map((row) => [row.account_id, switchOf(row)]))
  return heartbeats.flatMap(({ accountId }) => renewed.get(accountId) ?? [])
}

export async function findSwitch(pool: Pool, accountId: string): Promise<DeadManSwitch | null> {
  const { rows } = await pool.query<SwitchRow>({
    name: 'find_switch',
    text: `select ${COLUMNS} from dead_man_switches where account_id = $1`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : switchOf(rows[0])
}

/** When the switch of an account acted last; null if it never has. */
export async function findLastRunOut(pool: Pool, userId: string, accountId: string): Promise<Micros | null> {
  const prefix = ranOutPrefix(accountId)
  const { rows } = await pool.query<{ created_at: string }>({
    name: 'find_last_run_out',
    // What follows the prefix is the moment at which it ran out: the last one in their order is the latest.
    text: `select created_at from commands where user_id = $1 and client_id between $2 and $3
      order by client_id desc limit 1`,
    values: [userId, `${prefix}0`, `${prefix}9999`],
  })
  return rows[0] === undefined ? null : microsOf(rows[0].created_at)
}

export async function disarmSwitch(pool: Pool, accountId: string): Promise<void> {
  await pool.query({
    name: 'disarm_switch',
    text: 'delete from dead_man_switches where account_id = $1',
    values: [accountId],
  })
}

export interface SwitchFigures {
  readonly armed: number
  /** Seconds since the one that should be looked at first was to be looked at; 0: none is due. */
  readonly overdueSeconds: number
}

export async function countSwitches(pool: Pool, now: Micros): Promise<SwitchFigures> {
  const { rows } = await pool.query<{ armed: string; overdue: string | null }>({
    name: 'count_switches',
    text: `select count(*) as armed, greatest(extract(epoch from $1::timestamptz - min(acts_at)), 0) as overdue
      from dead_man_switches`,
    values: [formatTimestamp(now)],
  })
  return { armed: Number(rows[0]?.armed ?? 0), overdueSeconds: Number(rows[0]?.overdue ?? 0) }
}

/** Whether any switch may have to act; cheap, since it runs several times a second. */
export async function isAnySwitchDue(pool: Pool, now: Micros): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is_any_switch_due',
    text: 'select from dead_man_switches where acts_at <= $1 limit 1',
    values: [formatTimestamp(now)],
  })
  return rowCount === 1
}

/** Switches taken at a time: their heartbeats wait for as long as these act. */
const CLAIMED_MAX = 64

/** Returns an outcome for each. */
export type ActOnSwitches = (
  claimed: readonly DeadManSwitch[],
  uptimes: readonly Uptime[],
) => Promise<readonly ('done' | Micros)[]>

/** The service can always take heartbeats. */
const ALWAYS: readonly Uptime[] = [{ from: -Infinity, to: Infinity }]

/** The same in a process that is alone, and could take heartbeats all the time: nothing is locked in the meantime. */
export async function takeSwitches(pool: Pool, now: Micros, act: ActOnSwitches): Promise<number> {
  const taken = await listDue(pool, now, '')
  if (taken.length > 0) await conclude(pool, taken, await act(taken, ALWAYS))
  return taken.length
}

/** When the next switch is to be looked at; null: none is armed. */
export async function nextSwitchAt(db: Queryable): Promise<Micros | null> {
  const { rows } = await db.query<{ at: string | null }>({
    name: 'next_switch',
    text: 'select min(acts_at) as at from dead_man_switches',
  })
  return optional(rows[0]?.at ?? null, microsOf)
}

async function listDue(db: Queryable, now: Micros, lock: string): Promise<readonly DeadManSwitch[]> {
  const { rows } = await db.query<SwitchRow>({
    name: lock === '' ? 'list_due_switches' : 'claim_switches',
    text: `select ${COLUMNS} from dead_man_switches where acts_at <= $1 order by acts_at limit ${CLAIMED_MAX} ${lock}`,
    values: [formatTimestamp(now)],
  })
  return rows.map(switchOf)
}

/**
 * Locks switches that are due, those first that others have not, and hands them with the uptimes that concern them to
 * `act`. In the transaction that holds them each is then removed where its outcome is `done`, or looked at again at the
 * moment named. Returns how many there were.
 */
export function claimSwitches(pool: Pool, now: Micros, act: ActOnSwitches): Promise<number> {
  return inTransaction(pool, async (client) => {
    const claimed = await listDue(client, now, 'for update skip locked')
    if (claimed.length === 0) return 0
    const outcomes = await act(
      claimed,
      await listUptimes(client, Math.min(...claimed.map(({ expiresAt }) => expiresAt))),
    )
    await conclude(client, claimed, outcomes)
    return claimed.length
  })
}

async function conclude(
  db: Queryable,
  claimed: readonly DeadManSwitch[],
  outcomes: readonly ('done' | Micros)[],
): Promise<void> {
  const later = claimed.flatMap(({ accountId }, index) => {
    const outcome = outcomes[index] ?? 'done'
    return outcome === 'done' ? [] : [{ accountId, at: formatTimestamp(outcome) }]
  })
  const ids = later.map(({ accountId }) => accountId)
  await db.query({
    name: 'remove_switches',
    text: 'delete from dead_man_switches where account_id = any($1)',
    values: [claimed.map(({ accountId }) => accountId).filter((id) => !ids.includes(id))],
  })
  if (later.length === 0) return
  await db.query({
    name: 'postpone_switches',
    text: `update dead_man_switches s set acts_at = u.at
      from unnest($1::uuid[], $2::timestamptz[]) as u (account_id, at) where s.account_id = u.account_id`,
    values: [ids, later.map(({ at }) => at)],
  })
}
