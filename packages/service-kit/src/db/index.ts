/** Postgres and Redis: connections, transactions, migrations, scripts. */
export {
  createPool,
  createPostgresOutageLog,
  isConnectionFailure,
  toDependencyError,
  type PoolOptions,
} from './database.js'
export { migrate, type MigrateOptions } from './migrations.js'
export { isAnswering, openRedis, type OpenRedisOptions, type Redis } from './redis.js'
export { createStep, loadSteps, type Step } from './redis-steps.js'
export { inTransaction, ONE_MOMENT } from './transaction.js'
export { watchPools } from './watch-pools.js'
