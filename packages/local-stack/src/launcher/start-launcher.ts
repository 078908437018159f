/** `npm start` as a process, with a data directory and ports of its own: for tests and benchmarks of all of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, isPortFree } from '../processes/free-port.js'
import { waitUntil } from '../processes/wait-until.js'
import type { Environment } from '../services/start-service.js'

export interface Installation {
  readonly directory: string
  readonly dataDir: string
  readonly environment: Environment
  readonly engineUrl: string
  readonly walletUrl: string
  readonly dashboardUrl: string
  remove(): void
}

/** Nothing runs in it yet. */
export async function makeInstallation(): Promise<Installation> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'local-stack-')))
  chmodSync(directory, 0o711)
  const dataDir = join(directory, 'data')
  const first = await chooseFirstPort()
  const [engine, wallet, dashboard] = [first, first + 1, first + 2]
  return {
    ...{ directory, dataDir },
    environment: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      ENGINE_PORT: String(engine),
      WALLET_PORT: String(wallet),
      DASHBOARD_PORT: String(dashboard),
      LAB_PORT: 'off',
    },
    engineUrl: `http://127.0.0.1:${engine}`,
    walletUrl: `http://127.0.0.1:${wallet}`,
    dashboardUrl: `http://127.0.0.1:${dashboard}`,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/**
 * Three ports in a row that an installation has from before its start until after its restart: from a range that is
 * never given to a program that asks for any free port, the launcher itself included.
 */
async function chooseFirstPort(): Promise<number> {
  const [least, below] = [10_000, 19_998]
  for (;;) {
    const port = await findFreePort(least, below)
    if ((await isPortFree(port + 1)) && (await isPortFree(port + 2))) return port
  }
}

export interface RunningLauncher {
  readonly pid: number
  output(): string
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  /** Sends a signal to the launcher's process group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void
}

const LAUNCHER = join(__dirname, '..', '..', 'dist', 'main.js')

/** Starts the launcher as the leader of a process group, as a shell does. `script`: instead of that of `npm start`. */
export function startLauncher(
  installation: Pick<Installation, 'environment'>,
  environment: Environment = {},
  script = LAUNCHER,
): RunningLauncher {
  const child = spawn(process.execPath, [script], {
    detached: true,
    env: { ...installation.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const { pid } = child
  if (pid === undefined) throw new Error('the launcher could not be run')
  return {
    pid,
    output,
    ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, output: output() })),
    signalGroup: (signal) => process.kill(-pid, signal),
  }
}

/** Shortly before jest ends a test: the output says more than that it took too long. */
const READY_TIMEOUT_MS = 170_000

/** Resolves when everything runs; fails with what the launcher printed when it ended instead. */
export async function awaitRunning(launcher: RunningLauncher): Promise<RunningLauncher> {
  const isRunningNow = () => launcher.output().includes('Ctrl-C stops everything')
  let hasEnded = false
  void launcher.ended.then(() => (hasEnded = true))
  const isOver = await waitUntil(() => isRunningNow() || hasEnded, { timeoutMs: READY_TIMEOUT_MS })
  if (!isOver || !isRunningNow()) throw new Error(`the launcher did not get ready:\n${launcher.output()}`)
  return launcher
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  return () => chunks.join('')
}
