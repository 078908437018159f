import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../error-code.js'
import { findFreePort } from '../processes/free-port.js'
import type { ChildSpec } from '../processes/guardian-messages.js'
import type { Guardian, RunningChild } from '../processes/guardian.js'
import { waitUntil } from '../processes/wait-until.js'
import { StartError } from '../start-error.js'
import { locateBinaries, completeBinaries, type PostgresBinaries } from './binaries.js'
import { clearPostmasterPid } from './clear-postmaster-pid.js'
import { checkCluster, initialiseCluster, POSTGRES_ENVIRONMENT } from './initialise-cluster.js'
import { handOver, placeBinaries, preparePostgresHome } from './postgres-home.js'
import { choosePostgresUser, type PostgresUser } from './postgres-user.js'

export interface PostgresOptions {
  readonly guardian: Guardian
  readonly homeDir: string
  /** The directory of the data, instead of one in its home. Its parent belongs to the user Postgres runs as. */
  readonly dataDir?: string
  readonly logFile: string
  readonly superuserPassword: string
  /** False only for throw-away clusters of tests: fsync is off, so a power failure loses data. */
  readonly isDurable: boolean
  readonly report: (line: string) => void
  /** Instead of the embedded server's. */
  readonly binaries?: PostgresBinaries
  /** Settings of the server in addition to those it always has, e.g. shared_buffers. */
  readonly settings?: Readonly<Record<string, string>>
  /** Instead of any free one, e.g. to come back where clients look for it. */
  readonly port?: number
}

export interface RunningPostgres {
  readonly port: number
  readonly version: string
  readonly child: RunningChild
  /** Connection string of the superuser. */
  readonly url: string
}

const START_TIMEOUT_MS = 60_000
const SLOW_START_MS = 5_000
const START_ATTEMPTS = 20
const RETRY_MS = 500
const STOP_STEPS = [
  { signal: 'SIGINT', waitMs: 15_000 }, // fast: connections are closed, everything is written
  { signal: 'SIGQUIT', waitMs: 5_000 }, // immediate: recovers from the log at the next start
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/** Starts PostgreSQL on a free loopback port, making its cluster when there is none. StartError when it cannot. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = options.binaries ?? locateBinaries()
  completeBinaries(binaries)
  const user = choosePostgresUser(options.dataDir ?? join(options.homeDir, 'data'))
  const home = preparePostgresHome(options.homeDir, user, options.report)
  const dataDir = options.dataDir ?? join(home, 'data')
  const nativeDir = placeBinaries(binaries, home, user)
  await initialiseCluster({ ...options, nativeDir, version: binaries.version, home, user }, dataDir, options.report)
  checkCluster(dataDir, binaries.version)
  // Copied as root, the data would belong to a user Postgres cannot run as.
  if (user !== undefined && statSync(dataDir).uid === 0) handOver(dataDir, user)
  await clearPostmasterPid(dataDir, options.report)
  return startServer(options, { program: join(nativeDir, 'bin', 'postgres'), dataDir, user })
}

interface Server {
  readonly program: string
  readonly dataDir: string
  readonly user: PostgresUser | undefined
}

/**
 * Two failures pass by themselves: another program took the port between finding and binding it, and backends of a
 * killed server, which end within moments, still hold its shared memory.
 */
async function startServer(options: PostgresOptions, server: Server): Promise<RunningPostgres> {
  let problem = ''
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = options.port ?? (await findFreePort())
    const logOffset = logSize(options.logFile)
    const child = await options.guardian.run(serverSpec(options, server, port))
    const url = `postgres://postgres:${options.superuserPassword}@127.0.0.1:${port}/postgres`
    const version = await awaitReady(url, child, options.report)
    if (version !== undefined) return { port, version, child, url }
    problem = lastProblem(options.logFile, logOffset)
    if (!/shared memory block|could not bind|Address already in use|could not create any TCP/.test(problem)) break
    await sleep(RETRY_MS)
  }
  throw new StartError(`PostgreSQL could not start: ${problem} (data: ${server.dataDir}, log: ${options.logFile})`)
}

function serverSpec(
  { isDurable, logFile, settings: chosen }: PostgresOptions,
  { program, dataDir, user }: Server,
  port: number,
): ChildSpec {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    log_timezone: 'UTC',
    timezone: 'UTC',
    max_connections: '200',
    ...chosen,
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return {
    name: 'PostgreSQL',
    command: program,
    args: ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    logFile,
    ...(user === undefined ? {} : { user: { uid: user.uid, gid: user.gid } }),
    stop: STOP_STEPS,
  }
}

const IS_STARTING = ['57P03', 'ECONNREFUSED', 'ECONNRESET']

/** Connects until the server answers; its version, or undefined when it ended. */
async function awaitReady(
  url: string,
  child: RunningChild,
  report: (line: string) => void,
): Promise<string | undefined> {
  let hasEnded = false
  let version: string | undefined
  void child.exited.then(() => (hasEnded = true))
  const slow = setTimeout(() => report('PostgreSQL is recovering from an unclean stop'), SLOW_START_MS)
  const answersOrEnded = async () => hasEnded || (version = await readVersion(url)) !== undefined
  const isOver = await waitUntil(answersOrEnded, { timeoutMs: START_TIMEOUT_MS }).finally(() => clearTimeout(slow))
  if (!isOver) throw new StartError(`PostgreSQL did not become ready in ${START_TIMEOUT_MS / 1000} s`)
  return version
}

async function readVersion(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined) // the server ended while we were connecting: the next attempt shows it
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version
  } catch (error) {
    const code = errorCode(error)
    if (code === '28P01')
      throw new StartError(
        'the password kept in the data directory is not the one of its database: restore secrets.json',
      )
    if (IS_STARTING.includes(code) || /terminated|timeout/.test(String(error))) return undefined
    throw error
  } finally {
    await client.end()
  }
}

function logSize(logFile: string): number {
  return existsSync(logFile) ? statSync(logFile).size : 0
}

function lastProblem(logFile: string, offset: number): string {
  const lines = readFileSync(logFile).subarray(offset).toString('utf8').split('\n')
  const problems = lines
    .filter((line) => /FATAL|PANIC|error/.test(line))
    .map((line) => line.replace(/^.*?(FATAL|PANIC):\s*/, ''))
  return (
    problems.find((line) => /shared memory block|could not bind/.test(line)) ??
    problems.at(-1) ??
    lines.findLast((line) => line !== '') ??
    'no message'
  )
}
