/** Postgres and Redis: connections to the primary, transactions, migrations, scripts. */
export { isConnectionFailure } from './connection-failure.js'
export { endOthers } from './connect-primary.js'
export { createCommitProbe, type CommitProbe } from './commit-probe.js'
export { createDedicatedConnection, pause, type DedicatedConnection } from './dedicated-connection.js'
export {
  createPool,
  createPostgresOutageLog,
  timestampsAsText,
  toDependencyError,
  type PoolOptions,
} from './database.js'
export { DATABASE_WAIT_MS, migrate, readMigrations, type MigrateOptions } from './migrations.js'
export { isAnswering, openRedis, type OpenRedisOptions, type Redis } from './redis.js'
export { createStep, loadSteps, type Step } from './redis-steps.js'
export { backendOf, IN_RECOVERY, NotPrimary, queryPrimary, SYSTEM_ID, TIMELINE, type Backend } from './primary.js'
export { inTransaction, ONE_MOMENT } from './transaction.js'
export { watchPools } from './watch-pools.js'
