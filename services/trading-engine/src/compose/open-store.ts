/** The database of an engine: Postgres, as several processes share it, or what stands in its place. */
import { createCommitProbe, createPool, createPostgresOutageLog, type CommitProbe } from '@ats/service-kit/db'
import type { Logger, Tracing } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { EngineConfig } from '../config.js'
import { createReplicas, type Replicas, type ReplicasOptions } from '../store/cluster/replicas.js'
import { requireDurability } from '../store/write/durability.js'

export interface EngineStore {
  readonly pool: Pool
  /** For batches of decisions alone. */
  readonly writePool: Pool
  readonly webhookPool: Pool
  /** The other processes on the database. */
  readonly replicas: (listeners: Pick<ReplicasOptions, 'onMoved' | 'onHighRaised' | 'onUncertain'>) => Replicas
  readonly probe: CommitProbe
  readonly close: () => Promise<void>
}

interface StoreOptions {
  readonly logger: Logger
  readonly tracing: Tracing
  readonly timeoutFactor: number
}

const WRITE_POOL_MAX = 4
const WEBHOOK_POOL_MAX = 6

/** @throws when the server does not wait for its disk */
export async function openStore(
  config: EngineConfig,
  { logger, tracing, timeoutFactor }: StoreOptions,
): Promise<EngineStore> {
  const { DATABASE_URL: connectionString } = config
  const outage = createPostgresOutageLog(logger)
  const open = (applicationName: string, max: number): Pool =>
    createPool({ connectionString, timestampsAsText: true, outage, tracing, timeoutFactor, max, applicationName })
  const pool = open('trading-engine', config.DATABASE_POOL_MAX)
  await requireDurability(pool, config.NODE_ENV)
  const writePool = open('trading-engine writer', WRITE_POOL_MAX)
  const webhookPool = open('trading-engine webhooks', WEBHOOK_POOL_MAX)
  const probe = createCommitProbe({ connectionString, applicationName: 'trading-engine', timeoutFactor })
  return {
    ...{ pool, writePool, webhookPool, probe },
    replicas: (listeners) => createReplicas({ connectionString, timeoutFactor, logger, ...listeners }),
    async close() {
      await probe.stop()
      await Promise.all([writePool.end(), webhookPool.end(), pool.end()])
    },
  }
}
