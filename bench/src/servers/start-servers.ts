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
  type RunningPostgres,
} from '@ats/local-stack'
import type { ServerBinaries } from './server-binaries.js'

export interface Servers {
  readonly guardian: Guardian
  /** For logs and everything else of one run; goes with it. */
  readonly directory: string
  readonly postgres: RunningPostgres
  readonly redisUrl: string | undefined
  readonly redisPid: number | undefined
  stop(): Promise<void>
}

/** As an operator would set them on a machine of this size; everything else is as PostgreSQL brings it. */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = { shared_buffers: '512MB', max_wal_size: '4GB' }

/** A disk, rather than a temporary directory that may be memory: then fsync would cost nothing. */
const DATA_DIRECTORIES = ['/var/tmp', tmpdir()]

/** Postgres with fsync, and Redis where it is installed, under a guardian: they stop whichever way the run ends. */
export async function startServers({ binaries }: ServerBinaries, settings = POSTGRES_SETTINGS): Promise<Servers> {
  const guardian = await startGuardian()
  try {
    const directory = makeReachableDirectory(DATA_DIRECTORIES, 'trading-bench-', choosePostgresUser(''))
    guardian.removeAtEnd(directory)
    const postgres = await startPostgres({
      guardian,
      homeDir: join(directory, 'postgres'),
      logFile: join(directory, 'postgres.log'),
      superuserPassword: randomBytes(24).toString('hex'),
      isDurable: true,
      settings,
      report: () => undefined,
      ...(binaries === undefined ? {} : { binaries }),
    })
    const program = findRedisServer(process.env['PATH'] ?? '')
    const redis = program === undefined ? undefined : await startRedis(guardian, program, join(directory, 'redis.log'))
    const { url: redisUrl, child } = redis ?? {}
    return { guardian, directory, postgres, redisUrl, redisPid: child?.process.pid, stop: () => guardian.stop() }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}
