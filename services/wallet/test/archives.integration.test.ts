/** Keys, secrets and audit of every version work under this one, whatever its migrations do to the rows. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { migrate } from '@ats/service-kit/db'
import { createTestDatabase, createTestPool, type TestDatabase } from '@ats/test-kit'
import type { Pool } from 'pg'
import { SERVICE_TOKEN, startTestWallet, type CreatedKey } from './start-test-wallet.js'

/** A database as a version left it, and what the version had answered. */
interface Archive {
  /** The latest migration of the version. */
  readonly migration: string
  readonly userId: string
  readonly created: readonly CreatedKey[]
  /** The id of the one that was revoked. */
  readonly revokedId: string
  readonly listed: readonly Readonly<Record<string, unknown>>[]
  readonly audit: readonly Readonly<Record<string, unknown>>[]
  /** The rows of each table as JSON text. */
  readonly rows: Readonly<Record<string, string>>
}

interface Installation {
  readonly url: string
  readonly internalUrl: string
  readonly pool: Pool
}

const FOLDER = join(__dirname, 'archives')
const MIGRATIONS = join(__dirname, '..', 'migrations')
/** In an order in which rows may refer to earlier ones. */
const TABLES = ['api_keys', 'audit', 'webhook_secrets', 'used_signatures']
const USER = 'a user of an earlier version'
const HEADERS = { 'x-user-id': USER, authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' }

const KEYS = [
  { label: 'reads', permissions: ['READ_ONLY'] },
  { label: 'trades', permissions: ['TRADE', 'MANAGE_ORDERS'], webhookUrl: 'https://example.com/hook' },
  { label: 'bound', permissions: ['TRADE'], ipWhitelist: ['203.0.113.0/24'], expiresAt: '2099-12-31' },
  { label: 'revoked', permissions: ['READ_ONLY'], webhookUrl: 'https://example.com/old' },
]

async function call<T>(url: string, method = 'GET', body?: object): Promise<{ status: number; body: T }> {
  const response = await fetch(url, { method, headers: HEADERS, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: response.status, body: (await response.json()) as T }
}

async function recordArchive({ url, internalUrl, pool }: Installation): Promise<Archive> {
  const created: CreatedKey[] = []
  for (const key of KEYS) created.push((await call<CreatedKey>(`${url}/api/api-keys`, 'POST', key)).body)
  const revokedId = created.at(-1)!.apiKey.id
  await call(`${url}/api/api-keys/${revokedId}`, 'DELETE')
  const rows: Record<string, string> = {}
  for (const table of TABLES) {
    const found = await pool.query<{ text: string }>(`select coalesce(json_agg(t), '[]')::text as text from ${table} t`)
    rows[table] = found.rows[0]!.text
  }
  const migrations = await pool.query<{ name: string }>('select max(name) as name from migrations')
  const { body: listed } = await call<Archive['listed']>(`${url}/api/api-keys`)
  const { body: audit } = await call<Archive['audit']>(`${internalUrl}/api/internal/audit`)
  return { migration: migrations.rows[0]!.name, userId: USER, created, revokedId, listed, audit, rows }
}

/** The database as the version left it, brought to the present by the migrations since. */
async function restoreArchive({ migration, rows }: Archive): Promise<TestDatabase> {
  const database = await createTestDatabase('wallet')
  const early = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(MIGRATIONS))
    if (name <= migration) copyFileSync(join(MIGRATIONS, name), join(early, name))
  const pool = createTestPool(database.url)
  try {
    await pool.query('drop schema public cascade; create schema public')
    await migrate({ connectionString: database.url, directory: early })
    for (const table of TABLES)
      await pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [rows[table]])
  } finally {
    await pool.end()
    rmSync(early, { recursive: true })
  }
  await migrate({ connectionString: database.url, directory: MIGRATIONS })
  return database
}

/** Fields that came later may be there as well. */
async function expectKept({ created, revokedId, listed, audit }: Archive, { url, internalUrl }: Installation) {
  expect((await call(`${url}/api/api-keys`)).body).toEqual(listed.map((key) => expect.objectContaining(key) as unknown))
  expect((await call(`${internalUrl}/api/internal/audit`)).body).toEqual(
    audit.map((entry) => expect.objectContaining(entry) as unknown),
  )
  for (const { apiKey, key, secret, webhookSecret } of created) {
    const { body } = await call(`${internalUrl}/api/api-keys/validate`, 'POST', { key, secret, ip: '203.0.113.9' })
    const { permissions } = apiKey
    expect(body).toMatchObject(apiKey.id === revokedId ? { valid: false } : { valid: true, permissions })
    if (webhookSecret === undefined || apiKey.id === revokedId) continue
    const endpoint = await call(`${internalUrl}/api/internal/webhook-endpoints/${apiKey.id}`)
    expect(endpoint.body).toMatchObject({ url: apiKey.webhookUrl, secrets: [webhookSecret] })
  }
}

async function expectUpgraded(archive: Archive): Promise<void> {
  const database = await restoreArchive(archive)
  const wallet = await startTestWallet({ databaseUrl: database.url })
  try {
    await expectKept(archive, wallet)
  } finally {
    await wallet.stop()
    await database.drop()
  }
}

const kept = readdirSync(FOLDER).filter((name) => name.endsWith('.gz'))

test.each(kept)('of %s', async (name) => {
  await expectUpgraded(JSON.parse(gunzipSync(readFileSync(join(FOLDER, name))).toString()) as Archive)
})

test('of the present, which RECORD_ARCHIVE=true keeps for versions to come', async () => {
  const wallet = await startTestWallet()
  const archive = await recordArchive(wallet)
  await wallet.stop()
  await expectUpgraded(archive)
  if (process.env['RECORD_ARCHIVE'] === 'true')
    writeFileSync(join(FOLDER, `${archive.migration}.json.gz`), gzipSync(JSON.stringify(archive)))
})
