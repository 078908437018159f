import type { Guardian, RunningChild } from '../processes/guardian.js'
import { findFreePort } from '../processes/free-port.js'
import type { DataDirectory } from './data-directory.js'
import { openDatabases } from './open-databases.js'
import { openRedis } from './open-redis.js'
import { loadSecrets, writePrivateFile } from './secrets.js'
import { engineEnvironment, walletEnvironment, type Addresses } from './service-environment.js'
import { awaitReady, migrateService, runService, serviceStart, type ServiceStart } from './start-service.js'
import type { LaunchSettings } from './settings.js'

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
  const [databases, redis, walletInternalPort, engineInternalPort] = await Promise.all([
    openDatabases(settings, directory, secrets, guardian, report),
    openRedis(settings, guardian, directory.logFile('redis'), report),
    findFreePort(),
    findFreePort(),
  ])
  const servers = [databases.postgres, redis.child].filter((child) => child !== undefined)
  const addresses: Addresses = {
    ...settings,
    ...databases,
    serviceToken: secrets.serviceToken,
    webhookSecretKeys: secrets.webhookSecretKeys,
    operatorToken: secrets.operatorToken,
    redisUrl: redis.url,
    walletInternalPort,
    engineInternalPort,
  }
  const starts = serviceStarts(settings, directory, addresses)
  report('Bringing the databases up to date')
  await Promise.all([migrateService(starts.wallet), migrateService(starts.engine)])
  report('Starting wallet and trading-engine')
  const wallet = await runService(guardian, starts.wallet)
  const engine = await runService(guardian, starts.engine)
  await Promise.all([
    awaitReady(wallet, starts.wallet, settings.walletPort),
    awaitReady(engine, starts.engine, settings.enginePort),
  ])
  const operator = { url: `http://127.0.0.1:${engineInternalPort}`, token: secrets.operatorToken }
  writePrivateFile(directory.operatorFile, operator)
  return { failed: firstEnd(guardian, directory, [...servers, wallet, engine]) }
}

function serviceStarts(
  settings: LaunchSettings,
  directory: DataDirectory,
  addresses: Addresses,
): Record<'wallet' | 'engine', ServiceStart> {
  const { environment, wallet, engine } = settings
  return {
    wallet: serviceStart(wallet, walletEnvironment(environment, addresses), directory.logFile(wallet.name)),
    engine: serviceStart(engine, engineEnvironment(environment, addresses), directory.logFile(engine.name)),
  }
}

function firstEnd(guardian: Guardian, directory: DataDirectory, children: readonly RunningChild[]): Promise<string> {
  const ends = children.map(async ({ name, exited }) => {
    const { code, signal } = await exited
    return `${name} has ended (${signal ?? `exit code ${code}`}); its log is in ${directory.logsDir}`
  })
  return Promise.race([...ends, guardian.ended.then(() => 'the guardian process has ended')])
}
