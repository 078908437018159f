import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  awaitRunning,
  makeInstallation as makeRealInstallation,
  startLauncher as startRealLauncher,
  type Installation as RealInstallation,
  type RunningLauncher,
} from '../src/launcher/start-launcher.js'
import { isRunning, type ProcessIdentity } from '../src/processes/process-identity.js'
import { waitUntil } from '../src/processes/wait-until.js'

export { awaitRunning, startRealLauncher, type RunningLauncher }

const LAUNCHER_WITH_FAKES = join(__dirname, 'fakes', 'launcher.cjs')
const ENDED_TIMEOUT_MS = 170_000

export interface Installation extends RealInstallation {
  /** The fakes write here what happens to them. */
  readonly eventsFile: string
}

export async function makeInstallation(): Promise<Installation> {
  const installation = await makeRealInstallation()
  const eventsFile = join(installation.directory, 'events')
  return { ...installation, eventsFile, environment: { ...installation.environment, EVENTS_FILE: eventsFile } }
}

/** The launcher with small fakes in place of the services. */
export const startLauncher = (
  installation: Installation,
  environment: Readonly<Record<string, string>> = {},
): RunningLauncher => startRealLauncher(installation, environment, LAUNCHER_WITH_FAKES)

export interface StartedProcess {
  readonly name: string
  readonly process: ProcessIdentity
}

/** Every process the launcher has started, the guardian first, as its lock names them. */
export function startedProcesses({ dataDir }: Installation): readonly StartedProcess[] {
  const lockFile = join(dataDir, 'lock.json')
  if (!existsSync(lockFile)) return []
  const { guardian, children } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    guardian: ProcessIdentity
    children: StartedProcess[]
  }
  return [{ name: 'guardian', process: guardian }, ...children]
}

/** Waits for the end of all of them; the names of those that are still there when it has waited long enough. */
export async function namesLeftRunning(started: readonly StartedProcess[]): Promise<readonly string[]> {
  const left = () => started.filter(({ process }) => isRunning(process))
  await waitUntil(() => left().length === 0, { timeoutMs: ENDED_TIMEOUT_MS })
  return left().map(({ name }) => name)
}

/** The line that must be the same after a restart: the demo user's key, secret and account. */
export function demoOf(launcher: RunningLauncher): readonly string[] {
  return launcher
    .output()
    .split('\n')
    .filter((line) => /^export KEY=/.test(line))
}
