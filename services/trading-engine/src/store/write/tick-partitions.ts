/** The partitions of published ticks, one a day: made ahead, and dropped when they are past their time. */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import { TICKS_PER_DAY } from '../../core/values/tick.js'

/** Ticks are stored though nobody makes partitions for so long. */
const DAYS_AHEAD = 2
/** Dropping waits for readers, and publishing for the dropping: rather tomorrow than a tick too late. */
const DROP_WAIT = '100ms'

/** Makes those of the day of the tick and of the next ones. Several may do so concurrently. */
export async function makeTickPartitions(pool: Pool, tick: number): Promise<void> {
  const today = Math.floor(tick / TICKS_PER_DAY)
  const known = new Set(await listDays(pool))
  for (let day = today; day <= today + DAYS_AHEAD; day++) if (!known.has(day)) await makePartition(pool, day)
}

/** Attaching, unlike making it a partition from the start, does not wait for those who read or write the others. */
const makePartition = (pool: Pool, day: number): Promise<void> =>
  inTransaction(pool, async (client) => {
    const name = `published_ticks_${day}`
    await client.query(`select pg_advisory_xact_lock(7301, 6)`)
    const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [name])
    if (rows[0]?.is_there === true) return
    await client.query(`create table ${name} (like published_ticks including all)`)
    await client.query(
      `alter table published_ticks attach partition ${name}
        for values from (${day * TICKS_PER_DAY}) to (${(day + 1) * TICKS_PER_DAY})`,
    )
  })

/**
 * Drops the partitions of days that ended `days` days before the tick; resolves to how many. One that is being read is
 * left for the next time, and so is one that evidence which is still to be made has to tell of: from the beginning of
 * the trading day of a breach or a liquidation on. `keep` copies what is to stay of a day.
 */
export async function dropTickPartitions(
  pool: Pool,
  tick: number,
  days: number,
  keep: (day: number) => Promise<unknown>,
): Promise<number> {
  const needed = await findDueDay(pool)
  const first = Math.min(Math.floor(tick / TICKS_PER_DAY) - days, needed ?? Infinity)
  const old = (await listDays(pool)).filter((day) => day < first)
  let dropped = 0
  for (const day of old) {
    await keep(day)
    const isDropped = await inTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = '${DROP_WAIT}'`)
      await client.query(`drop table published_ticks_${day}`)
      return true
    }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false
      throw error
    })
    if (isDropped) dropped++
  }
  return dropped
}

/** The day, since the epoch, on which the oldest trading day began that waits for its evidence; null when none does. */
async function findDueDay(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ day: number | null }>(
    `select floor(extract(epoch from min(began.at)) / 86400)::int as day
      from evidence_subjects due cross join lateral (
        select coalesce(max(created_at), due.occurred_at) as at from trading_days
        where account_id = due.account_id and created_at <= due.occurred_at) began
      where due.sequence is null`,
  )
  return rows[0]?.day ?? null
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Days since the epoch that have a partition. */
async function listDays(pool: Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'published_ticks'::regclass`,
  )
  return rows.map(({ name }) => Number(name.slice('published_ticks_'.length)))
}
