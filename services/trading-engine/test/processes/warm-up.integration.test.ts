import { openRedis, type Redis } from '@ats/service-kit/db'
import { createRateLimit } from '@ats/service-kit/http'
import { createLogger } from '@ats/service-kit/process'
import {
  captureLogs,
  createTestDatabase,
  createTestPool,
  describeWithRedis,
  startOwnRedis,
  type TestDatabase,
  TEST_TIMEOUT_FACTOR,
} from '@ats/test-kit'
import { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { warmUp } from '../../src/compose/warm-up.js'
import type { DecidedEvent } from '../../src/core/model/events.js'
import { createAccountReader } from '../../src/store/accounts/load-account.js'
import { scriptContext } from '../support/market/scripted-world.js'

const script = scriptContext()
script.setPrice('BTC-USD', '60000', { depth: '1000' })
const options = {
  reader: createAccountReader(),
  shareTexts: (response: string, events: readonly DecidedEvent[]) => ({ response, events }),
  redis: null,
  getContext: () => ({ ...script.context(), newId: uuidv7 }),
  withinMs: 60_000,
}

let database: TestDatabase
let pool: Pool
let writePool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  // As many connections as readers: with one more, that of the list of plans might be asked what it has prepared.
  pool = createTestPool(database.url, { timestampsAsText: true, max: 4 })
  writePool = createTestPool(database.url, { timestampsAsText: true, max: 4 })
})

afterAll(async () => {
  await Promise.all([pool.end(), writePool.end()])
  await database.drop()
})

/** Every table with the number of its rows. */
async function stored(): Promise<readonly unknown[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
  return (await pool.query<{ name: string; rows: number }>(counts.join(' union all '))).rows
}

const preparedOn = async (on: Pool): Promise<readonly string[]> => {
  const { rows } = await on.query<{ name: string }>('select name from pg_prepared_statements order by name')
  return rows.map(({ name }) => name)
}

test('the statements of an order are planned, and no row of any table is written', async () => {
  const before = await stored()
  expect(before.length).toBeGreaterThan(10)
  await warmUp({ ...options, pool, writePool })
  expect(await stored()).toEqual(before)
  // A connection that is used a second after it was made is checked again, by a statement of its own.
  const prepared = (await preparedOn(writePool)).filter((name) => name !== 'check_primary')
  expect(prepared).toEqual(['write', 'write_notify'])
  expect(await preparedOn(pool)).toEqual(expect.arrayContaining(['load_accounts', 'load_positions']))
})

test('neither a database that is away nor one that never answers keeps a start from going on', async () => {
  const away = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  await warmUp({ ...options, pool: away, writePool: away })
  const silent = new Pool({ connectionString: database.url, max: 1 })
  const held = await silent.connect()
  await warmUp({ ...options, pool: silent, writePool: silent, withinMs: 20 })
  held.release()
  await Promise.all([away.end(), silent.end()])
})

describeWithRedis('Redis', () => {
  const logger = createLogger({ service: 'test', level: 'silent', destination: captureLogs().destination })
  let redis: Redis

  afterEach(() => redis.disconnect())

  test('keeps the script of the budgets, and nothing else', async () => {
    const server = await startOwnRedis()
    redis = openRedis(server.url, logger, { timeoutFactor: TEST_TIMEOUT_FACTOR })
    createRateLimit({ policy: 'test', limit: 1, redis })
    await warmUp({ ...options, redis, pool, writePool })
    expect([await redis.dbsize(), await redis.info('memory')]).toEqual([
      0,
      expect.stringMatching(/number_of_cached_scripts:1\r/),
    ])
    await server.stop()
  })

  test('may be away', async () => {
    redis = openRedis('redis://127.0.0.1:1', logger)
    createRateLimit({ policy: 'test', limit: 1, redis })
    await warmUp({ ...options, redis, pool, writePool, withinMs: 20 })
    expect(redis.status).not.toBe('ready')
  })
})
