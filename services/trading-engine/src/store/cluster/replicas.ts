/**
 * Tracks the other processes on this database. Every process holds a shared advisory lock on a connection of its own,
 * counts the holders with each heartbeat, and is notified on the same connection of the accounts that others changed,
 * and of the high-water marks that they raised.
 *
 * A process that is alone may trust its memory, and need notify nobody. Three times keep that safe. A process counts as
 * alone only until its last heartbeat is a lease old. A new process, or one that lost its lock, writes nothing until
 * it has held the lock for a lease: by then all others know of it. And a process counts as alone only after it has seen
 * no other for longer than a process can go on writing without noticing that it has lost its lock.
 */
import { randomUUID } from 'node:crypto'
import { chunksOf } from '@ats/service-kit/async'
import { createDedicatedConnection, pause } from '@ats/service-kit/db'
import { DependencyError, type Logger } from '@ats/service-kit/process'
import type { Client, Notification, Pool } from 'pg'
import type { Highs } from '../../core/model/account/peak.js'
import { decimal, usd } from '../../core/values/decimal.js'
import { ACCOUNT_CHANNEL, DAY_HIGH_CHANNEL, HIGH_CHANNEL } from './account-channel.js'

export interface Replicas {
  /** Certain, at this moment, that no other process moves accounts. */
  isAlone(): boolean
  /**
   * The name with which a write notifies the other processes; null when there are none. Throws DependencyError while
   * others may not know of this process.
   */
  sender(): string | null
  /** Resolves once all others know of this process; rejects when the database cannot be reached. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface ReplicasOptions {
  readonly connectionString: string
  readonly logger: Logger
  /** Another process moved the account. */
  readonly onMoved: (accountId: string) => void
  /** Another process raised highs of the account, outside its versions. */
  readonly onHighRaised: (accountId: string, highs: Highs) => void
  /** Others may have moved any account without a word. */
  readonly onUncertain: () => void
  readonly spans?: ReplicaSpans
  /**
   * How many times longer it waits for Postgres, and may write on its last heartbeat. With more than 1 a process whose
   * connection died unnoticed may write while another believes to be alone: for tests only.
   */
  readonly timeoutFactor?: number
}

export interface ReplicaSpans {
  readonly heartbeatMs: number
  readonly leaseMs: number
  /** How long after its last heartbeat a process may still write. */
  readonly registrationMs: number
  /** Longer than that, and than any answer to a write takes. */
  readonly settleMs: number
}

const SPANS: ReplicaSpans = { heartbeatMs: 250, leaseMs: 1_000, registrationMs: 2_000, settleMs: 4_000 }
/** The two keys of the advisory lock that stands for a running process. */
export const REPLICA_LOCK = '7301, 1'

export function createReplicas(options: ReplicasOptions): Replicas {
  const { connectionString, logger, onMoved, onHighRaised, onUncertain, spans = SPANS, timeoutFactor = 1 } = options
  const id = randomUUID()
  /**
   * Times by `performance.now()`: the last heartbeat, the last one that found no other process, and the first of those
   * in a row.
   */
  let beatAt = -Infinity
  let aloneAt = -Infinity
  let aloneSince: number | null = null

  const onNotification = ({ channel, payload = '' }: Notification): void => {
    const [sender, ...parts] = payload.split(',')
    if (sender === id) return
    if (channel === ACCOUNT_CHANNEL) return parts.forEach(onMoved)
    if (channel === HIGH_CHANNEL)
      for (const [accountId = '', high = ''] of chunksOf(parts, 2))
        onHighRaised(accountId, { mark: usd(decimal(high)), day: null })
    else
      for (const [accountId = '', date = '', high = ''] of chunksOf(parts, 3))
        onHighRaised(accountId, { mark: null, day: { date, high: usd(decimal(high)) } })
  }

  /** Whether others are registered. */
  const count = async (connection: Client): Promise<boolean> => {
    const askedAt = performance.now()
    const { rows } = await connection.query<{ count: number }>(COUNT_HOLDERS)
    const hasOthers = rows[0]?.count !== 1
    if (hasOthers) {
      aloneSince = null
      aloneAt = -Infinity
    } else {
      aloneSince ??= askedAt
      if (askedAt - aloneSince >= spans.settleMs) {
        if (aloneAt === -Infinity) onUncertain()
        aloneAt = askedAt
      }
    }
    return hasOthers
  }

  const session = createDedicatedConnection({
    connectionString,
    applicationName: 'trading-engine replicas',
    logger,
    heartbeatMs: spans.heartbeatMs,
    queryTimeoutMs: spans.leaseMs * timeoutFactor,
    timeoutFactor,
    async open(client, stopping) {
      client.on('notification', onNotification)
      await client.query(`listen ${ACCOUNT_CHANNEL}; listen ${HIGH_CHANNEL}; listen ${DAY_HIGH_CHANNEL}`)
      await client.query(`select pg_advisory_lock_shared(${REPLICA_LOCK})`)
      onUncertain()
      if (await count(client)) await pause(spans.leaseMs, stopping)
    },
    async beat(client) {
      const askedAt = performance.now()
      await count(client)
      beatAt = askedAt
    },
    onLost() {
      beatAt = -Infinity
      aloneAt = -Infinity
      aloneSince = null
    },
  })

  const isAlone = (): boolean => performance.now() - aloneAt < spans.leaseMs

  return {
    isAlone,
    sender() {
      if (performance.now() - beatAt < spans.registrationMs * timeoutFactor) return isAlone() ? null : id
      throw new DependencyError('replicas', 'the other replicas may not know of this one yet; retry in a moment')
    },
    start: session.start,
    stop: session.stop,
  }
}

const COUNT_HOLDERS = {
  name: 'count_replicas',
  text: `select count(*)::int as count from pg_locks
    where locktype = 'advisory' and (classid, objid) = (${REPLICA_LOCK})
      and database = (select oid from pg_database where datname = current_database())`,
}

/** Processes on this database, this one included. */
export async function countReplicas(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(COUNT_HOLDERS)
  return rows[0]?.count ?? 0
}
