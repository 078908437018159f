/** The stack of every scenario: PostgreSQL with the engine's schema, under a guardian that leaves nothing behind. */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  choosePostgresUser,
  ensureServiceDatabase,
  findRedisServer,
  makeReachableDirectory,
  startGuardian,
  startRedis,
  type Guardian,
} from '@ats/local-stack'
import { migrate } from '@ats/service-kit/db'
import pg from 'pg'
import { insertPlan } from './plan.js'
import { startKillablePostgres, type KillablePostgres } from './postgres.js'

export interface Stack {
  readonly guardian: Guardian
  /** Data, logs and histories; removed at the end. */
  readonly directory: string
  readonly postgres: KillablePostgres
  /** For the engine: the role that owns the database. */
  readonly databaseUrl: string
  /** Null where Redis is not installed. */
  readonly redisUrl: string | null
  /** For looking behind the API and for planting test-only triggers: the superuser, in the engine's database. */
  readonly database: pg.Pool
  stop(): Promise<void>
}

const DATABASE = 'trading'
const ENGINE_DIRECTORY = dirname(dirname(require.resolve('@ats/trading-engine')))

export async function startStack(): Promise<Stack> {
  const guardian = await startGuardian()
  try {
    const directory = makeReachableDirectory([tmpdir(), '/var/tmp'], 'trading-faults-', choosePostgresUser(''))
    guardian.removeAtEnd(directory)
    const postgres = await startKillablePostgres(guardian, directory)
    const { databaseUrl, database } = await openDatabase(postgres, DATABASE)
    await insertPlan(database)
    const redis = findRedisServer(process.env['PATH'] ?? '')
    const redisUrl = redis === undefined ? null : (await startRedis(guardian, redis, join(directory, 'redis.log'))).url
    const stop = async () => {
      await database.end()
      await guardian.stop()
    }
    return { guardian, directory, postgres, databaseUrl, redisUrl, database, stop }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

/** A database of this name with the engine's schema, and the superuser's way into it. */
export async function openDatabase(
  { superuserUrl }: Pick<KillablePostgres, 'superuserUrl'>,
  name: string,
): Promise<Pick<Stack, 'databaseUrl' | 'database'>> {
  const password = randomBytes(24).toString('hex')
  const databaseUrl = await ensureServiceDatabase(superuserUrl, { name, password })
  await migrate({ connectionString: databaseUrl, directory: join(ENGINE_DIRECTORY, 'migrations') })
  const database = new pg.Pool({ connectionString: withDatabase(superuserUrl, name), max: 2 })
  database.on('error', () => undefined) // the server is killed under it on purpose; the next query reconnects
  return { databaseUrl, database }
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
