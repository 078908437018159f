import type { ServiceName } from '@ats/test-kit'
import { loadEngineConfig } from '../../../services/trading-engine/src/config.js'
import { loadLabConfig } from '../../../services/trading-engine/src/lab-config.js'
import { loadWalletConfig } from '../../../services/wallet/src/config.js'
import { loadDashboardConfig } from '../../../packages/dashboard/src/config.js'

/** The services, the dashboard, and the laboratory, which is of the engine's image. */
export type ProgramName = ServiceName | 'dashboard' | 'lab'

type Environment = Readonly<Record<string, string>>

/** Defaults set by the image; a deployment may override them. */
const OF_THE_IMAGE: Environment = { NODE_ENV: 'production', HOST: '0.0.0.0' }

/** Variables read by Node and by the PostgreSQL client: no settings of a service. */
const OF_LIBRARIES: ReadonlySet<string> = new Set(['NODE_OPTIONS', 'PGPASSWORD'])

const LOADERS: Readonly<Record<ProgramName, (env: NodeJS.ProcessEnv) => object>> = {
  'trading-engine': loadEngineConfig,
  wallet: loadWalletConfig,
  dashboard: loadDashboardConfig,
  lab: flatLabConfig,
}

/**
 * The configuration with which a service starts in a container with these variables.
 * @throws Error listing what it would refuse to start with, or else the variables that it does not know
 */
export function settingsOf(service: ProgramName, variables: Environment): Readonly<Record<string, unknown>> {
  const config = LOADERS[service]({ ...OF_THE_IMAGE, ...variables })
  // Whatever the schema does not name is not in what comes of it.
  const unknown = Object.keys(variables).filter((name) => !(name in config) && !OF_LIBRARIES.has(name))
  if (unknown.length > 0) throw new Error(`${service} knows no setting ${unknown.join(', ')}`)
  return config as Readonly<Record<string, unknown>>
}

/** All settings that a migration reads. */
export const MIGRATION_SETTINGS: readonly string[] = ['DATABASE_URL', 'LOG_LEVEL', 'PGPASSWORD']

/** Its own settings beside those that it shares with the engine. */
function flatLabConfig(env: NodeJS.ProcessEnv): object {
  const { engine, ...own } = loadLabConfig(env)
  return { ...engine, ...own }
}
