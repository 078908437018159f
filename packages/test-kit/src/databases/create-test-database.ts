import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@ats/service-kit/db'
import { ensureServiceDatabase } from '@ats/local-stack'
import pg from 'pg'

export interface TestDatabase {
  /** Connection string of the role that owns the database, as the service gets it. */
  readonly url: string
  drop(): Promise<void>
}

export type ServiceName = 'wallet' | 'trading-engine'

const SERVICES_DIR = join(__dirname, '..', '..', '..', '..', 'services')
const ROLE_PASSWORD = 'test'

/**
 * A fresh, migrated database of the service: a copy of a template that the first caller of the run makes from the
 * service's migrations.
 */
export async function createTestDatabase(service: ServiceName): Promise<TestDatabase> {
  const superuserUrl = process.env['POSTGRES_TEST_URL']
  if (superuserUrl === undefined) throw new Error('POSTGRES_TEST_URL is not set: the jest global setup has not run')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(superuserUrl, async (client) => {
    const template = await ensureTemplate(client, superuserUrl, service)
    await client.query(`create database ${name} template ${template.name} owner ${template.role} strategy file_copy`)
  })
  return {
    url: urlOf(superuserUrl, roleOf(service), name),
    drop: () =>
      withClient(superuserUrl, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

interface Template {
  readonly name: string
  readonly role: string
}

// Test files run in parallel processes: the lock lets one of them build the template while the others wait for it.
async function ensureTemplate(client: pg.Client, superuserUrl: string, service: ServiceName): Promise<Template> {
  const directory = join(SERVICES_DIR, service, 'migrations')
  const role = roleOf(service)
  const name = `template_${role}_${hashMigrations(directory)}`
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await buildTemplate(client, superuserUrl, { name, role }, directory)
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  }
  return { name, role }
}

// A run connects thousands of times, and each would hash the password 4096 times, on both sides. Known since Postgres
// 16.
const QUICK_PASSWORDS = "select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'"

async function buildTemplate(
  client: pg.Client,
  superuserUrl: string,
  { name, role }: Template,
  directory: string,
): Promise<void> {
  await client.query('select pg_advisory_lock(1)') // two services' templates must not make their roles concurrently
  try {
    await ensureServiceDatabase(superuserUrl, { name: role, password: ROLE_PASSWORD })
    await client.query(`${QUICK_PASSWORDS}; alter role ${role} password '${ROLE_PASSWORD}'`)
  } finally {
    await client.query('select pg_advisory_unlock(1)')
  }
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished} owner ${role}`)
  await migrate({ connectionString: urlOf(superuserUrl, role, unfinished), directory })
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

/** The database of the service on another server than that of the tests, migrated. Returns its URL. */
export async function buildServiceDatabase(superuserUrl: string, service: ServiceName): Promise<string> {
  const url = await ensureServiceDatabase(superuserUrl, { name: roleOf(service), password: ROLE_PASSWORD })
  await migrate({ connectionString: url, directory: join(SERVICES_DIR, service, 'migrations') })
  return url
}

function hashMigrations(directory: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(directory).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(directory, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

function roleOf(service: ServiceName): string {
  return service === 'wallet' ? 'wallet' : 'trading'
}

function urlOf(superuserUrl: string, role: string, database: string): string {
  return `postgres://${role}:${ROLE_PASSWORD}@${new URL(superuserUrl).host}/${database}`
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
