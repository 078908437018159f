import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { createTestDatabase, startFaultProxy, type FaultMode, type TestDatabase } from '@ats/test-kit'
import { Client } from 'pg'

let database: TestDatabase
let client: Client
let directory: string
let schemas = 0
let connectionString: string

beforeAll(async () => {
  database = await createTestDatabase('wallet')
  client = new Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Each test has an empty schema and an empty directory. */
beforeEach(async () => {
  const schema = `migrations_${++schemas}`
  await client.query(`CREATE SCHEMA ${schema}`)
  await client.query(`SET search_path = ${schema}`)
  connectionString = `${database.url}?options=-c%20search_path%3D${schema}`
  directory = await mkdtemp(join(tmpdir(), 'migrations-'))
})

afterEach(() => rm(directory, { recursive: true }))

const write = (name: string, sql: string) => writeFile(join(directory, name), sql)
const run = () => migrate({ connectionString, directory })

it('runs what is missing, in order, several statements at a time, and says what it ran', async () => {
  await write('0002_fill.sql', `INSERT INTO things VALUES ('?'), ('$1'), ('{"a": "\\?"}'); -- really?`)
  await write('0001_things.sql', 'CREATE TABLE things (name text); CREATE INDEX ON things (name);')
  await write('README.md', 'not a migration')

  expect(await run()).toEqual(['0001_things.sql', '0002_fill.sql'])
  expect(await run()).toEqual([])
  await write('0003_more.sql', "INSERT INTO things VALUES ('more')")
  expect(await run()).toEqual(['0003_more.sql'])

  const { rows } = await client.query<{ name: string }>('SELECT name FROM things')
  expect(rows.map(({ name }) => name)).toEqual(['?', '$1', '{"a": "\\?"}', 'more'])
})

describe('a database that cannot be reached yet', () => {
  const things = () => write('0001_things.sql', 'CREATE TABLE things (name text)')
  const through = (port: number): string => {
    const url = new URL(connectionString)
    url.host = `127.0.0.1:${port}`
    return url.href
  }

  it.each<FaultMode>(['refuse', 'reset'])('is tried again (%s)', async (fault) => {
    await things()
    const proxy = await startFaultProxy({ targetPort: Number(new URL(connectionString).port) })
    const told: unknown[] = []
    try {
      await proxy.mode(fault)
      const logger = createLogger({ service: 'test', level: 'silent' })
      logger.warn = (...args: unknown[]) => {
        told.push(args[1])
        if (told.length === 2) void proxy.mode('forward')
      }
      const url = through(proxy.port)
      expect(await migrate({ connectionString: url, directory, logger, waitMs: 60_000 })).toEqual(['0001_things.sql'])
      expect(told).toEqual(Array(2).fill('the database cannot be reached yet: trying again'))
      await proxy.mode(fault)
      await expect(migrate({ connectionString: url, directory })).rejects.toThrow(/refused|reset|terminated/i)
    } finally {
      await proxy.close()
    }
  })

  it('is not waited for where waiting would change nothing', async () => {
    const url = new URL(connectionString)
    url.pathname = '/not_there'
    await expect(migrate({ connectionString: url.href, directory, waitMs: 60_000 })).rejects.toThrow(
      '"not_there" does not exist',
    )
  })
})

it('does not mind a number that is missing, and runs it when it comes later', async () => {
  await write('0001_things.sql', 'CREATE TABLE things (name text)')
  await write('0003_more.sql', "INSERT INTO things VALUES ('third')")
  expect(await run()).toEqual(['0001_things.sql', '0003_more.sql'])

  await write('0002_between.sql', "INSERT INTO things VALUES ('second')")
  expect(await run()).toEqual(['0002_between.sql'])
  expect(await run()).toEqual([])
})

it('rolls a failing migration back, keeps those before it, and goes on once it is corrected', async () => {
  await write('0001_good.sql', 'CREATE TABLE good ()')
  await write('0002_bad.sql', 'CREATE TABLE half (); SELECT nonsense')
  await expect(run()).rejects.toThrow(/nonsense/)
  const { rows } = await client.query("SELECT to_regclass('good') AS good, to_regclass('half') AS half")
  expect(rows).toEqual([{ good: 'good', half: null }])

  await write('0002_bad.sql', 'CREATE TABLE half ()')
  expect(await run()).toEqual(['0002_bad.sql'])
})

it('refuses a migration that was changed after it ran, and runs nothing then', async () => {
  await write('0001_a.sql', 'CREATE TABLE a ()')
  await run()
  await write('0001_a.sql', 'CREATE TABLE a (b int)')
  await write('0002_b.sql', 'CREATE TABLE b ()')
  await expect(run()).rejects.toThrow('changed after they ran: 0001_a.sql')
  expect((await client.query("SELECT to_regclass('b') AS b")).rows).toEqual([{ b: null }])
})

it('refuses when a migration that ran is missing', async () => {
  await write('0001_a.sql', 'CREATE TABLE a ()')
  await run()
  await rm(join(directory, '0001_a.sql'))
  await write('0002_b.sql', 'CREATE TABLE b ()')
  await expect(run()).rejects.toThrow(/0001_a/)
})

it.each(['1_a.sql', '0001-a.sql', '0001_A.sql'])('refuses the name %s', async (name) => {
  await write(name, 'SELECT 1')
  await expect(run()).rejects.toThrow(name)
})

it('processes that start together wait for each other', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (); SELECT pg_sleep(0.2)')
  const applied = await Promise.all([run(), run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_a.sql'])
})

it('goes on after a process that was killed while it migrated', async () => {
  await write('0001_a.sql', 'CREATE TABLE a ()')
  await run()
  await client.query('UPDATE migrations_lock SET is_locked = 1')
  await write('0002_b.sql', 'CREATE TABLE b ()')
  expect(await run()).toEqual(['0002_b.sql'])
})
