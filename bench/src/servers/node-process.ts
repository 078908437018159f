/** A server of the benchmark in a process of its own, on a free port. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, SERVICE_NODE_ARGS, type RunningChild } from '@ats/local-stack'
import type { Servers } from './start-servers.js'

export interface NodeProcess {
  readonly port: number
  readonly pid: number
  /** Its port, when it was asked for. */
  readonly loopProbePort?: number
  stop(): Promise<void>
}

export interface NodeProcessOptions {
  readonly name: string
  readonly entry: string
  /** PORT is added. */
  readonly environment: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  /** Loads `engine/loop-probe.ts` into it. */
  readonly isProbed?: boolean
  /** Answers 200 when the process is ready. */
  readonly readyPath: string
}

/** How the product runs a service, and where it then leaves a profile, if it shall. */
export const nodeArgsOf = (profileDir: string | undefined): readonly string[] => [
  ...SERVICE_NODE_ARGS,
  ...(profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]),
]

const READY_TIMEOUT_MS = 30_000
const READY_INTERVAL_MS = 50
const STOP_STEPS = [
  { signal: 'SIGTERM', waitMs: 15_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const
const LOOP_PROBE = ['--require', join(__dirname, '..', 'engine', 'loop-probe.js')]
let started = 0

export async function startNodeProcess(servers: Servers, options: NodeProcessOptions): Promise<NodeProcess> {
  const port = await findFreePort()
  const loopProbePort = options.isProbed === true ? await findFreePort() : undefined
  const name = `${options.name}-${++started}`
  const logFile = join(servers.directory, `${name}.log`)
  const child = await servers.guardian.run({
    name,
    command: process.execPath,
    args: [...(options.nodeArgs ?? []), ...(loopProbePort === undefined ? [] : LOOP_PROBE), options.entry],
    cwd: servers.directory,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...options.environment,
      PORT: String(port),
      ...(loopProbePort === undefined ? {} : { LOOP_PROBE_PORT: String(loopProbePort) }),
    },
    logFile,
    stop: STOP_STEPS,
  })
  await awaitReady(child, `http://127.0.0.1:${port}${options.readyPath}`, logFile)
  return {
    port,
    pid: child.process.pid,
    ...(loopProbePort === undefined ? {} : { loopProbePort }),
    async stop() {
      process.kill(child.process.pid, 'SIGTERM')
      const killer = setTimeout(() => process.kill(child.process.pid, 'SIGKILL'), STOP_STEPS[0].waitMs)
      await child.exited
      clearTimeout(killer)
    },
  }
}

async function awaitReady(child: RunningChild, url: string, logFile: string): Promise<void> {
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (!hasEnded && performance.now() < deadline) {
    if (await answersOk(url)) return
    await sleep(READY_INTERVAL_MS)
  }
  const lastLine = readFileSync(logFile, 'utf8').trim().split('\n').at(-1)
  throw new Error(`${child.name} ${hasEnded ? 'ended while starting' : 'did not become ready'}: ${lastLine}`)
}

const answersOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status === 200
    },
    () => false, // it does not listen yet
  )
