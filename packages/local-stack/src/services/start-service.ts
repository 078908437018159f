/** A Node program in a process of its own, under a guardian: started on free ports, awaited, stopped, killed. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { answersReady } from '../processes/answers-ready.js'
import { startOnFreePorts } from '../processes/free-port.js'
import type { ChildExit } from '../processes/guardian-messages.js'
import type { RunningChild } from '../processes/guardian.js'
import { isRunning } from '../processes/process-identity.js'
import { SERVICE_NODE_ARGS } from '../processes/service-node-args.js'
import { waitUntil } from '../processes/wait-until.js'
import { EndedAtStart, StartError } from '../start-error.js'
import { lastMessage, readFrom, sizeOf } from './log-tail.js'
import { openWorkspace, type Workspace } from './workspace.js'

export type Environment = Readonly<Record<string, string>>

const PORTS = ['PORT', 'INTERNAL_PORT', 'GATEWAY_PORT'] as const

/** By the variables that name them. */
export type Ports = Readonly<Record<(typeof PORTS)[number], number>>

export interface ServiceOptions extends Workspace {
  /** Unique among those of the guardian; also the name of its log. */
  readonly name: string
  /** The script. */
  readonly entry: string
  readonly environment: Environment
  /** Fixed ones. Default: any free one for each. */
  readonly ports?: Partial<Ports>
  /** Default: those that every service has. */
  readonly nodeArgs?: readonly string[]
  /** Default: `name`.log in the directory of the workspace. */
  readonly logFile?: string
  /** Default: stderr goes to the log, too. */
  readonly errorFile?: string
  /**
   * The listener and path that answer 200 once it is ready. Default: /readyz of PORT, whose response repeats the
   * INSTANCE_ID that the process was given.
   */
  readonly ready?: { readonly on?: keyof Ports; readonly path?: string }
}

export interface RunningService {
  readonly name: string
  readonly child: RunningChild
  readonly pid: number
  readonly ports: Ports
  readonly url: string
  readonly internalUrl: string
  readonly gatewayUrl: string
  /** Everything that it has written since this start. */
  log(): string
  /** SIGTERM, and SIGKILL when that is not enough; resolves with how it ended. */
  stop(): Promise<ChildExit>
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>
}

const READY_TIMEOUT_MS = 60_000
const HOST = '127.0.0.1'
/** SIGTERM waits longer than the grace a service gives to requests in flight. */
export const SERVICE_STOP = [
  { signal: 'SIGTERM', waitMs: 25_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/**
 * Resolves when it is ready; StartError with its last message when it ends before, or does not get there. Starts it
 * again on other ports where another program took a free one first.
 */
export function startService(options: ServiceOptions): Promise<RunningService> {
  const { ports: fixed = {} } = options
  const free = PORTS.filter((name) => fixed[name] === undefined)
  return startOnFreePorts(free.length, async (found) => {
    const ports = Object.fromEntries(free.map((name, index) => [name, found[index]]))
    const service = await runService(options, { ...ports, ...fixed } as Ports)
    await service.ready()
    return service
  })
}

/** The same in a workspace of its own, which ends with it. */
export async function startLoneService(options: Omit<ServiceOptions, keyof Workspace>): Promise<RunningService> {
  const workspace = await openWorkspace(`${options.name}-`)
  const { guardian } = workspace
  try {
    const service = await startService({ ...workspace, ...options })
    return {
      ...service,
      stop: () => service.stop().finally(() => guardian.stop()),
      kill: () => service.kill().finally(() => guardian.stop()),
    }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

/** Runs it on these ports without waiting until it is ready. */
export async function runService(
  options: ServiceOptions,
  ports: Ports,
): Promise<RunningService & { ready(): Promise<void> }> {
  const { guardian, directory, name, entry, environment, nodeArgs = SERVICE_NODE_ARGS, errorFile } = options
  const logFile = options.logFile ?? join(directory, `${name}.log`)
  const logOffset = sizeOf(logFile)
  const instanceId = randomUUID()
  const child = await guardian.run({
    name,
    command: process.execPath,
    args: [...nodeArgs, entry],
    cwd: process.cwd(),
    env: {
      ...environment,
      INSTANCE_ID: instanceId,
      ...Object.fromEntries(Object.entries(ports).map(([key, port]) => [key, String(port)])),
    },
    logFile,
    ...(errorFile === undefined ? {} : { errorFile }),
    stop: SERVICE_STOP,
  })
  const urlAt = (port: number): string => `http://${HOST}:${port}`
  const log = (): string => readFrom(logFile, logOffset)
  return {
    ...{ name, child, pid: child.process.pid, ports, log },
    ...{ url: urlAt(ports.PORT), internalUrl: urlAt(ports.INTERNAL_PORT), gatewayUrl: urlAt(ports.GATEWAY_PORT) },
    async ready() {
      const { on = 'PORT', path } = options.ready ?? {}
      const problem = await findProblem(child, () =>
        answersReady(ports[on], path === undefined ? { instanceId } : { path }),
      )
      if (problem === null) return
      const errors = errorFile === undefined ? '' : readFrom(errorFile, 0)
      const message = `${name} ${problem.text}: ${lastMessage(log() + errors)} (log: ${logFile})`
      throw problem.hasEnded ? new EndedAtStart(message) : new StartError(message)
    },
    stop: () => stopChild(child),
    async kill() {
      signal(child, 'SIGKILL')
      await child.exited
    },
  }
}

async function findProblem(
  child: RunningChild,
  isReady: () => Promise<boolean>,
): Promise<{ readonly text: string; readonly hasEnded: boolean } | null> {
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  const inTime = await waitUntil(async () => hasEnded || (await isReady()), { timeoutMs: READY_TIMEOUT_MS })
  if (hasEnded) return { text: 'ended while starting', hasEnded }
  return inTime ? null : { text: `was not ready after ${READY_TIMEOUT_MS / 1000} s`, hasEnded }
}

async function stopChild(child: RunningChild): Promise<ChildExit> {
  for (const step of SERVICE_STOP) {
    signal(child, step.signal)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, step.waitMs, null)))
    const exit = await Promise.race([child.exited, late])
    clearTimeout(timer)
    if (exit !== null) return exit
  }
  return child.exited
}

function signal({ process: identity }: RunningChild, name: NodeJS.Signals): void {
  if (isRunning(identity)) process.kill(identity.pid, name)
}
