import { execFile } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Guardian, RunningChild } from '../processes/guardian.js'
import { waitUntil } from '../processes/wait-until.js'
import { StartError } from '../start-error.js'
import { SERVICE_NODE_ARGS } from '../processes/service-node-args.js'
import { isMigrated } from './is-migrated.js'
import { lastMessage, readFrom, sizeOf } from './log-tail.js'
import type { ServiceEntry } from './settings.js'

const run = promisify(execFile)

const READY_TIMEOUT_MS = 60_000
const PROBE_TIMEOUT_MS = 2_000
const STOP_STEPS = [
  { signal: 'SIGTERM', waitMs: 20_000 }, // longer than the grace a service gives to requests in flight
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

export interface ServiceStart {
  readonly entry: ServiceEntry
  readonly environment: Readonly<Record<string, string>>
  readonly logFile: string
  /** Where this start's lines begin in the log. */
  readonly logOffset: number
}

export function serviceStart(
  entry: ServiceEntry,
  environment: ServiceStart['environment'],
  logFile: string,
): ServiceStart {
  return { entry, environment, logFile, logOffset: sizeOf(logFile) }
}

/** Brings the database up to date; when it already is, no process is started for it. */
export async function migrateService({ entry, environment, logFile }: ServiceStart): Promise<void> {
  if (await isMigrated(environment['DATABASE_URL'] ?? '', entry.migrations)) return
  if (!existsSync(entry.migrate)) throw new StartError(`${entry.migrate} is missing: run "npm run build" first`)
  try {
    const { stdout, stderr } = await run(process.execPath, [entry.migrate], { env: { ...environment } })
    appendFileSync(logFile, stdout + stderr, { mode: 0o600 })
  } catch (error) {
    const output = outputOf(error)
    appendFileSync(logFile, output, { mode: 0o600 })
    throw new StartError(
      `the database of ${entry.name} could not be brought up to date: ${lastMessage(output)} (log: ${logFile})`,
    )
  }
}

export function runService(guardian: Guardian, { entry, environment, logFile }: ServiceStart): Promise<RunningChild> {
  return guardian.run({
    name: entry.name,
    command: process.execPath,
    args: [...SERVICE_NODE_ARGS, entry.main],
    cwd: process.cwd(),
    env: environment,
    logFile,
    stop: STOP_STEPS,
  })
}

/** Resolves when /readyz answers 200; StartError with the service's last message when it ends or does not get there. */
export async function awaitReady(
  child: RunningChild,
  { logFile, logOffset }: ServiceStart,
  port: number,
): Promise<void> {
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  const isReady = async () => hasEnded || (await answersReady(port))
  const inTime = await waitUntil(isReady, { timeoutMs: READY_TIMEOUT_MS })
  if (inTime && !hasEnded) return
  const problem = hasEnded ? 'ended while starting' : `was not ready after ${READY_TIMEOUT_MS / 1000} s`
  throw new StartError(`${child.name} ${problem}: ${lastMessage(readFrom(logFile, logOffset))} (log: ${logFile})`)
}

async function answersReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false // does not listen yet
  }
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const streams = 'stdout' in error && 'stderr' in error ? `${String(error.stdout)}${String(error.stderr)}` : ''
  return streams.trim() === '' ? `${error.message}\n` : streams
}
