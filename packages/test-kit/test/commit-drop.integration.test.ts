import pg from 'pg'
import { createTestDatabase, startFaultProxy, type FaultProxy, type TestDatabase } from '@ats/test-kit'

let database: TestDatabase
let proxy: FaultProxy
let direct: pg.Pool
const clients: pg.Client[] = []

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  direct = new pg.Pool({ connectionString: database.url, max: 1 })
  await direct.query('create table notes (text text unique)')
  proxy = await startFaultProxy({ targetPort: Number(new URL(database.url).port) })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)))
})
afterAll(async () => {
  await proxy.close()
  await direct.end()
  await database.drop()
})

async function connect(): Promise<pg.Client> {
  const url = new URL(database.url)
  url.port = String(proxy.port)
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => undefined)
  clients.push(client)
  await client.connect()
  return client
}

const write = (client: pg.Client, text: string) =>
  client.query({ name: 'write_note', text: 'insert into notes values ($1)', values: [text] })

async function isStored(text: string): Promise<boolean> {
  return (await direct.query('select from notes where text = $1', [text])).rowCount === 1
}

test('the answer of the k-th write is lost, what it wrote is not, and later writes are answered', async () => {
  const client = await connect()
  const dropped = proxy.dropCommitAnswer(2)
  await write(client, 'first')
  await client.query('select 1')
  await expect(write(client, 'second')).rejects.toThrow()
  await dropped
  expect(await isStored('second')).toBe(true)
  await write(await connect(), 'third')
})

test('a write inside a transaction is answered; the answer of its commit is lost', async () => {
  const client = await connect()
  const dropped = proxy.dropCommitAnswer(1)
  await client.query('begin')
  await write(client, 'inside')
  await expect(client.query('commit')).rejects.toThrow()
  await dropped
  expect(await isStored('inside')).toBe(true)
})

test('a write that fails, and a statement of another name, are no commits', async () => {
  const client = await connect()
  await write(client, 'taken')
  const dropped = proxy.dropCommitAnswer(1)
  await expect(write(client, 'taken')).rejects.toMatchObject({ code: '23505' })
  await client.query({ name: 'read', text: 'select text from notes where text = $1', values: ['taken'] })
  await expect(write(client, 'the last')).rejects.not.toHaveProperty('code', '23505')
  await dropped
  expect(await isStored('the last')).toBe(true)
})
