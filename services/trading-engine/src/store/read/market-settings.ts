import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { assertInvariant } from '../../core/values/invariant.js'
import type { Queryable } from './queryable.js'

/**
 * The secret seed of the synthetic market: made once per installation and kept here. It would allow computing
 * tomorrow's prices.
 */
export async function loadMarketSeed(pool: Pool): Promise<string> {
  await keepMarketSeed(pool, randomBytes(32).toString('hex'))
  const { rows } = await pool.query<{ value: string }>(`select value from settings where name = 'market_seed'`)
  assertInvariant(rows[0] !== undefined, 'the market seed is stored')
  return rows[0].value
}

/** Keeps a seed of 64 hexadecimal digits, unless there is one. */
export const keepMarketSeed = (db: Queryable, seed: string): Promise<unknown> =>
  db.query({
    text: `insert into settings (name, value) values ('market_seed', $1) on conflict (name) do nothing`,
    values: [seed],
  })

/** The settings with which a run of the replay feed started, and the tick of its start. */
export interface ReplayRun {
  readonly fingerprint: string
  readonly originTick: number
}

/** The run of that name: this one, when there is none yet, and from then on always the same. */
export async function loadReplayRun(pool: Pool, name: string, fresh: ReplayRun): Promise<ReplayRun> {
  const key = `replay_run ${name}`
  await pool.query('insert into settings (name, value) values ($1, $2) on conflict (name) do nothing', [
    key,
    `${fresh.originTick} ${fresh.fingerprint}`,
  ])
  const { rows } = await pool.query<{ value: string }>('select value from settings where name = $1', [key])
  const [originTick, fingerprint] = rows[0]?.value.split(' ') ?? []
  assertInvariant(originTick !== undefined && fingerprint !== undefined, 'the run of the replay is stored')
  return { originTick: Number(originTick), fingerprint }
}

/** Null: no market has run on this database yet. */
export async function findMarketSeed(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ value: string }>({ text: `select value from settings where name = 'market_seed'` })
  return rows[0]?.value ?? null
}
