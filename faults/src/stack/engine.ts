/** An engine process that is started again whenever it ends, as a supervisor would. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answersReady, findFreePort, waitUntil, type Guardian, type RunningChild } from '@ats/local-stack'
import { killAtOnce } from './process-tree.js'

export type EngineRole = 'api' | 'worker' | 'all'

export interface EngineOptions {
  readonly guardian: Guardian
  readonly directory: string
  readonly databaseUrl: string
  /** Unique among the engines of a run. */
  readonly name: string
  /** Default `all`. */
  readonly role?: EngineRole
  readonly requestsPerMinute?: number
  /** Default 0. */
  readonly drainMs?: number
  /** Default: no Redis. */
  readonly redisUrl?: string | null
  /** More of the service's settings, and instead of the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface SupervisedEngine {
  readonly name: string
  readonly baseUrl: string
  readonly pid: () => number | null
  /** How often it ended without being stopped. */
  readonly deaths: () => number
  /** Resolves when it answers that it is ready. */
  ready(): Promise<void>
  /** SIGKILL; the supervisor starts it again. Resolves when it has ended, with false when it was down already. */
  kill(): Promise<boolean>
  /** SIGTERM; resolves when it has ended, been started again and is ready. Throws when it did not end cleanly. */
  restart(): Promise<void>
  /** Each of the next starts arms one of these crash points, in this order; the starts after them none. */
  crashAt(points: readonly string[]): void
  stop(): Promise<void>
}

const ENTRY = join(__dirname, '..', 'engine', 'engine-process.js')
const READY_TIMEOUT_MS = 60_000
const RESTART_PAUSE_MS = 100
const UNLIMITED = 1_000_000
/** The service's settings that every engine of a run has. Keys are validated within the process. */
const SETTINGS = {
  NODE_ENV: 'test',
  INTERNAL_PORT: '0',
  WALLET_URL: 'http://127.0.0.1:1',
  WALLET_SERVICE_TOKEN: 'keys are validated within the process: never sent',
  MARKET_HOURS: 'always',
  FUNDING: 'none',
  CONNECTIONS_PER_ADDRESS: '10000',
  PUBLIC_REQUESTS_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
}
const STOP = [
  { signal: 'SIGTERM', waitMs: 25_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

export async function startEngine(options: EngineOptions): Promise<SupervisedEngine> {
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  let crashPoints: readonly string[] = []
  let child: RunningChild | null = null
  let isStopping = false
  let isRestarting = false
  let starts = 0
  let deaths = 0

  const run = (): Promise<RunningChild> => {
    const [crashAt = null, ...later] = crashPoints
    crashPoints = later
    return options.guardian.run({
      name: `${options.name} ${++starts}`,
      command: process.execPath,
      args: [ENTRY],
      cwd: '/',
      env: {
        ...SETTINGS,
        ROLE: options.role ?? 'all',
        DATABASE_URL: options.databaseUrl,
        REDIS_URL: options.redisUrl ?? '',
        PORT: String(port),
        DRAIN_MS: String(options.drainMs ?? 0),
        REQUESTS_PER_MINUTE: String(options.requestsPerMinute ?? UNLIMITED),
        ...options.settings,
        ...(crashAt === null ? {} : { CRASH_AT: crashAt }),
      },
      logFile: join(options.directory, `${options.name}.log`),
      stop: STOP,
    })
  }

  const supervise = async (): Promise<void> => {
    while (!isStopping) {
      child = await run().catch(() => null)
      await child?.exited
      child = null
      if (isStopping) return
      if (isRestarting) continue
      deaths += 1
      await sleep(RESTART_PAUSE_MS)
    }
  }
  const supervision = supervise()

  const engine: SupervisedEngine = {
    name: options.name,
    baseUrl,
    pid: () => child?.process.pid ?? null,
    deaths: () => deaths,
    async ready() {
      if (!(await waitUntil(() => answersReady(port), { timeoutMs: READY_TIMEOUT_MS })))
        throw new Error(`${options.name} is not ready after ${READY_TIMEOUT_MS / 1000} s; see its log`)
    },
    async kill() {
      const victim = child
      if (victim === null) return false
      killAtOnce(victim.process.pid)
      await victim.exited
      return true
    },
    async restart() {
      const leaving = child
      if (leaving === null) throw new Error(`${options.name} is down`)
      isRestarting = true
      process.kill(leaving.process.pid, 'SIGTERM')
      const { code } = await leaving.exited
      await engine.ready()
      isRestarting = false
      if (code !== 0) throw new Error(`${options.name} ended with ${code} after SIGTERM; see its log`)
    },
    crashAt(points) {
      crashPoints = points
    },
    async stop() {
      isStopping = true
      await endGently(child)
      await supervision
    },
  }
  await engine.ready()
  return engine
}

async function endGently(child: RunningChild | null): Promise<void> {
  if (child === null) return
  for (const { signal, waitMs } of STOP) {
    try {
      process.kill(child.process.pid, signal)
    } catch {
      return // it has ended by itself
    }
    const hasEnded = await Promise.race([child.exited.then(() => true), sleep(waitMs).then(() => false)])
    if (hasEnded) return
  }
}
