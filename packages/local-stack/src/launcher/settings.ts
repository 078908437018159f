import { join, resolve } from 'node:path'
import { DASHBOARD_ENTRY, serviceEntry, type ProgramEntry, type ServiceEntry } from '../services/program.js'
import { StartError } from '../start-error.js'

export interface LaunchSettings {
  readonly dataDir: string
  readonly enginePort: number
  readonly walletPort: number
  readonly dashboardPort: number
  /** Absent, with LAB_PORT=off: there is no laboratory. */
  readonly labPort?: number
  /** Given: this server is used. Absent: a database on the embedded PostgreSQL. */
  readonly walletDatabaseUrl: string | undefined
  readonly engineDatabaseUrl: string | undefined
  /** Given: this Redis is used. Absent: redis-server from the PATH, if there is one. */
  readonly redisUrl: string | undefined
  /** The environment that the services inherit. */
  readonly environment: Readonly<Record<string, string>>
  readonly wallet: ServiceEntry
  readonly engine: ServiceEntry
  readonly dashboard: ProgramEntry
  /** How Node runs the services, in addition to what is always set. */
  readonly nodeArgs: readonly string[]
}

const REPOSITORY = join(__dirname, '..', '..', '..', '..')

/** StartError when a value makes no sense. */
export function readSettings(environment: NodeJS.ProcessEnv): LaunchSettings {
  return {
    dataDir: resolve(environment['DATA_DIR'] || join(REPOSITORY, '.data')),
    enginePort: readPort(environment, 'ENGINE_PORT', 4000),
    walletPort: readPort(environment, 'WALLET_PORT', 4001),
    dashboardPort: readPort(environment, 'DASHBOARD_PORT', 4002),
    ...(environment['LAB_PORT'] === 'off' ? {} : { labPort: readPort(environment, 'LAB_PORT', 4003) }),
    walletDatabaseUrl: environment['WALLET_DATABASE_URL'] || undefined,
    engineDatabaseUrl: environment['ENGINE_DATABASE_URL'] || undefined,
    redisUrl: environment['REDIS_URL'] || undefined,
    environment: Object.fromEntries(
      Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    wallet: serviceEntry('wallet'),
    engine: serviceEntry('trading-engine'),
    dashboard: DASHBOARD_ENTRY,
    nodeArgs: [],
  }
}

function readPort(environment: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = environment[name] || String(fallback)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new StartError(`${name} must be a port from 1 to 65535, not "${text}"`)
  return port
}
