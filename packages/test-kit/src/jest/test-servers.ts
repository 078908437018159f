import { randomBytes } from 'node:crypto'
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
  /** Everything the servers write. */
  readonly directory: string
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
    const directory = makeDirectory(guardian)
    const [postgres, redisUrl] = await Promise.all([
      startTestPostgres(guardian, directory),
      startTestRedis(guardian, directory, searchPath),
    ])
    return { directory, postgresUrl: postgres.url, redisUrl, stop: () => guardian.stop() }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

function makeDirectory(guardian: Guardian): string {
  const directory = makeReachableDirectory([tmpdir(), '/var/tmp'], 'trading-tests-', choosePostgresUser(''))
  guardian.removeAtEnd(directory)
  return directory
}

function startTestPostgres(guardian: Guardian, directory: string) {
  return startPostgres({
    guardian,
    homeDir: join(directory, 'postgres'),
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
