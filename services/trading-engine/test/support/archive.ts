/**
 * Records the answers and events of a version together with the database it left behind: every later version has to
 * repeat them to the byte, whatever its migrations do to the rows.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@ats/service-kit/db'
import { createTestDatabase, type IssuedKey, type TestDatabase } from '@ats/test-kit'
import { Client, type Pool } from 'pg'
import { OPERATOR_TOKEN, type TestEngine } from './engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from './plans/insert-plan.js'

export interface Archive {
  /** The latest migration of the version. */
  readonly migration: string
  readonly userId: string
  /** Requests that carry a deduplication id, and what they were answered. */
  readonly calls: readonly Call[]
  /** `GET …/events` of each account, by its id. */
  readonly events: Readonly<Record<string, string>>
  /** The rows of each table as JSON text: no number is read as a float on the way. */
  readonly rows: Readonly<Record<string, string>>
}

export interface Call {
  readonly path: string
  readonly isOperator: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly status: number
  readonly text: string
}

const MIGRATIONS = join(__dirname, '..', '..', 'migrations')
/** In an order in which rows may refer to earlier ones. */
const TABLES = [
  'plans',
  'settings',
  'accounts',
  'commands',
  'orders',
  'positions',
  'fills',
  'transfers',
  'events',
  'breaches',
  'trading_days',
  'operator_audit',
  'webhook_cursors',
]

const order = (clientId: string, fields: Readonly<Record<string, unknown>>) => ({
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'MARKET',
  quantity: 0.1,
  client_id: clientId,
  ...fields,
})

/** Orders that come to every kind of answer: filled, resting, in part, flipped, bracketed, ended, refused. */
const ORDERS: readonly Readonly<Record<string, unknown>>[] = [
  order('filled', {}),
  order('filled.as.text', { query: '?decimals=string', quantity: '0.123' }),
  order('rests', { kind: 'LIMIT', price: 50_000, tif: 'GTC' }),
  order('post-only', { kind: 'LIMIT', price: 50_000.5, tif: 'GTX' }),
  order('until:later', { kind: 'LIMIT', price: 50_001, tif: 'GTD', expires_at: '2099-01-01T00:00:00Z' }),
  order('in_part', { kind: 'LIMIT', tif: 'IOC', price: 60_001, quantity: 100 }),
  order('nothing', { kind: 'LIMIT', tif: 'IOC', price: 50_000 }),
  order('stop', { kind: 'STOP', side: 'SELL', trigger_price: 55_000, flags: { reduce_only: true } }),
  order('take', { kind: 'TAKE_PROFIT', side: 'SELL', trigger_price: 90_000, price: 89_999, quantity: 0.05 }),
  order('flips', { side: 'SELL', quantity: 10 }),
  order('too-large', { kind: 'LIMIT', price: 50_000, quantity: 1_000 }),
  order('would-open', { symbol: 'ETH-USD', side: 'SELL', flags: { reduce_only: true } }),
  order('moved-to-the-grid', { kind: 'LIMIT', price: 50_000.123456, quantity: 0.2 }),
]

export async function recordArchive(engine: TestEngine): Promise<Archive> {
  await insertPlan(engine.pool, 'archived', { exposure: WIDE_EXPOSURE, initial_balance: '1000000' })
  await engine.moveMarket('BTC-USD', 60_000)
  const { key } = engine.as()
  const { userId } = key.record
  const calls: Call[] = []
  const call = async (path: string, body: Readonly<Record<string, unknown>>, isOperator = false): Promise<string> => {
    const { status, text } = await send(engine, key, { path, body, isOperator })
    calls.push({ path, isOperator, body, status, text })
    return text
  }
  const opened = await call('/v1/accounts', { plan_id: 'archived', client_id: 'account' })
  const { id } = JSON.parse(opened) as { id: string }
  for (const { query = '', ...body } of ORDERS) await call(`/v1/order${String(query)}`, { account_id: id, ...body })
  await call(`/v1/account/${id}/close-position`, { symbol: 'BTC-USD', quantity: 0.01, client_id: 'close-some' })
  await call(`/v1/account/${id}/close-position`, { symbol: 'BTC-USD', client_id: 'close-all' })
  const entry = await call('/v1/order', { account_id: id, ...order('entry', { kind: 'LIMIT', price: 40_000 }) })
  const { order: parent } = JSON.parse(entry) as { order: { id: string } }
  const exit = { kind: 'STOP', side: 'SELL', trigger_price: 39_000, flags: { reduce_only: true } }
  await call('/v1/order', { account_id: id, ...order('exit', { ...exit, parent_order_id: parent.id }) })
  await call(`/v1/account/${id}/orders/cancel-all`, { client_id: 'cancel-all' })
  const capital = { direction: 'IN', amount: 1_000, reason: 'a gift', reference: 'gift' }
  await call(`/operator/v1/accounts/${id}/capital`, capital, true)
  // What carries no id is never asked for again; its events are.
  await send(engine, key, { path: '/v1/order', body: { account_id: id, ...order('', {}), client_id: undefined } })
  const { rows } = await engine.pool.query<{ name: string }>('select max(name) as name from migrations')
  return {
    migration: rows[0]!.name,
    userId,
    calls,
    events: { [id]: await readEvents(engine, key, id) },
    rows: await readRows(engine.pool),
  }
}

async function readRows(pool: Pool): Promise<Record<string, string>> {
  const rows: Record<string, string> = {}
  for (const table of TABLES) {
    const { rows: found } = await pool.query<{ text: string }>(
      `select coalesce(json_agg(t), '[]')::text as text from ${table} t`,
    )
    rows[table] = found[0]!.text
  }
  return rows
}

/** A database as the version left it, brought to the present by the migrations since. */
export async function restoreArchive({ migration, rows }: Archive): Promise<TestDatabase> {
  const database = await createTestDatabase('trading-engine')
  const early = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(MIGRATIONS))
    if (name <= migration) copyFileSync(join(MIGRATIONS, name), join(early, name))
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    await migrate({ connectionString: database.url, directory: early })
    await client.query(`truncate ${TABLES.join(', ')}, grants cascade`)
    for (const table of TABLES) {
      await client.query(`alter table ${table} disable trigger user`)
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        rows[table],
      ])
      await client.query(`alter table ${table} enable trigger user`)
    }
  } finally {
    await client.end()
    rmSync(early, { recursive: true })
  }
  await migrate({ connectionString: database.url, directory: MIGRATIONS })
  return database
}

/** Past the client that checks responses: what an older version said may lack fields of today. */
export async function send(
  { baseUrl, operatorUrl }: TestEngine,
  key: IssuedKey,
  { path, body, isOperator = false }: Pick<Call, 'path' | 'body'> & Partial<Call>,
): Promise<{ status: number; text: string; isReplay: boolean }> {
  const headers = isOperator ? { authorization: `Bearer ${OPERATOR_TOKEN}` } : key.headers
  const response = await fetch(`${isOperator ? operatorUrl : baseUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const isReplay = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, text: await response.text(), isReplay }
}

/** All events of the account, up to `limit` a page. */
export async function readEvents(
  { baseUrl }: TestEngine,
  key: IssuedKey,
  accountId: string,
  limit = 1_000,
): Promise<string> {
  const texts: string[] = []
  for (let after = 0, hasMore = true; hasMore;) {
    const response = await fetch(`${baseUrl}/v1/account/${accountId}/events?after=${after}&limit=${limit}`, {
      headers: key.headers,
    })
    hasMore = response.headers.get('x-has-more') === 'true'
    const text = await response.text()
    after = (JSON.parse(text) as { sequence: number }[]).at(-1)?.sequence ?? after
    texts.push(text.slice(1, -1))
  }
  return `[${texts.join(',')}]`
}
