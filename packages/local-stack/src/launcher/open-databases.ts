import type { Guardian, RunningChild } from '../processes/guardian.js'
import { ensureServiceDatabase } from '../postgres/service-database.js'
import { startPostgres } from '../postgres/start-postgres.js'
import type { DataDirectory } from './data-directory.js'
import type { Secrets } from './secrets.js'
import type { LaunchSettings } from './settings.js'

export interface Databases {
  readonly walletDatabaseUrl: string
  readonly engineDatabaseUrl: string
  /** The embedded server; undefined when both databases are external. */
  readonly postgres: RunningChild | undefined
}

/** Opens both databases: by their URLs where given, else in one embedded PostgreSQL with a role per service. */
export async function openDatabases(
  settings: LaunchSettings,
  directory: DataDirectory,
  secrets: Secrets,
  guardian: Guardian,
  report: (line: string) => void,
): Promise<Databases> {
  const { walletDatabaseUrl, engineDatabaseUrl } = settings
  if (walletDatabaseUrl !== undefined && engineDatabaseUrl !== undefined) {
    return { walletDatabaseUrl, engineDatabaseUrl, postgres: undefined }
  }
  const server = await startPostgres({
    guardian,
    homeDir: directory.postgresHome,
    logFile: directory.logFile('postgres'),
    superuserPassword: secrets.postgresPassword,
    isDurable: true,
    report,
  })
  report(`PostgreSQL ${server.version} on port ${server.port}`)
  const embedded = (name: string, password: string) => ensureServiceDatabase(server.url, { name, password })
  return {
    walletDatabaseUrl: walletDatabaseUrl ?? (await embedded('wallet', secrets.walletDatabasePassword)),
    engineDatabaseUrl: engineDatabaseUrl ?? (await embedded('trading', secrets.engineDatabasePassword)),
    postgres: server.child,
  }
}
