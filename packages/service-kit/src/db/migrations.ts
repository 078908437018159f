import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { Client } from 'pg'
import type { Logger } from '../process/logger.js'
import { connectionOf } from '../unsafe/knex.js'
import { findPrimary } from './connect-primary.js'
import { isConnectionFailure } from './connection-failure.js'

export interface MigrateOptions {
  readonly connectionString: string
  /** Holds `0001_name.sql`, `0002_name.sql`, …: forward only, never edited once merged. */
  readonly directory: string
  readonly logger?: Logger
  /** How long a database that cannot be reached is tried again. Default 0: it is not. */
  readonly waitMs?: number
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/** Any constant will do, as long as everything that migrates a database uses the same. */
const MIGRATION_LOCK = 4_153_200_711

/** Silences knex, which prints a failure in addition to throwing it. */
const SILENT: Knex.Logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }

const LOCK_WAIT_MS = 60_000
const CONNECT_MS = 10_000

/** The wait of a container that starts beside its database: names are not known yet, servers are not up yet. */
export const DATABASE_WAIT_MS = 30_000

const TRY_AGAIN_AFTER_MS = 500

/**
 * Runs the migrations a database does not have yet, each in a transaction of its own, and returns their names.
 * Processes that start together wait for each other.
 * @throws Error when a file has a wrong name, was changed after it ran, or fails; its own effects are rolled back
 */
export async function migrate({
  connectionString,
  directory,
  logger,
  waitMs = 0,
}: MigrateOptions): Promise<readonly string[]> {
  const migrations = await readMigrations(directory)
  // Here, for it takes a tenth of a second to load, and services that only run need none of it.
  const { default: knex } = await import('knex')
  const applied: string[] = []
  const run = async (primary: string): Promise<void> => {
    const database = knex({ client: 'pg', connection: primary, pool: { min: 0, max: 2 }, log: SILENT })
    try {
      await refuseChangedFiles(database, migrations)
      await applyMissing(database, migrations, (name) => {
        applied.push(name)
        logger?.info({ migration: name }, 'migration applied')
      })
    } finally {
      await database.destroy()
    }
  }
  const until = performance.now() + waitMs
  for (;;) {
    try {
      const primary = await findPrimary(connectionString, CONNECT_MS)
      await holdingLock(primary, () => run(primary))
      return applied
    } catch (error) {
      // What was applied is on record, so that the whole may be tried again.
      if (!isConnectionFailure(error) || performance.now() >= until) throw error
      logger?.warn({ reason: String(error) }, 'the database cannot be reached yet: trying again')
      await sleep(TRY_AGAIN_AFTER_MS)
    }
  }
}

/** @throws Error when a file has a wrong name */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const wrong = names.filter((name) => !FILE_NAME.test(name))
  if (wrong.length > 0) throw new Error(`Migrations must be named like 0001_name.sql: ${wrong.join(', ')}`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * The lock belongs to a connection, so a process that dies while it migrates gives it back. Knex's own lock is a row
 * that such a process would leave behind; holding ours, we may clear it.
 */
async function holdingLock<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, statement_timeout: LOCK_WAIT_MS, connectionTimeoutMillis: CONNECT_MS })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await work()
  } finally {
    await client.end()
  }
}

async function refuseChangedFiles(database: Knex, migrations: readonly Migration[]): Promise<void> {
  await database.raw(
    'CREATE TABLE IF NOT EXISTS migration_hashes (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const applied = await database<{ name: string; sha256: string }>('migration_hashes').select('name', 'sha256')
  const hashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const changed = applied.filter(({ name, sha256 }) => hashes.has(name) && hashes.get(name) !== sha256)
  if (changed.length > 0) {
    throw new Error(`Migrations were changed after they ran: ${changed.map(({ name }) => name).join(', ')}`)
  }
}

async function applyMissing(
  database: Knex,
  migrations: readonly Migration[],
  onApplied: (name: string) => void,
): Promise<void> {
  const migrator = database.migrate
  const config: Knex.MigratorConfig = { migrationSource: sourceOf(migrations), tableName: 'migrations' }
  // Creates knex's own tables; only then is there a lock to free.
  await migrator.list(config)
  await migrator.forceFreeMigrationsLock(config)
  // One at a time: `latest` would put all of them into one transaction.
  for (;;) {
    const [, names] = (await migrator.up(config)) as [number, string[]]
    if (names.length === 0) return
    names.forEach(onApplied)
  }
}

function sourceOf(migrations: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: ({ name }) => name,
    getMigration: ({ name, sql, sha256 }) =>
      Promise.resolve({
        async up(transaction: Knex) {
          const connection = await connectionOf(transaction)
          await connection.query(sql)
          await transaction('migration_hashes').insert({ name, sha256 })
        },
        down: () => Promise.reject(new Error('Migrations only go forward.')),
      }),
  }
}
