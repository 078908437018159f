import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * True when the database has had exactly the migrations of the directory: then a start need not run them. In any doubt
 * false: then the service's own migration decides.
 */
export async function isMigrated(databaseUrl: string, directory: string): Promise<boolean> {
  if (!existsSync(directory)) return false
  const applied = await readApplied(databaseUrl)
  const wanted = readMigrations(directory)
  return applied?.size === wanted.size && [...wanted].every(([name, sha256]) => applied.get(name) === sha256)
}

function readMigrations(directory: string): ReadonlyMap<string, string> {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  return new Map(names.map((name) => [name, hash(readFileSync(join(directory, name)))]))
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function readApplied(databaseUrl: string): Promise<ReadonlyMap<string, string> | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined) // the connection ended: the query below says so
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration_hashes')
    return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  } catch {
    return undefined // a new database, or one we cannot read: the migration tells what is wrong with it
  } finally {
    await client.end()
  }
}
