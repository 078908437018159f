import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, isPortFree } from '../src/processes/free-port.js'
import { isRunning, type ProcessIdentity } from '../src/processes/process-identity.js'
import { waitUntil } from '../src/processes/wait-until.js'

const LAUNCHER_WITH_FAKES = join(__dirname, 'fakes', 'launcher.cjs')

/** The program that `npm start` runs. */
export const REAL_LAUNCHER = join(__dirname, '..', 'dist', 'main.js')

/** Shortly before jest ends a test: what is told then says more than that it took too long. */
const PATIENCE_MS = 170_000

export interface Installation {
  readonly dataDir: string
  readonly eventsFile: string
  readonly environment: Readonly<Record<string, string>>
  remove(): void
}

/**
 * Ports for the services of an installation, which it has from before its start until after its restart. Nobody who
 * asks for just any free port is given one of these, the launcher itself included.
 */
async function choosePorts(): Promise<Readonly<Record<string, string>>> {
  const [first, below] = [10_000, 19_998]
  for (;;) {
    const port = await findFreePort(first, below)
    if (!(await isPortFree(port + 1)) || !(await isPortFree(port + 2))) continue
    return { ENGINE_PORT: String(port), WALLET_PORT: String(port + 1), DASHBOARD_PORT: String(port + 2) }
  }
}

/** A data directory and ports of its own. */
export async function makeInstallation(): Promise<Installation> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'local-stack-test-')))
  chmodSync(directory, 0o711)
  const eventsFile = join(directory, 'events')
  return {
    dataDir: join(directory, 'data'),
    eventsFile,
    environment: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: join(directory, 'data'),
      EVENTS_FILE: eventsFile,
      ...(await choosePorts()),
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

export interface RunningLauncher {
  readonly pid: number
  output(): string
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  /** Sends a signal to the launcher's process group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void
}

/** Starts the launcher as the leader of a process group, as a shell does. */
export function startLauncher(
  installation: Installation,
  environment: Readonly<Record<string, string>> = {},
  script = LAUNCHER_WITH_FAKES,
): RunningLauncher {
  const child = spawn(process.execPath, [script], {
    detached: true,
    env: { ...installation.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const pid = child.pid!
  return {
    pid,
    output,
    ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, output: output() })),
    signalGroup: (signal) => process.kill(-pid, signal),
  }
}

/** Resolves when everything runs; fails with what the launcher said when it ended instead. */
export async function awaitRunning(launcher: RunningLauncher): Promise<RunningLauncher> {
  const isRunningNow = () => launcher.output().includes('Ctrl-C stops everything')
  let hasEnded = false
  void launcher.ended.then(() => (hasEnded = true))
  const isOver = await waitUntil(() => isRunningNow() || hasEnded, { timeoutMs: PATIENCE_MS })
  if (!isOver || !isRunningNow()) throw new Error(`the launcher did not get ready:\n${launcher.output()}`)
  return launcher
}

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
  await waitUntil(() => left().length === 0, { timeoutMs: PATIENCE_MS })
  return left().map(({ name }) => name)
}

/** The line that must be the same after a restart: the demo user's key, secret and account. */
export function demoOf(launcher: RunningLauncher): readonly string[] {
  return launcher
    .output()
    .split('\n')
    .filter((line) => /^export KEY=/.test(line))
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  return () => chunks.join('')
}
