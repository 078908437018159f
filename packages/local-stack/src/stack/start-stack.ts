/** Wallet, engines and dashboard as processes, for `npm start`, tests, faults and benchmarks. */
import { randomBytes } from 'node:crypto'
import { SERVICE_NODE_ARGS } from '../processes/service-node-args.js'
import { DASHBOARD_ENTRY, LAB_ENTRY, serviceEntry, type ProgramName } from '../services/program.js'
import {
  dashboardEnvironment,
  engineEnvironment,
  walletEnvironment,
  type EngineRole,
} from '../services/service-environment.js'
import { startService, type Environment, type Ports, type RunningService } from '../services/start-service.js'
import type { Workspace } from '../services/workspace.js'

export interface StackOptions extends Workspace {
  /** Their databases are migrated. */
  readonly databases: { readonly wallet: string; readonly engine: string }
  /** Null: without Redis. */
  readonly redisUrl: string | null
  /** Default: one made for this stack. */
  readonly serviceToken?: string
  /** The role of each process of the engine. Default: one of role `all`. */
  readonly roles?: readonly [EngineRole, ...EngineRole[]]
  readonly hasDashboard?: boolean
  readonly hasLab?: boolean
  /** The environment that all of them inherit; the settings of the stack are set over it. */
  readonly inherited?: Environment
  /** Set over everything else. */
  readonly settings?: Partial<Readonly<Record<ProgramName | 'all', Environment>>>
  /** Public ports of the wallet, the first engine and the dashboard. Default: any free ones. */
  readonly ports?: Partial<Readonly<Record<ProgramName, number>>>
  /** Scripts instead of those that this repository has built. */
  readonly programs?: Partial<Readonly<Record<ProgramName, string>>>
  /** In addition to those that every service has. */
  readonly nodeArgs?: readonly string[]
  /** Default: `name`.log in the directory of the workspace. */
  readonly logFile?: (name: string) => string
  /** Set: what they write to stderr goes there instead. */
  readonly errorFile?: (name: string) => string
}

export interface Stack {
  readonly wallet: RunningService
  readonly serviceToken: string
  readonly engine: RunningService
  /** All of its processes, the first one included. */
  readonly engines: readonly RunningService[]
  readonly dashboard: RunningService | null
  readonly lab: RunningService | null
}

/** Resolves when all of them are ready. They end with the guardian, or each when it is stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { databases, redisUrl, serviceToken = randomBytes(24).toString('hex'), roles = ['all'] } = options
  const wallet = await start(
    options,
    'wallet',
    walletEnvironment({ databaseUrl: databases.wallet, redisUrl, serviceToken }),
  )
  const startEngine = (role: EngineRole, index: number): Promise<RunningService> =>
    start(
      options,
      'trading-engine',
      engineEnvironment({ databaseUrl: databases.engine, redisUrl, role, wallet: { ...wallet, serviceToken } }),
      index,
    )
  const [first, ...others] = roles
  const engine = await startEngine(first, 0)
  const engines = [engine, ...(await Promise.all(others.map((role, index) => startEngine(role, index + 1))))]
  const needs = { databaseUrl: databases.engine, redisUrl, role: 'api', wallet: { ...wallet, serviceToken } } as const
  const lab = options.hasLab === true ? await start(options, 'lab', engineEnvironment(needs)) : null
  const dashboard =
    options.hasDashboard === true
      ? await start(options, 'dashboard', dashboardEnvironment({ redisUrl, wallet, engine, lab }))
      : null
  return { wallet, serviceToken, engine, engines, dashboard, lab }
}

const ENTRIES: Readonly<Record<ProgramName, string>> = {
  wallet: serviceEntry('wallet').main,
  'trading-engine': serviceEntry('trading-engine').main,
  dashboard: DASHBOARD_ENTRY.main,
  lab: LAB_ENTRY.main,
}

function start(options: StackOptions, program: ProgramName, own: Environment, index = 0): Promise<RunningService> {
  const { guardian, directory, inherited, settings, programs, nodeArgs } = options
  const name = index === 0 ? program : `${program}-${index + 1}`
  const port = index === 0 ? options.ports?.[program] : undefined
  const ports: Partial<Ports> = port === undefined ? {} : { PORT: port }
  return startService({
    ...{ guardian, directory, name, ports, entry: programs?.[program] ?? ENTRIES[program] },
    environment: { ...inherited, ...own, ...settings?.all, ...settings?.[program] },
    // The public listener of the dashboard answers browsers only.
    ...(program === 'dashboard' ? { ready: { on: 'INTERNAL_PORT' } } : {}),
    nodeArgs: [...SERVICE_NODE_ARGS, ...(nodeArgs ?? [])],
    ...(options.logFile === undefined ? {} : { logFile: options.logFile(name) }),
    ...(options.errorFile === undefined ? {} : { errorFile: options.errorFile(name) }),
  })
}
