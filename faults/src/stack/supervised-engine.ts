/** An engine process that is started again whenever it ends, as a supervisor would. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  answersReady,
  engineEnvironment,
  findFreePort,
  runService,
  waitUntil,
  type EngineRole,
  type RunningService,
  type Workspace,
} from '@ats/local-stack'

export interface EngineOptions extends Workspace {
  readonly databaseUrl: string
  /** Unique among the engines of a run. */
  readonly name: string
  /** Default `all`. */
  readonly role?: EngineRole
  /** Default: any free one. */
  readonly internalPort?: number
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
  /** Resolves when it answers that it is ready, whichever of its starts that is. */
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
/** Keys are validated within the process. */
const WALLET = { internalUrl: 'http://127.0.0.1:1', serviceToken: 'keys are validated within the process: never sent' }
/** The service's settings that every engine of a run has. */
const SETTINGS = {
  NODE_ENV: 'test',
  FUNDING: 'none',
  CONNECTIONS_PER_ADDRESS: '10000',
  PUBLIC_REQUESTS_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
}

export async function startEngine(options: EngineOptions): Promise<SupervisedEngine> {
  const { guardian, directory, databaseUrl, redisUrl = null, role = 'all' } = options
  const ports = { PORT: await findFreePort(), INTERNAL_PORT: options.internalPort ?? 0, GATEWAY_PORT: 0 }
  let crashPoints: readonly string[] = []
  let running: RunningService | null = null
  let isStopping = false
  let isRestarting = false
  let starts = 0
  let deaths = 0

  const run = (): Promise<RunningService> => {
    const [crashAt, ...later] = crashPoints
    crashPoints = later
    const environment = {
      ...engineEnvironment({ databaseUrl, redisUrl, role, wallet: WALLET }),
      ...SETTINGS,
      DRAIN_MS: String(options.drainMs ?? 0),
      REQUESTS_PER_MINUTE: String(options.requestsPerMinute ?? UNLIMITED),
      ...options.settings,
      ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
    }
    const name = `${options.name} ${++starts}`
    const logFile = join(directory, `${options.name}.log`)
    return runService({ guardian, directory, name, logFile, entry: ENTRY, environment }, ports)
  }

  const supervise = async (): Promise<void> => {
    while (!isStopping) {
      running = await run().catch(() => null)
      await running?.child.exited
      running = null
      if (isStopping) return
      if (isRestarting) continue
      deaths += 1
      await sleep(RESTART_PAUSE_MS)
    }
  }
  const supervision = supervise()

  const engine: SupervisedEngine = {
    name: options.name,
    baseUrl: `http://127.0.0.1:${ports.PORT}`,
    pid: () => running?.pid ?? null,
    deaths: () => deaths,
    async ready() {
      if (!(await waitUntil(() => answersReady(ports.PORT), { timeoutMs: READY_TIMEOUT_MS })))
        throw new Error(`${options.name} is not ready after ${READY_TIMEOUT_MS / 1000} s; see its log`)
    },
    async kill() {
      const victim = running
      await victim?.kill()
      return victim !== null
    },
    async restart() {
      const leaving = running
      if (leaving === null) throw new Error(`${options.name} is down`)
      isRestarting = true
      const { code } = await leaving.stop()
      await engine.ready()
      isRestarting = false
      if (code !== 0) throw new Error(`${options.name} ended with ${code} after SIGTERM; see its log`)
    },
    crashAt(points) {
      crashPoints = points
    },
    async stop() {
      isStopping = true
      await running?.stop()
      await supervision
    },
  }
  await engine.ready()
  return engine
}
