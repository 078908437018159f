/** One revision with all it works with: PostgreSQL, Redis, wallet and engine of its own. */
import { findFreePort } from '@ats/local-stack'
import type { Processes } from '../cpu/cpu-time.js'
import { engineEntry } from '../servers/builds.js'
import { nodeArgsOf, startNodeProcess } from '../servers/node-process.js'
import type { Servers } from '../servers/start-servers.js'
import { checkpoint, prepareTradingDatabases } from '../servers/trading-database.js'
import { startWallet } from '../servers/with-wallet.js'
import type { StackName } from './interleave.js'

export interface Stack {
  readonly name: StackName
  readonly port: number
  readonly processes: Processes
  /** Once its tables are as full as they will be: statistics that plans rest on, and no first writes of pages. */
  tidy(): Promise<void>
}

export interface StackOptions {
  readonly name: StackName
  /** Where it is built. */
  readonly build: string
  readonly servers: Servers
  readonly accounts: number
  readonly users: number
  readonly profileDir: string | undefined
}

/**
 * Settings against checkpoints and vacuum by the clock, which would happen in the turn of one stack and not of another:
 * `tidy` does both once.
 */
export const STEADY_POSTGRES = { checkpoint_timeout: '1h', autovacuum: 'off' }

/** High enough for reads of as few keys as the orders have; each request is counted all the same. */
const REQUESTS_PER_MINUTE = 1_000_000

/** Stopping the servers ends it. */
export async function startStack({ name, build, servers, accounts, users, profileDir }: StackOptions): Promise<Stack> {
  const createDatabase = await prepareTradingDatabases(servers.postgres.url, build)
  const database = await createDatabase(accounts, users)
  const { gate } = await startWallet({ servers, profileDir }, users, build)
  const engine = await startNodeProcess(servers, {
    name: 'engine',
    entry: engineEntry(build),
    environment: {
      NODE_ENV: 'production',
      INTERNAL_PORT: String(await findFreePort()),
      DATABASE_URL: database.url,
      WALLET_URL: gate.walletUrl,
      WALLET_SERVICE_TOKEN: gate.serviceToken,
      ...(servers.redisUrl === undefined ? {} : { REDIS_URL: servers.redisUrl }),
      ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: 'true',
      REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
      PUBLIC_REQUESTS_PER_MINUTE: '0',
      CONNECTIONS_PER_ADDRESS: '10000',
    },
    nodeArgs: nodeArgsOf(profileDir),
    readyPath: '/readyz',
  })
  const redis = servers.redisPid
  const postgres = servers.postgres.child.process.pid
  return {
    name,
    port: engine.port,
    processes: { engine: engine.pid, postgres, ...(redis === undefined ? {} : { redis }) },
    async tidy() {
      await database.pool.query('vacuum (analyze)')
      await checkpoint(servers.postgres.url)
    },
  }
}
