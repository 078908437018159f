import { createHash } from 'node:crypto'
import { Client } from 'pg'
import {
  createKey,
  newUser,
  NEXT_SERVICE_TOKEN,
  SERVICE_TOKEN,
  startTestWallet,
  type CreatedKey,
  type TestWallet,
} from './start-test-wallet.js'

const GATEWAY_SECRET = 'gateway-secret-0123456789-0123456789'

let wallet: TestWallet
let keys: readonly CreatedKey[]
const user = newUser()

/** Uses keys in every way they can be used, and breaks what can be broken. */
beforeAll(async () => {
  wallet = await startTestWallet({ env: { GATEWAY_HMAC_SECRETS: GATEWAY_SECRET } })
  keys = await Promise.all(Array.from({ length: 9 }, () => createKey(wallet, user)))
  const [first, second] = keys as [CreatedKey, CreatedKey]
  const validate = (body: unknown, headers = {}) => wallet.internal.post('/api/api-keys/validate', { body, headers })
  for (const { key, secret } of keys) await validate({ key, secret, ip: '203.0.113.9' })
  await validate({ key: first.key, secret: second.secret, ip: '203.0.113.9' })
  await validate({ key: first.key, secret: first.secret })
  await validate(
    { key: first.secret, secret: first.key, ip: '203.0.113.9' },
    { authorization: `Bearer ${first.secret}` },
  )
  await wallet.api.get(`/api/api-keys/${first.key}?secret=${first.secret}`, {
    headers: { 'x-api-secret': first.secret },
  })
  await wallet.api.delete(`/api/api-keys/${first.secret}`, { headers: user })
  await wallet.api.get('/api/api-keys', { headers: { 'x-request-id': first.secret } })
  await wallet.api.post('/api/api-keys', { headers: user, body: { label: first.secret, permissions: [second.secret] } })
  await wallet.api.delete(`/api/api-keys/${second.apiKey.id}`, { headers: user })
  await withDatabase(async (client) => {
    await client.query('ALTER TABLE api_keys RENAME TO hidden')
    await validate({ key: first.key, secret: first.secret, ip: '203.0.113.9' })
    await wallet.api.post('/api/api-keys', { headers: user, body: { label: 'l', permissions: ['TRADE'] } })
    await client.query('ALTER TABLE hidden RENAME TO api_keys')
  })
})

afterAll(() => wallet.stop())

async function withDatabase<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: wallet.databaseUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('no line of the log holds a key, a secret, a token or a digest, at the finest level', () => {
  const entries = wallet.logs.entries()
  const text = wallet.logs.text()

  expect(entries.filter(({ level }) => level === 20).length).toBeGreaterThan(20)
  expect(entries.filter(({ level }) => level === 50).length).toBeGreaterThanOrEqual(2)
  const issued = keys.flatMap(({ key, secret }) => [key.slice(7), secret.slice(7), sha256(key), sha256(secret)])
  for (const hidden of [...issued, SERVICE_TOKEN, NEXT_SERVICE_TOKEN, GATEWAY_SECRET])
    expect(text).not.toContain(hidden)
})

it('the database holds no plaintext: only the prefix and two digests of each key', async () => {
  const rows = await withDatabase(async (client) => {
    const tables = await client.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    const rows: string[] = []
    for (const { name } of tables.rows) {
      const dump = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
      rows.push(...dump.rows.map(({ row }) => row))
    }
    return rows
  })
  const dump = rows.join('\n')

  for (const { key, secret } of keys) {
    expect(dump).toContain(sha256(key))
    expect(dump).toContain(sha256(secret))
    for (const hidden of [key, secret, key.slice(7), secret.slice(7), secret.slice(7, 23)])
      expect(dump).not.toContain(hidden)
  }
})

it('no answer repeats a secret but the one that created it', async () => {
  const [{ key, secret }] = keys as [CreatedKey]
  const answers = await Promise.all([
    wallet.api.get('/api/api-keys', { headers: user }),
    wallet.api.get(`/api/api-keys/${secret}`),
    wallet.api.post('/api/api-keys', { headers: user, body: { label: 'l', permissions: [secret], expiresAt: secret } }),
    wallet.api.post('/api/api-keys', {
      headers: user,
      body: { label: 'l', permissions: ['TRADE'], ipWhitelist: [secret] },
    }),
    wallet.internal.post('/api/api-keys/validate', { body: { key, secret, ip: '203.0.113.9' } }),
    wallet.internal.post('/api/api-keys/validate', { body: { key, secret, ip: secret.repeat(2), scope: secret } }),
  ])
  for (const { text } of answers) expect(text).not.toContain(secret)
})
