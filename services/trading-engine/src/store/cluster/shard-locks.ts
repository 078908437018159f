/**
 * The shards this worker holds. Each is an advisory lock, on a connection of the worker's own: Postgres grants it to
 * one connection at most, and releases it when the connection ends, however the worker did. With every heartbeat a
 * worker counts the others, and releases or takes shards towards its fair share; a new worker has its share after two
 * heartbeats.
 *
 * Shards only spare workers double work: a worker that acts on an account of another's shard finds by the account's
 * version that it was too late.
 */
import { randomUUID } from 'node:crypto'
import { createDedicatedConnection, endOthers } from '@ats/service-kit/db'
import type { Logger } from '@ats/service-kit/process'
import type { Client } from 'pg'
import { rebalanceShards, type ShardHolders } from './rebalance-shards.js'
import { SHARDS } from '../../core/values/shard.js'

export interface ShardLocks {
  /** As of the last heartbeat; none from the moment on at which the connection is known to be lost. */
  readonly held: () => ReadonlySet<number>
  /** Whether this worker takes part. */
  readonly isConnected: () => boolean
  /** Resolves once this worker takes part, and has what was free; rejects when the database cannot be reached. */
  readonly start: () => Promise<void>
  /** Hands everything over. */
  readonly stop: () => Promise<void>
}

export interface ShardLocksOptions {
  readonly connectionString: string
  readonly logger: Logger
  readonly spans?: ShardSpans
  readonly timeoutFactor?: number
}

export interface ShardSpans {
  readonly heartbeatMs: number
  readonly queryTimeoutMs: number
}

const SPANS: ShardSpans = { heartbeatMs: 250, queryTimeoutMs: 2_000 }
/** The first key of the locks; the second is the shard. */
export const SHARD_LOCK = 7302
/** The second key of the lock that all workers share: who holds it is there. */
const PRESENCE = SHARDS
const NONE: ReadonlySet<number> = new Set()

export function createShardLocks(options: ShardLocksOptions): ShardLocks {
  const { connectionString, logger, spans = SPANS, timeoutFactor = 1 } = options
  const applicationName = `trading-engine shards ${randomUUID()}`
  let held: ReadonlySet<number> | null = null

  const session = createDedicatedConnection({
    connectionString,
    applicationName,
    logger,
    heartbeatMs: spans.heartbeatMs,
    queryTimeoutMs: spans.queryTimeoutMs * timeoutFactor,
    timeoutFactor,
    async open(client) {
      await endOthers(client, applicationName)
      await client.query('select pg_advisory_lock_shared($1, $2)', [SHARD_LOCK, PRESENCE])
    },
    async beat(client) {
      const seen = await readHolders(client)
      const { release, take } = rebalanceShards(seen)
      const kept = new Set([...seen.holders].filter(([, holder]) => holder === seen.me).map(([shard]) => shard))
      for (const shard of release) kept.delete(shard)
      held = kept
      if (release.length > 0) await client.query(RELEASE, [SHARD_LOCK, release])
      if (take.length > 0) held = new Set([...kept, ...(await tryTake(client, take))])
    },
    onLost() {
      held = null
    },
  })

  return {
    held: () => held ?? NONE,
    isConnected: () => held !== null,
    start: session.start,
    stop: session.stop,
  }
}

const RELEASE = 'select pg_advisory_unlock($1, shard) from unnest($2::int[]) as shard'
const TRY_TAKE = 'select shard, pg_try_advisory_lock($1, shard) as is_taken from unnest($2::int[]) as shard'
const READ_HOLDERS = {
  name: 'read_shard_holders',
  text: `select pid, objid::int as key, pid = pg_backend_pid() as is_mine from pg_locks
    where locktype = 'advisory' and classid = ${SHARD_LOCK} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`,
}

interface LockRow {
  /** Process id of the backend. */
  readonly pid: number
  readonly key: number
  readonly is_mine: boolean
}

async function readHolders(client: Client): Promise<ShardHolders> {
  const { rows } = await client.query<LockRow>(READ_HOLDERS)
  const present = rows.filter(({ key }) => key === PRESENCE)
  const me = present.find(({ is_mine: isMine }) => isMine)
  if (me === undefined) throw new Error('this worker has lost its place among the workers')
  return {
    me: me.pid,
    workers: present.map(({ pid }) => pid),
    holders: new Map(rows.filter(({ key }) => key !== PRESENCE).map(({ pid, key }) => [key, pid])),
  }
}

async function tryTake(client: Client, shards: readonly number[]): Promise<readonly number[]> {
  const { rows } = await client.query<{ shard: number; is_taken: boolean }>(TRY_TAKE, [SHARD_LOCK, shards])
  return rows.filter(({ is_taken: isTaken }) => isTaken).map(({ shard }) => shard)
}
