import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryDirectory, startServers, type Workspace } from '@ats/local-stack'

export interface TestServers {
  /** The programs and logs. */
  readonly directory: string
  /** The data of PostgreSQL. */
  readonly dataDir: string
  readonly postgresUrl: string
  /** Undefined when no redis-server is on the PATH. */
  readonly redisUrl: string | undefined
  stop(): Promise<void>
}

const PREFIX = 'trading-tests-'

/**
 * The servers of one test run: whether it passes, fails or is killed, they stop and their directory goes. Postgres runs
 * without fsync: a test may kill processes, never the power.
 */
export async function startTestServers(searchPath: string): Promise<TestServers> {
  const servers = await startServers({
    ...{ prefix: PREFIX, isDurable: false, redis: { searchPath } },
    postgres: (workspace) => ({ dataDir: join(directoryOfData(workspace), 'data') }),
  })
  const { directory, postgres, postgresOptions, redis } = servers
  const { dataDir = directory } = postgresOptions
  return { directory, dataDir, postgresUrl: postgres.url, redisUrl: redis.url ?? undefined, stop: () => servers.stop() }
}

/** A file system in memory. A run makes some hundred databases of 800 files: half a second of a disk each. */
const MEMORY = '/dev/shm'
/** A run needs up to 1.5. */
const MEMORY_FREE_GIB = 6

const directoryOfData = ({ guardian, directory }: Workspace): string =>
  hasRoomInMemory() ? makeTemporaryDirectory(guardian, PREFIX, [MEMORY]) : directory

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return (bavail * bsize) / 2 ** 30 >= MEMORY_FREE_GIB
}
