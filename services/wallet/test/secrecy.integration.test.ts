import { createHash, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import type { WebhookEndpoint } from '@ats/contracts'
import { Client } from 'pg'
import { loadWalletConfig } from '../src/config.js'
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
const ENCRYPTION_KEY = randomBytes(32).toString('base64')
const HOOK = 'https://example.com/hook'

let wallet: TestWallet
let keys: readonly CreatedKey[]
/** Every signing secret that an answer has shown. */
const webhookSecrets: string[] = []
const user = newUser()

/** Uses keys in every way they can be used, and breaks what can be broken. */
beforeAll(async () => {
  wallet = await startTestWallet({
    env: { GATEWAY_HMAC_SECRETS: GATEWAY_SECRET, WEBHOOK_SECRET_KEYS: `main:${ENCRYPTION_KEY}` },
  })
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
  await useWebhooks(first, second)
  await wallet.api.delete(`/api/api-keys/${second.apiKey.id}`, { headers: user })
  await withDatabase(async (client) => {
    await client.query('ALTER TABLE api_keys RENAME TO hidden')
    await validate({ key: first.key, secret: first.secret, ip: '203.0.113.9' })
    await wallet.api.post('/api/api-keys', { headers: user, body: { label: 'l', permissions: ['TRADE'] } })
    await wallet.api.post('/api/api-keys', {
      headers: user,
      body: { label: 'l', permissions: ['TRADE'], webhookUrl: HOOK },
    })
    await wallet.internal.get(endpointOf(first))
    await client.query('ALTER TABLE hidden RENAME TO api_keys')
    await client.query(`UPDATE webhook_secrets SET ciphertext = ciphertext || '\\x00' WHERE api_key_id = $1`, [
      first.apiKey.id,
    ])
    await wallet.internal.get(endpointOf(first))
  })
})

afterAll(() => wallet.stop())

const endpointOf = ({ apiKey }: CreatedKey) => `/api/internal/webhook-endpoints/${apiKey.id}`

/** Shows secrets in every way they are shown, and sends them where they do not belong. */
async function useWebhooks(...users: readonly CreatedKey[]): Promise<void> {
  for (const { apiKey } of users) {
    const path = `/api/api-keys/${apiKey.id}`
    const set = await wallet.api.patch(path, { headers: user, body: { webhookUrl: HOOK } })
    const rotated = await wallet.api.post(`${path}/rotate-webhook-secret`, { headers: user })
    const shown = [set, rotated].map(({ body }) => String(body['webhookSecret']))
    webhookSecrets.push(...shown)
    for (const secret of shown) {
      await wallet.api.patch(path, { headers: user, body: { webhookSecret: secret, webhookUrl: `https://${secret}/` } })
      await wallet.api.patch(path, { headers: user, body: { label: 1, [secret]: secret } })
      await wallet.api.get(`/api/api-keys?secret=${secret}`, { headers: { ...user, 'x-request-id': secret } })
    }
    const { body } = await wallet.internal.get<WebhookEndpoint>(`/api/internal/webhook-endpoints/${apiKey.id}`)
    expect(body.secrets).toEqual([shown[1], shown[0]])
  }
}

/** The 32 bytes that sign, in every form in which they might be written. */
const formsOf = (webhookSecret: string) => {
  const encoded = webhookSecret.slice('whsec_'.length)
  const bytes = Buffer.from(encoded, 'base64')
  return [
    encoded,
    bytes.toString('hex'),
    Buffer.from(encoded).toString('hex'),
    bytes.toString('base64url'),
    sha256(webhookSecret),
  ]
}

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
  expect(webhookSecrets).toHaveLength(4)
  const signing = webhookSecrets.flatMap(formsOf)
  for (const hidden of [...issued, ...signing, ENCRYPTION_KEY, SERVICE_TOKEN, NEXT_SERVICE_TOKEN, GATEWAY_SECRET])
    expect(text).not.toContain(hidden)
})

it('an answer repeats no signing secret but those that showed it first, and that to our own services', async () => {
  const [first] = keys as [CreatedKey]
  const path = `/api/api-keys/${first.apiKey.id}`
  const answers = [
    await wallet.api.get('/api/api-keys', { headers: user }),
    await wallet.api.patch(path, { headers: user, body: { label: 'other', webhookUrl: `${HOOK}/other` } }),
    await wallet.api.post(`${path}/rotate-webhook-secret`, { headers: user }),
    await wallet.api.delete(path, { headers: user }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    for (const secret of webhookSecrets) expect(text).not.toContain(secret.slice(6))
  }
})

it('the configuration shows no encryption key, however it is printed', () => {
  const config = loadWalletConfig({
    DATABASE_URL: wallet.databaseUrl,
    SERVICE_TOKENS: SERVICE_TOKEN,
    WEBHOOK_SECRET_KEYS: `main:${ENCRYPTION_KEY}`,
  })
  const hex = Buffer.from(ENCRYPTION_KEY, 'base64').toString('hex')
  for (const text of [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })])
    for (const hidden of [ENCRYPTION_KEY, hex, hex.slice(0, 8)]) expect(text).not.toContain(hidden)
})

it('the database holds no plaintext: only the prefix and two digests of each key, and secrets that are encrypted', async () => {
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

  for (const hidden of [...webhookSecrets.flatMap(formsOf), ENCRYPTION_KEY]) expect(dump).not.toContain(hidden)
  expect(dump).not.toContain(Buffer.from(ENCRYPTION_KEY, 'base64').toString('hex'))
  expect(dump).not.toContain('whsec_')

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
