/** PostgreSQL, and Redis where it is installed, of one run of tests, faults or a benchmark. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startPostgres, type PostgresOptions, type RunningPostgres } from '../postgres/start-postgres.js'
import { openRedis, type Redis, type RedisSource } from '../redis/open-redis.js'
import { openWorkspace, type Workspace } from '../services/workspace.js'

export interface ServersOptions {
  /** Begins the name of the temporary directory. */
  readonly prefix: string
  /** Where that is made, the first that serves. Default: the system's temporary directory. */
  readonly bases?: readonly string[]
  /** False: a power failure loses data. A killed process never does. */
  readonly isDurable: boolean
  readonly postgres?: (workspace: Workspace) => Partial<PostgresOptions>
  /** Default: the one on the PATH. */
  readonly redis?: RedisSource
}

export interface Servers extends Workspace {
  readonly postgres: RunningPostgres
  /** By which it can be started again. */
  readonly postgresOptions: PostgresOptions
  readonly redis: Redis
  /** Ends all that runs under the guardian, and removes the directory. */
  stop(): Promise<void>
}

/** They stop and their directory goes, however the run ends. */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const workspace = await openWorkspace(options.prefix, options.bases)
  const { guardian, directory } = workspace
  const redisSource = options.redis ?? { searchPath: process.env['PATH'] ?? '' }
  try {
    const postgresOptions: PostgresOptions = {
      guardian,
      homeDir: join(directory, 'postgres'),
      logFile: join(directory, 'postgres.log'),
      superuserPassword: randomBytes(24).toString('hex'),
      isDurable: options.isDurable,
      report: () => undefined,
      ...options.postgres?.(workspace),
    }
    const [postgres, redis] = await Promise.all([
      startPostgres(postgresOptions),
      openRedis(redisSource, guardian, join(directory, 'redis.log')),
    ])
    return { guardian, directory, postgres, postgresOptions, redis, stop: () => guardian.stop() }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}
