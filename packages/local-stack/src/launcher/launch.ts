import type { Guardian, RunningChild } from '../processes/guardian.js'
import { startOnFreePort } from '../processes/free-port.js'
import type { DataDirectory } from './data-directory.js'
import { openDatabases } from './open-databases.js'
import { openRedis } from './open-redis.js'
import { loadSecrets, writePrivateFile } from './secrets.js'
import { dashboardEnvironment, engineEnvironment, walletEnvironment, type Addresses } from './service-environment.js'
import { migrateService, serviceStart, startService, type ServiceStart } from './start-service.js'
import type { LaunchSettings, ProgramEntry } from './settings.js'

export interface RunningStack {
  /** Resolves with the reason when something that should run has ended. */
  readonly failed: Promise<string>
}

interface Launch {
  readonly settings: LaunchSettings
  readonly directory: DataDirectory
  readonly guardian: Guardian
  readonly report: (line: string) => void
}

/** Starts the databases, then the services; resolves when both are ready. The caller always stops the guardian. */
export async function launch({ settings, directory, guardian, report }: Launch): Promise<RunningStack> {
  const secrets = loadSecrets(directory.secretsFile, directory.postgresHome)
  const [databases, redis] = await Promise.all([
    openDatabases(settings, directory, secrets, guardian, report),
    openRedis(settings, guardian, directory.logFile('redis'), report),
  ])
  const addresses: Addresses = {
    ...settings,
    ...databases,
    ...secrets,
    redisUrl: redis.url,
  }
  const { environment } = settings
  report('Bringing the databases up to date')
  await Promise.all([
    migrateService(settings.wallet, databases.walletDatabaseUrl),
    migrateService(settings.engine, databases.engineDatabaseUrl),
  ])
  report('Starting wallet, trading-engine and dashboard')
  const start = async (entry: ProgramEntry, port: number, own: ServiceStart['environment']): Promise<RunningChild> =>
    startService(guardian, serviceStart(entry, own, directory.logFile(entry.name)), port)
  const wallet = await startOnFreePort(async (internalPort) => {
    const own = walletEnvironment(environment, addresses, internalPort)
    return { internalPort, child: await start(settings.wallet, settings.walletPort, own) }
  })
  const engine = await startOnFreePort((internalPort) =>
    startOnFreePort(async (gatewayPort) => {
      const ports = { internalPort, gatewayPort, walletInternalPort: wallet.internalPort }
      const own = engineEnvironment(environment, addresses, ports)
      return { internalPort, gatewayPort, child: await start(settings.engine, settings.enginePort, own) }
    }),
  )
  const dashboard = await startOnFreePort(async (internalPort) => {
    const own = dashboardEnvironment(environment, addresses, { internalPort, engine })
    return { child: await start(settings.dashboard, internalPort, own) }
  })
  const operator = { url: `http://127.0.0.1:${engine.internalPort}`, token: secrets.operatorToken }
  writePrivateFile(directory.operatorFile, operator)
  const children = [databases.postgres, redis.child, wallet.child, engine.child, dashboard.child]
  return {
    failed: firstEnd(
      guardian,
      directory,
      children.filter((child) => child !== undefined),
    ),
  }
}

function firstEnd(guardian: Guardian, directory: DataDirectory, children: readonly RunningChild[]): Promise<string> {
  const ends = children.map(async ({ name, exited }) => {
    const { code, signal } = await exited
    return `${name} has ended (${signal ?? `exit code ${code}`}); its log is in ${directory.logsDir}`
  })
  return Promise.race([...ends, guardian.ended.then(() => 'the guardian process has ended')])
}
