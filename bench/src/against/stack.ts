/** One revision with all it works with: PostgreSQL, Redis, wallet and engine of its own. */
import { serviceEntry, startStack as startServices, type Servers } from '@ats/local-stack'
import type { Processes } from '../cpu/cpu-time.js'
import { profileArgs } from '../servers/node-process.js'
import { checkpoint, prepareTradingDatabases } from '../servers/trading-database.js'
import { createWalletDatabase } from '../servers/wallet-database.js'
import { walletSettings } from '../servers/with-wallet.js'
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
  const wallet = await createWalletDatabase(servers.postgres.url, users, build)
  const { engine } = await startServices({
    ...{ guardian: servers.guardian, directory: servers.directory, redisUrl: servers.redis.url },
    databases: { wallet: wallet.url, engine: database.url },
    programs: {
      wallet: serviceEntry('wallet', build).main,
      'trading-engine': serviceEntry('trading-engine', build).main,
    },
    nodeArgs: profileArgs(profileDir),
    settings: {
      all: { NODE_ENV: 'production', PUBLIC_REQUESTS_PER_MINUTE: '0', CONNECTIONS_PER_ADDRESS: '10000' },
      wallet: walletSettings(),
      'trading-engine': {
        ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: 'true',
        MARKET_HOURS: 'venue',
        REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
      },
    },
  })
  const redis = servers.redis.child?.process.pid
  const postgres = servers.postgres.child.process.pid
  return {
    name,
    port: engine.ports.PORT,
    processes: { engine: engine.pid, postgres, ...(redis === undefined ? {} : { redis }) },
    async tidy() {
      await database.pool.query('vacuum (analyze)')
      await checkpoint(servers.postgres.url)
    },
  }
}
