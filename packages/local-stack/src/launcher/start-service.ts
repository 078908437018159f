import type { Guardian, RunningChild } from '../processes/guardian.js'
import { answersReady } from '../processes/answers-ready.js'
import { waitUntil } from '../processes/wait-until.js'
import { EndedAtStart, StartError } from '../start-error.js'
import { SERVICE_NODE_ARGS } from '../processes/service-node-args.js'
import { lastMessage, readFrom, sizeOf } from './log-tail.js'
import type { ProgramEntry, ServiceEntry } from './settings.js'

const READY_TIMEOUT_MS = 60_000
const STOP_STEPS = [
  { signal: 'SIGTERM', waitMs: 20_000 }, // longer than the grace a service gives to requests in flight
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

export interface ServiceStart {
  readonly entry: ProgramEntry
  readonly environment: Readonly<Record<string, string>>
  readonly logFile: string
  /** Where this start's lines begin in the log. */
  readonly logOffset: number
}

export function serviceStart(
  entry: ProgramEntry,
  environment: ServiceStart['environment'],
  logFile: string,
): ServiceStart {
  return { entry, environment, logFile, logOffset: sizeOf(logFile) }
}

/** Brings the database up to date. */
export async function migrateService(entry: ServiceEntry, connectionString: string): Promise<void> {
  // Loaded here: until now only the database server was waited for.
  const { migrate } = await import('@ats/service-kit/db')
  try {
    await migrate({ connectionString, directory: entry.migrations })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(`the database of ${entry.name} could not be brought up to date: ${message}`)
  }
}

/**
 * Resolves when /readyz on `port` answers 200; StartError with the service's last message when it ends or does not get
 * there.
 */
export async function startService(guardian: Guardian, start: ServiceStart, port: number): Promise<RunningChild> {
  const { entry, environment, logFile } = start
  const child = await guardian.run({
    name: entry.name,
    command: process.execPath,
    args: [...SERVICE_NODE_ARGS, entry.main],
    cwd: process.cwd(),
    env: environment,
    logFile,
    stop: STOP_STEPS,
  })
  await awaitReady(child, start, port)
  return child
}

async function awaitReady(child: RunningChild, { logFile, logOffset }: ServiceStart, port: number): Promise<void> {
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  const isReady = async () => hasEnded || (await answersReady(port))
  const inTime = await waitUntil(isReady, { timeoutMs: READY_TIMEOUT_MS })
  if (inTime && !hasEnded) return
  const problem = hasEnded ? 'ended while starting' : `was not ready after ${READY_TIMEOUT_MS / 1000} s`
  const message = `${child.name} ${problem}: ${lastMessage(readFrom(logFile, logOffset))} (log: ${logFile})`
  throw hasEnded ? new EndedAtStart(message) : new StartError(message)
}
