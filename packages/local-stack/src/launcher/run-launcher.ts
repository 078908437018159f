import { findDemoMarket } from '../demo/demo-market.js'
import { ensureDemoChallenge } from '../demo/demo-challenge.js'
import { ensureDemo } from '../demo/demo-user.js'
import { welcome } from '../demo/welcome.js'
import { startGuardian, type Guardian } from '../processes/guardian.js'
import { explainStartFailure, StartError } from '../start-error.js'
import { prepareDataDirectory, type DataDirectory } from './data-directory.js'
import { hintAtProblems } from './hint-at-problems.js'
import { acquireLock, type InstanceLock } from './instance-lock.js'
import { launch } from './launch.js'
import { moveLargeLogs } from './move-large-logs.js'
import { requireFreePorts } from './require-free-ports.js'
import type { LaunchSettings } from './settings.js'
import { watchForStop } from './stop-request.js'

/** The resources taken so far, which must be given back. */
interface Held {
  lock?: InstanceLock
  guardian?: Guardian
}

export interface Terminal {
  readonly line: (text: string) => void
  readonly error: (text: string) => void
}

/** Runs the whole stack until a signal (exit code 0) or a failure (exit code 1). Leaves nothing running. */
export async function runLauncher(settings: LaunchSettings, terminal: Terminal): Promise<number> {
  const held: Held = {}
  const stop = watchForStop(settings.environment, () => held.guardian?.hurry())
  try {
    await Promise.race([stop.requested, serveUntilFailure(settings, held, terminal.line)])
    terminal.line('Stopping')
    await giveBack(held)
    terminal.line('Stopped')
    return 0
  } catch (error) {
    terminal.error(explainStartFailure(error) ?? describeDefect(error))
    await giveBack(held)
    return 1
  }
}

async function serveUntilFailure(settings: LaunchSettings, held: Held, report: (line: string) => void): Promise<never> {
  const directory = prepareDataDirectory(settings.dataDir)
  held.lock = await acquireLock(directory.lockFile, settings, report)
  await requireFreePorts(settings)
  moveLargeLogs(directory.logsDir)
  held.guardian = await startGuardian()
  const guardian = held.lock.recording(held.guardian)
  const stack = await launch({ settings, directory, guardian, report })
  const ended = stack.failed.then((reason): never => {
    throw new StartError(reason)
  })
  await Promise.race([ended, greet(settings, directory, report)])
  const hints = hintAtProblems(serviceLogs(settings, directory), report)
  return ended.finally(() => hints.stop())
}

async function greet(
  settings: LaunchSettings,
  directory: DataDirectory,
  report: (line: string) => void,
): Promise<void> {
  const engineUrl = `http://127.0.0.1:${settings.enginePort}`
  const walletUrl = `http://127.0.0.1:${settings.walletPort}`
  const dashboardUrl = `http://127.0.0.1:${settings.dashboardPort}`
  const demo = await ensureDemo({ engineUrl, walletUrl }, directory.demoFile)
  await ensureDemoChallenge(engineUrl, demo, directory.operatorFile)
  const market = await findDemoMarket(engineUrl)
  const readySeconds = performance.now() / 1000 // counted from the start of this process
  welcome({ dashboardUrl, engineUrl, walletUrl, dataDir: directory.path, demo, market, readySeconds }).forEach(report)
}

function serviceLogs(
  { wallet, engine, dashboard }: LaunchSettings,
  directory: DataDirectory,
): Readonly<Record<string, string>> {
  return Object.fromEntries([wallet, engine, dashboard].map(({ name }) => [name, directory.logFile(name)]))
}

async function giveBack({ guardian, lock }: Held): Promise<void> {
  await guardian?.stop()
  await lock?.stopLeftovers() // nothing, unless the guardian itself was killed
  lock?.release()
}

function describeDefect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
