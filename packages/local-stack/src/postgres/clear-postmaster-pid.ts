import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess, isRunning, readCommandLine, type ProcessIdentity } from '../processes/process-identity.js'
import { waitUntil } from '../processes/wait-until.js'
import { StartError } from '../start-error.js'

const FAST_SHUTDOWN_MS = 15_000
const IMMEDIATE_SHUTDOWN_MS = 5_000

/**
 * After a kill -9 the data directory still holds a postmaster.pid. A server of this directory that still runs is
 * stopped cleanly. Otherwise the file is removed: Postgres would do so itself, unless the pid belongs to another
 * program by now, or to a zombie. The caller holds the lock of the data directory, and Postgres itself still refuses to
 * start beside backends of a killed server (by their shared memory).
 */
export async function clearPostmasterPid(dataDir: string, report: (line: string) => void): Promise<void> {
  const file = join(dataDir, 'postmaster.pid')
  const pid = readPid(file)
  if (pid === undefined) return
  const holder = identifyProcess(pid)
  if (holder !== undefined && isPostmasterOf(pid, dataDir)) {
    report(`Stopping a PostgreSQL server (pid ${pid}) that an earlier run left behind`)
    return stopPostmaster(holder)
  }
  rmSync(file, { force: true })
}

/** Undefined without a file, 0 when the file says nothing (a kill between creating and writing it). */
function readPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return pid > 0 ? pid : 0
}

function isPostmasterOf(pid: number, dataDir: string): boolean {
  return readCommandLine(pid).includes(`postgres -D ${dataDir} `)
}

async function stopPostmaster(postmaster: ProcessIdentity): Promise<void> {
  const gone = () => !isRunning(postmaster)
  process.kill(postmaster.pid, 'SIGINT')
  if (await waitUntil(gone, { timeoutMs: FAST_SHUTDOWN_MS })) return
  process.kill(postmaster.pid, 'SIGQUIT')
  if (await waitUntil(gone, { timeoutMs: IMMEDIATE_SHUTDOWN_MS })) return
  throw new StartError(
    `a PostgreSQL server of an earlier run (pid ${postmaster.pid}) does not stop: end it and start again`,
  )
}
