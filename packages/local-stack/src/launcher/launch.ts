import { hash } from 'node:crypto'
import { join } from 'node:path'
import { migrateService } from '../services/migrate-service.js'
import type { Guardian, RunningChild } from '../processes/guardian.js'
import { openRedis, type Redis } from '../redis/open-redis.js'
import { startStack } from '../stack/start-stack.js'
import type { DataDirectory } from './data-directory.js'
import { openDatabases } from './open-databases.js'
import { loadSecrets, writePrivateFile, type Secrets } from './secrets.js'
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

/** Starts the databases, then the services; resolves when all are ready. The caller always stops the guardian. */
export async function launch({ settings, directory, guardian, report }: Launch): Promise<RunningStack> {
  const secrets = loadSecrets(directory.secretsFile, directory.postgresHome)
  const { environment } = settings
  const [databases, redis] = await Promise.all([
    openDatabases(settings, directory, secrets, guardian, report),
    openRedisOf({ settings, directory, guardian, report }),
  ])
  report('Bringing the databases up to date')
  await Promise.all([
    migrateService(settings.wallet, databases.walletDatabaseUrl),
    migrateService(settings.engine, databases.engineDatabaseUrl),
  ])
  report('Starting wallet, trading-engine and dashboard')
  const { labPort } = settings
  const { wallet, engine, dashboard, lab } = await startStack({
    ...{ guardian, directory: directory.logsDir, logFile: (name) => directory.logFile(name) },
    databases: { wallet: databases.walletDatabaseUrl, engine: databases.engineDatabaseUrl },
    ...{ redisUrl: redis.url, serviceToken: secrets.serviceToken, hasDashboard: true, inherited: environment },
    hasLab: labPort !== undefined,
    settings: {
      ...settingsOf(secrets),
      lab: { LAB_FOLDER: join(directory.path, 'lab'), GATEWAY_HMAC_SECRETS: secrets.gatewaySecret },
    },
    nodeArgs: settings.nodeArgs,
    ports: {
      ...{ wallet: settings.walletPort, 'trading-engine': settings.enginePort, dashboard: settings.dashboardPort },
      ...(labPort === undefined ? {} : { lab: labPort }),
    },
    programs: {
      wallet: settings.wallet.main,
      'trading-engine': settings.engine.main,
      dashboard: settings.dashboard.main,
    },
  })
  const { operatorToken: token, approverToken } = secrets
  const people = { operator: token, approver: approverToken }
  writePrivateFile(directory.operatorFile, { url: engine.internalUrl, token, people })
  if (lab !== null) report(`The laboratory is on ${lab.url}`)
  const children = [databases.postgres, redis.child, wallet.child, engine.child, dashboard?.child, lab?.child]
  return {
    failed: firstEnd(
      guardian,
      directory,
      children.filter((child) => child !== undefined && child !== null),
    ),
  }
}

/** Without it, the engine calls the wallet more often. */
async function openRedisOf({ settings, directory, guardian, report }: Launch): Promise<Redis> {
  const { redisUrl: url, environment } = settings
  const source = url === undefined ? { searchPath: environment['PATH'] ?? '' } : { url }
  const redis = await openRedis(source, guardian, directory.logFile('redis'))
  if (redis.url === null) report('No redis-server on the PATH: every request is validated at the wallet')
  return redis
}

/** For one developer: no limits on public requests, users named by the dashboard or in plain text. */
const settingsOf = ({ webhookSecretKeys, gatewaySecret, operatorToken, approverToken, sessionSecret }: Secrets) => ({
  all: { PUBLIC_REQUESTS_PER_MINUTE: '0' },
  wallet: {
    WEBHOOK_SECRET_KEYS: webhookSecretKeys,
    USER_ID_TRUST: 'plain',
    GATEWAY_HMAC_SECRETS: gatewaySecret,
  },
  'trading-engine': {
    OPERATORS: [entryOf('operator', operatorToken), entryOf('approver', approverToken)].join(),
    GATEWAY_HMAC_SECRETS: gatewaySecret,
    ACCOUNT_CREATION: 'open',
  },
  dashboard: {
    FIRM_TOKENS: `demo:${operatorToken}`,
    GATEWAY_HMAC_SECRET: gatewaySecret,
    LAB_HMAC_SECRET: gatewaySecret,
    SESSION_SECRETS: sessionSecret,
  },
})

/** Named like its role: who sits at the machine is both. */
const entryOf = (role: string, token: string): string => `${role}:${hash('sha256', token)}:${role}`

function firstEnd(guardian: Guardian, directory: DataDirectory, children: readonly RunningChild[]): Promise<string> {
  const ends = children.map(async ({ name, exited }) => {
    const { code, signal } = await exited
    return `${name} has ended (${signal ?? `exit code ${code}`}); its log is in ${directory.logsDir}`
  })
  return Promise.race([...ends, guardian.ended.then(() => 'the guardian process has ended')])
}
