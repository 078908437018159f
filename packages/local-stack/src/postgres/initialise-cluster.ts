import { execFile } from 'node:child_process'
import { chownSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.js'
import type { PostgresUser } from './postgres-user.js'

const run = promisify(execFile)

export interface ClusterOptions {
  readonly nativeDir: string
  /** The version of the programs, e.g. 18.4.0. */
  readonly version: string
  /** The directory Postgres may use; the cluster is `data` in it. */
  readonly home: string
  readonly user: PostgresUser | undefined
  readonly superuserPassword: string
  /** False only for throw-away clusters of tests: nothing is synced to disk. */
  readonly isDurable: boolean
}

/** Makes the cluster when there is none. It gets its name when complete: a killed start leaves nothing in the way. */
export async function initialiseCluster(
  options: ClusterOptions,
  dataDir: string,
  report: (line: string) => void,
): Promise<void> {
  if (existsSync(dataDir)) return
  report('First start: creating the database cluster')
  const unfinished = `${dataDir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await withPasswordFile(options, (passwordFile) => initdb(options, unfinished, passwordFile))
  renameSync(unfinished, dataDir)
}

/** A cluster of another major version, or a directory that is no cluster at all, is reported in one line. */
export function checkCluster(dataDir: string, binariesVersion: string): void {
  const versionFile = join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile) || readdirSync(dataDir).length < 10) {
    throw new StartError(
      `${dataDir} is broken or not a PostgreSQL data directory: restore it from a backup, or remove it to begin with an empty database`,
    )
  }
  const found = readFileSync(versionFile, 'utf8').trim()
  const wanted = binariesVersion.split('.')[0]
  if (found !== wanted)
    throw new StartError(
      `${dataDir} belongs to PostgreSQL ${found}; this version of the service brings PostgreSQL ${wanted}`,
    )
}

/** The environment of Postgres programs: nothing of ours leaks in, messages are in English, times in UTC. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const BUILTIN_LOCALE_SINCE = 17

// C.UTF-8 of the builtin provider sorts by code point on every machine, so indexes survive a change of the C library.
// Older servers have plain C, which sorts the same.
async function initdb(
  { nativeDir, version, home, user, isDurable }: ClusterOptions,
  dataDir: string,
  passwordFile: string,
): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', ...(majorOf(version) < BUILTIN_LOCALE_SINCE ? [] : BUILTIN_LOCALE)]
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const args = ['-D', dataDir, ...locale, ...access, ...(isDurable ? [] : ['--no-sync'])]
  try {
    await run(join(nativeDir, 'bin', 'initdb'), args, { cwd: home, env: POSTGRES_ENVIRONMENT, ...idsOf(user) })
  } catch (error) {
    throw new StartError(`the database cluster could not be created: ${firstProblem(error)}`)
  }
}

const majorOf = (version: string): number => Number.parseInt(version, 10)

async function withPasswordFile(
  { home, user, superuserPassword }: ClusterOptions,
  use: (file: string) => Promise<void>,
): Promise<void> {
  const file = join(home, 'initial-password')
  writeFileSync(file, superuserPassword, { mode: 0o600 })
  if (user !== undefined) chownSync(file, user.uid, user.gid)
  try {
    await use(file)
  } finally {
    rmSync(file, { force: true })
  }
}

function idsOf(user: PostgresUser | undefined): { uid: number; gid: number } | Record<string, never> {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid }
}

function firstProblem(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
  const line = output.split('\n').find((candidate) => /error|fatal|cannot/i.test(candidate))
  return line ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
}
