import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPool, isConnectionFailure, toDependencyError } from '@ats/service-kit/db'
import { DependencyError } from '@ats/service-kit/process'
import { createTestDatabase, startFaultProxy, type FaultProxy, type TestDatabase } from '@ats/test-kit'
import type { Pool } from 'pg'

let database: TestDatabase
let proxy: FaultProxy
let proxiedUrl: string
const pools: Pool[] = []

const open = (connectionString = database.url, options = {}) => {
  const pool = createPool({ connectionString, max: 2, applicationName: 'kit-test', ...options })
  pools.push(pool)
  return pool
}

beforeAll(async () => {
  database = await createTestDatabase('wallet')
  const url = new URL(database.url)
  proxy = await startFaultProxy({ targetPort: Number(url.port) })
  url.port = String(proxy.port)
  proxiedUrl = url.href
})

afterAll(async () => {
  await proxy.mode('forward')
  await Promise.all(pools.map((pool) => pool.end()))
  await proxy.close()
  await database.drop()
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

it('bounds every wait on the server, and says who it is', async () => {
  const { rows } = await open().query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name') ORDER BY name`,
  )
  expect(rows).toEqual([
    { name: 'application_name', setting: 'kit-test' },
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: '2000' },
    { name: 'statement_timeout', setting: '3000' },
  ])
})

it('keeps its connections through a silence', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  try {
    const pool = open()
    const backend = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
    const before = await backend()
    jest.advanceTimersByTime(24 * 3_600_000)
    expect(await backend()).toBe(before)
  } finally {
    jest.useRealTimers()
  }
})

it('keeps numbers that JavaScript cannot hold as text; times as dates, or as text when configured', async () => {
  const sql = `SELECT 12345678901234567890.123456789012345678::numeric AS n, 9007199254740993::int8 AS i,
                      '2030-01-01T00:00:00.123456Z'::timestamptz AS t`
  const plain = (await open().query<{ n: string; i: string; t: Date }>(sql)).rows[0]!
  expect(plain).toEqual({
    n: '12345678901234567890.123456789012345678',
    i: '9007199254740993',
    t: new Date('2030-01-01T00:00:00.123Z'),
  })
  const exact = open(database.url, { timestampsAsText: true })
  await exact.query("SET TIME ZONE 'UTC'")
  expect((await exact.query<{ t: string }>(sql)).rows[0]!.t).toBe('2030-01-01 00:00:00.123456+00')
})

it('reads a long result in turns of the event loop', async () => {
  const client = await open().connect()
  const { stream } = (client as unknown as { connection: { stream: NodeJS.ReadableStream } }).connection
  const inTurns = [0]
  stream.on('data', ({ length }: Buffer) => (inTurns[inTurns.length - 1]! += length))
  let isOver = false
  const turn = (): void => {
    inTurns.push(0)
    if (!isOver) setImmediate(turn)
  }
  turn()
  const { rows } = await client.query('SELECT n, repeat($1, 1000) AS text FROM generate_series(1, 20000) n', ['x'])
  isOver = true
  client.release()
  expect(rows).toHaveLength(20_000)
  expect(rows.at(-1)).toEqual({ n: 20_000, text: 'x'.repeat(1_000) })
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(2 * 65_536)
})

it('a refusal of Postgres is no connection failure', async () => {
  for (const sql of ['SELECT 1 / 0', 'SELECT nonsense', "SELECT 'x'::uuid"]) {
    const error = await failureOf(open().query(sql))
    expect(error).toBeInstanceOf(Error)
    expect(isConnectionFailure(error)).toBe(false)
    expect(toDependencyError(error)).toMatchObject({ dependency: 'postgres', message: 'Postgres failed', cause: error })
  }
  expect(isConnectionFailure(new TypeError('x'))).toBe(false)
  expect(isConnectionFailure('x')).toBe(false)
})

it('a closed port, an unknown host and a terminated backend are', async () => {
  const terminated = failureOf(open().query('SELECT pg_terminate_backend(pg_backend_pid())'))
  const refused = failureOf(open('postgres://u:p@127.0.0.1:1/d').query('SELECT 1'))
  const unknown = failureOf(open('postgres://u:p@nowhere.invalid:5432/d').query('SELECT 1'))
  for (const error of await Promise.all([terminated, refused, unknown])) {
    expect(isConnectionFailure(error)).toBe(true)
  }
})

it('an error is wrapped once', () => {
  const error = new DependencyError('wallet', 'x')
  expect(toDependencyError(error)).toBe(error)
})

it('a connection lost while in use fails its query and nothing else, and the pool recovers', async () => {
  const pool = open(proxiedUrl)
  const client = await pool.connect()
  await client.query('BEGIN')
  await proxy.mode('reset')
  const error = await failureOf(client.query('SELECT 1'))
  expect(isConnectionFailure(error)).toBe(true)
  client.release(true)
  await proxy.mode('forward')
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('connections lost while idle or taken but unused do not end the process', async () => {
  const pool = open(proxiedUrl)
  const taken = await pool.connect()
  await pool.query('SELECT 1')
  await proxy.mode('reset')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await proxy.mode('forward')
  taken.release()
  expect(isConnectionFailure(await failureOf(Promise.reject(new Error('Connection terminated unexpectedly'))))).toBe(
    true,
  )
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('a server that is silent is given up on', async () => {
  const pool = open(proxiedUrl)
  await pool.query('SELECT 1')
  await proxy.mode('hang')
  const [running, waiting] = await Promise.all([
    failureOf(pool.query('SELECT 1')),
    failureOf(open(proxiedUrl).query('SELECT 1')),
  ])
  expect(isConnectionFailure(running)).toBe(true)
  expect(isConnectionFailure(waiting)).toBe(true)
  await proxy.mode('forward')
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('a query may have a time limit of its own, in which a later answer is ignored', async () => {
  const pool = open()
  const client = await pool.connect()
  const query = { text: 'SELECT pg_sleep(0.2), 1 AS one', query_timeout: 50 }
  const error = await failureOf(client.query(query))
  expect(error).toMatchObject({ message: 'Query read timeout' })
  expect(isConnectionFailure(error)).toBe(true)
  // It answers later, and its result is not taken for that of the next query.
  expect((await client.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
  client.release()
  const patient = { ...query, query_timeout: 60_000 }
  expect((await pool.query<{ one: number }>(patient)).rows).toMatchObject([{ one: 1 }])
})

it('errors have the stack of the caller', async () => {
  const client = await open().connect()
  const error = await failureOf(client.query('SELECT nonsense'))
  client.release()
  expect((error as Error).stack).toContain(__filename)
})

/** Asks 400 times for 100 KB, and prints how many bytes that leaves in the old generation. */
const ASKING = `
  const { getHeapSpaceStatistics } = require('node:v8')
  const { createPool } = require(process.argv[1])
  const oldBytes = () => getHeapSpaceStatistics()
    .filter(({ space_name: name }) => /^(old|large_object)_space$/.test(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)
  const run = async () => {
    const pool = createPool({ connectionString: process.argv[2], max: 1, applicationName: 'kit-test', timeoutFactor: 20 })
    const client = process.argv[3] === 'client' ? await pool.connect() : pool
    const askOften = async () => {
      for (let count = 1; count <= 400; count++) {
        await client.query('SELECT $1::text AS text', [count + '-'.repeat(99_000)])
        if (count % 20 === 0) gc({ type: 'minor' })
      }
      gc({ type: 'minor' })
    }
    await askOften()
    gc()
    const before = oldBytes()
    await askOften()
    console.log(oldBytes() - before)
    process.exit()
  }
  void run()`

it.each(['client', 'pool'])('by a %s: no query and no result stays in the old generation', async (by) => {
  // A process of its own, with the flag that services set: what V8 has learnt from other tests would count.
  const flags = ['--expose-gc', '--no-allocation-site-pretenuring']
  const kit = join(__dirname, '..', 'dist', 'db')
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', ASKING, kit, database.url, by])
  expect(stdout).toMatch(/^-?\d+\n$/)
  // Of 40 MB that were sent, and as many that were read.
  expect(Number(stdout)).toBeLessThan(8_000_000)
})
