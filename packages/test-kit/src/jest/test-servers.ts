import { randomBytes } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  choosePostgresUser,
  findRedisServer,
  makeReachableDirectory,
  startGuardian,
  startPostgres,
  startRedis,
  type Guardian,
} from '@ats/local-stack'

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

/**
 * The servers of one test run, under a guardian: whether the run passes, fails or is killed, they stop and their
 * directory goes. Postgres runs without fsync: a test may kill processes, never the power.
 */
export async function startTestServers(searchPath: string): Promise<TestServers> {
  const guardian = await startGuardian()
  try {
    const directory = makeDirectory(guardian, [tmpdir(), '/var/tmp'])
    const dataDir = join(hasRoomInMemory() ? makeDirectory(guardian, [MEMORY]) : directory, 'data')
    const [postgres, redisUrl] = await Promise.all([
      startTestPostgres(guardian, directory, dataDir),
      startTestRedis(guardian, directory, searchPath),
    ])
    return { directory, dataDir, postgresUrl: postgres.url, redisUrl, stop: () => guardian.stop() }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

/** A file system in memory. A run makes some hundred databases of 800 files: half a second of a disk each. */
const MEMORY = '/dev/shm'
/** A run needs up to 1.5. */
const MEMORY_FREE_GIB = 6

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return (bavail * bsize) / 2 ** 30 >= MEMORY_FREE_GIB
}

function makeDirectory(guardian: Guardian, bases: readonly string[]): string {
  const directory = makeReachableDirectory(bases, 'trading-tests-', choosePostgresUser(''))
  guardian.removeAtEnd(directory)
  return directory
}

function startTestPostgres(guardian: Guardian, directory: string, dataDir: string) {
  return startPostgres({
    guardian,
    homeDir: join(directory, 'postgres'),
    dataDir,
    logFile: join(directory, 'postgres.log'),
    superuserPassword: randomBytes(24).toString('hex'),
    isDurable: false,
    report: () => undefined,
  })
}

async function startTestRedis(guardian: Guardian, directory: string, searchPath: string): Promise<string | undefined> {
  const program = findRedisServer(searchPath)
  return program === undefined ? undefined : (await startRedis(guardian, program, join(directory, 'redis.log'))).url
}
