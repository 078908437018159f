/** The servers of every scenario: PostgreSQL with the engine's schema, and Redis, under a guardian that ends them. */
import { randomBytes } from 'node:crypto'
import {
  ensureServiceDatabase,
  findFreePort,
  migrateService,
  serviceEntry,
  startPostgres,
  startServers,
  startStack as startServiceStack,
  type Servers,
  type Stack as ServiceStack,
  type Workspace,
} from '@ats/local-stack'
import pg from 'pg'
import { insertPlan } from './plan.js'
import { killAtOnce, processTree } from './process-tree.js'

/** PostgreSQL that keeps what it confirmed (fsync on), can be killed, and comes back on the same port. */
export interface KillablePostgres {
  readonly superuserUrl: string
  readonly version: string
  /** SIGKILL to the postmaster and every backend; resolves when it has recovered and answers again. */
  killAndRestart(): Promise<void>
}

/** In its directory are data, logs and histories; removed at the end. */
export interface Stack extends Workspace {
  readonly postgres: KillablePostgres
  /** For the engine: the role that owns the database. */
  readonly databaseUrl: string
  /** Null where Redis is not installed. */
  readonly redisUrl: string | null
  /** For looking behind the API and for planting test-only triggers: the superuser, in the engine's database. */
  readonly database: pg.Pool
  stop(): Promise<void>
}

export async function startStack(): Promise<Stack> {
  const port = await findFreePort()
  const servers = await startServers({
    prefix: 'trading-faults-',
    isDurable: true,
    postgres: () => ({ port }),
  })
  const { guardian, directory, redis } = servers
  try {
    const postgres = killable(servers)
    const { databaseUrl, database } = await openDatabase(postgres, 'trading')
    await insertPlan(database)
    const stop = async () => {
      await database.end()
      await guardian.stop()
    }
    return { guardian, directory, postgres, databaseUrl, redisUrl: redis.url, database, stop }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

function killable({ postgres, postgresOptions }: Servers): KillablePostgres {
  let running = postgres
  return {
    superuserUrl: postgres.url,
    version: postgres.version,
    async killAndRestart() {
      for (const pid of processTree(running.child.process.pid)) killAtOnce(pid)
      await running.child.exited
      running = await startPostgres(postgresOptions)
    },
  }
}

/** A database of this name with the schema of the service, and the superuser's way into it. */
export async function openDatabase(
  { superuserUrl }: Pick<KillablePostgres, 'superuserUrl'>,
  name: string,
  service: 'trading-engine' | 'wallet' = 'trading-engine',
): Promise<Pick<Stack, 'databaseUrl' | 'database'>> {
  const password = randomBytes(24).toString('hex')
  const databaseUrl = await ensureServiceDatabase(superuserUrl, { name, password })
  await migrateService(serviceEntry(service), databaseUrl)
  const database = new pg.Pool({ connectionString: withDatabase(superuserUrl, name), max: 2 })
  database.on('error', () => undefined) // the server is killed under it on purpose; the next query reconnects
  return { databaseUrl, database }
}

/** Wallet and engine as an operator runs them, with the limits that they have by default; they end with the stack. */
export async function startServices({
  guardian,
  directory,
  databaseUrl,
  redisUrl,
  postgres,
}: Stack): Promise<ServiceStack> {
  const wallet = await openDatabase(postgres, 'wallet', 'wallet')
  await wallet.database.end()
  return startServiceStack({
    ...{ guardian, directory, redisUrl },
    databases: { wallet: wallet.databaseUrl, engine: databaseUrl },
    settings: { all: { LOG_LEVEL: 'error' } },
  })
}

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

/** The same database by another way, e.g. through a proxy. */
export function atPort(connectionString: string, port: number): string {
  const url = new URL(connectionString)
  url.port = String(port)
  return url.href
}
