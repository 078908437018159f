/** Shared parts of all sections. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Servers } from '@ats/local-stack'
import type { Cell } from './cell.js'
import { costOfCell } from './cpu/cost-of-cell.js'
import { measureCost, type Observed } from './cpu/measure-cost.js'
import type { Generator } from './load/start-generator.js'
import type { Load, LoadResult, LoadModel, Workload } from './load/messages.js'
import type { Progress } from './progress.js'
import { USERS } from './seed/identities.js'
import { nodeArgsOf, startNodeProcess, type NodeProcess } from './servers/node-process.js'
import type { ServerBinaries } from './servers/server-binaries.js'
import { checkpoint, type CreateTradingDatabase, type TradingDatabase } from './servers/trading-database.js'
import type { Scale } from './scale.js'

export interface Bench {
  readonly servers: Servers
  readonly pgbench: ServerBinaries['pgbench']
  readonly generator: Generator
  readonly createDatabase: CreateTradingDatabase
  readonly scale: Scale
  readonly progress: Progress
  /** Set: engines and wallets write CPU profiles there. */
  readonly profileDir: string | undefined
}

/** An engine and the database it has to itself. */
export interface EngineUnderTest {
  readonly port: number
  readonly database: TradingDatabase
  readonly accounts: number
  readonly users: number
  readonly observed: Observed
}

export interface Gate {
  readonly walletUrl: string
  readonly serviceToken: string
  /** Absent: the wallet is asked about every request. */
  readonly redisUrl?: string
}

export interface WebhookTarget {
  readonly url: string
  /** PEM file of its certificate. */
  readonly caFile: string
}

export interface EngineOptions {
  readonly accounts: number
  readonly users?: number
  /** Absent: authentication is stubbed. */
  readonly gate?: Gate
  /** Where the events of every user go; absent: nowhere. */
  readonly receiver?: WebhookTarget
  /** Set: it is composed without its rules (`risk/off.ts`). */
  readonly isWithoutRules?: boolean
  /** Before the engine starts. */
  readonly prepare?: (database: TradingDatabase) => Promise<void>
}

/** Runs `work` with an engine on a fresh database; both are gone afterwards. */
export async function withEngine<T>(
  bench: Bench,
  options: EngineOptions,
  work: (engine: EngineUnderTest) => Promise<T>,
): Promise<T> {
  const { accounts, users = USERS, gate, receiver, isWithoutRules = false } = options
  return withDatabase(bench, accounts, users, async (database) => {
    await options.prepare?.(database)
    const engine = await startEngine(bench, database, users, {
      isWithoutRules,
      ...(gate === undefined ? {} : { gate }),
      ...(receiver === undefined ? {} : { receiver }),
    })
    await sleep(bench.scale.settleMs)
    try {
      const observed = observe(bench, engine, gate?.redisUrl !== undefined)
      return await work({ port: engine.port, database, accounts, users, observed })
    } finally {
      await engine.stop()
    }
  })
}

export async function withDatabase<T>(
  { createDatabase }: Bench,
  accounts: number,
  users: number,
  work: (database: TradingDatabase) => Promise<T>,
): Promise<T> {
  const database = await createDatabase(accounts, users)
  try {
    return await work(database)
  } finally {
    await database.drop()
  }
}

export interface EngineProcessOptions {
  readonly gate?: Gate
  readonly receiver?: WebhookTarget
  /** `all` when absent. */
  readonly role?: 'api' | 'worker' | 'all'
  readonly isWithoutRules?: boolean
  /** Settings that are not those of production. */
  readonly environment?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
}

export function startEngine(
  { servers, profileDir }: Bench,
  database: TradingDatabase,
  users: number,
  { gate, receiver, role = 'all', isWithoutRules = false, environment, nodeArgs = [] }: EngineProcessOptions,
): Promise<NodeProcess> {
  return startNodeProcess(servers, {
    name: 'engine',
    entry: join(__dirname, 'engine', 'engine-process.js'),
    environment: {
      DATABASE_URL: database.url,
      USERS: String(users),
      ROLE: role,
      ...(isWithoutRules ? { WITHOUT_RULES: 'yes' } : {}),
      ...(gate === undefined ? {} : { WALLET_URL: gate.walletUrl, WALLET_SERVICE_TOKEN: gate.serviceToken }),
      ...(gate?.redisUrl === undefined ? {} : { REDIS_URL: gate.redisUrl }),
      ...(receiver === undefined ? {} : { WEBHOOK_RECEIVER: receiver.url, RECEIVER_CA_FILE: receiver.caFile }),
      ...environment,
    },
    nodeArgs: [...nodeArgsOf(profileDir), ...nodeArgs],
    isProbed: true,
  })
}

/** The server that is loaded, and PostgreSQL as a whole: other engines that wait are a part of its CPU. */
export const observe = (
  { servers: { postgres, redis } }: Pick<Bench, 'servers'>,
  { pid, loopProbePort }: NodeProcess,
  hasRedis = false,
): Observed => ({
  processes: {
    engine: pid,
    postgres: postgres.child.process.pid,
    ...(hasRedis && redis.child !== null ? { redis: redis.child.process.pid } : {}),
  },
  ...(loopProbePort === undefined ? {} : { loopProbePort }),
})

export interface Target {
  readonly port: number
  readonly users: number
  readonly observed: Observed
}

const WARMUP_SHARE = 0.25
let runs = 0

/** One timed cell, from a checkpoint on. */
export async function runCell(
  bench: Bench,
  name: string,
  target: Target,
  workload: Workload,
  pace: LoadModel,
  until: 'time' | 'exhausted' = 'time',
): Promise<Cell> {
  const durationMs = bench.scale.cellMs
  await checkpoint(bench.servers.postgres.url)
  const run = () =>
    bench.generator.run({
      ...loadOf(target, workload, pace),
      ...(until === 'time' ? { warmupMs: durationMs * WARMUP_SHARE, durationMs } : { warmupMs: 0, durationMs: null }),
    })
  const { observed } = target
  const { result, cost } = await measureCost(observed, run)
  const cell = { ...cellOf(name, result), cost: costOfCell(cost, observed.processes, result.answered) }
  bench.progress.cell(cell)
  return cell
}

/** How often a bot would send a request again: a pause of the machine is no reason to give up the whole run. */
const PREPARATION_RETRIES = 5

/** Runs the preparation of a cell, unthrottled; throws when any of it fails. */
export async function prepareBy(
  bench: Bench,
  target: Omit<Target, 'observed'>,
  workload: Workload,
  connections = 32,
): Promise<LoadResult> {
  const result = await bench.generator.run({
    ...loadOf(target, workload, { loop: 'closed', connections }),
    warmupMs: 0,
    durationMs: null,
    retries: PREPARATION_RETRIES,
  })
  if (result.errors > 0)
    throw new Error(`preparing by ${workload.kind} failed ${result.errors} times: ${result.problems[0]}`)
  return result
}

const loadOf = (
  { port, users }: Omit<Target, 'observed'>,
  workload: Workload,
  pace: LoadModel,
): Omit<Load, 'warmupMs' | 'durationMs'> => ({
  port,
  users,
  workload,
  pace,
  run: `${process.pid}-${++runs}`,
})

const cellOf = (name: string, { perSecond, latency, errors, problems }: LoadResult): Cell => ({
  name,
  perSecond,
  rounds: [perSecond],
  p50Ms: latency.p50Ms,
  p99Ms: latency.p99Ms,
  maxMs: latency.maxMs,
  errors,
  problems,
})

export const closed = (connections: number): LoadModel => ({ loop: 'closed', connections })
