import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { WebhookEndpointsResponse } from '@ats/contracts'
import { Client } from 'pg'
import { parseEncryptionKey } from '../src/fields/encryption-keys.js'
import { createWebhookCipher } from '../src/store/webhook-cipher.js'
import { createKey, newUser, startTestWallet, type CreatedKey, type TestWallet } from './start-test-wallet.js'

const SCRIPT = join(__dirname, '..', 'dist', 'rotate-webhook-secret-keys.js')
const HOOK = 'https://example.com/hook'

const encryptionKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const OLD = encryptionKey('old')
const NEW = encryptionKey('new')

/** More than the command does in one go. */
const COPIES = 1_200

let wallet: TestWallet
let client: Client
const user = newUser()
let key: CreatedKey
let rotatedSecret: string

beforeAll(async () => {
  wallet = await startTestWallet({ env: { WEBHOOK_SECRET_KEYS: OLD } })
  client = new Client({ connectionString: wallet.databaseUrl })
  await client.connect()
  key = await createKey(wallet, user, { webhookUrl: HOOK })
  const path = `/api/api-keys/${key.apiKey.id}/rotate-webhook-secret`
  rotatedSecret = (await wallet.api.post<{ webhookSecret: string }>(path, { headers: user })).body.webhookSecret
})

afterAll(async () => {
  await client.end()
  await wallet.stop()
})

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Ends the command with SIGKILL as soon as it has said something that matches. */
function run(keys: string, killAt?: RegExp): Promise<Ended> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: wallet.databaseUrl, WEBHOOK_SECRET_KEYS: keys }
  const child = spawn(process.execPath, [SCRIPT], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    if (killAt?.test(stdout) === true) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })))
}

/** Under which keys the secrets are. */
async function encryptionKeyIds(): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT DISTINCT encryption_key_id AS id FROM webhook_secrets')
  return rows.map(({ id }) => id).sort()
}

/** The secrets that a wallet with these keys tells the engine. */
async function secretsSeenWith(keys: string): Promise<readonly string[]> {
  const other = await startTestWallet({ databaseUrl: wallet.databaseUrl, env: { WEBHOOK_SECRET_KEYS: keys } })
  try {
    const { body } = await other.internal.get<WebhookEndpointsResponse>(
      `/api/internal/webhook-endpoints?userId=${user['x-user-id']}`,
    )
    return body.endpoints.flatMap(({ secrets }) => secrets)
  } finally {
    await other.stop()
  }
}

/** Keys of others, each with a secret that was encrypted for it by hand. */
async function addKeys(count: number): Promise<void> {
  const cipher = createWebhookCipher([parseEncryptionKey(OLD)])
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO api_keys (id, user_id, label, key_prefix, key_hash, secret_hash, permissions, ip_whitelist, created_at)
     SELECT gen_random_uuid(), 'copy-' || n, label, key_prefix, sha256(n::text::bytea), secret_hash, permissions,
            ip_whitelist, created_at
       FROM api_keys, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING id`,
    [key.apiKey.id, count],
  )
  const secrets = rows.map(({ id }) => cipher.encrypt('whsec_copy', id))
  await client.query(
    `INSERT INTO webhook_secrets (id, api_key_id, encryption_key_id, nonce, ciphertext, created_at)
     SELECT gen_random_uuid(), api_key_id, 'old', nonce, ciphertext, now()
       FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS s (api_key_id, nonce, ciphertext)`,
    [rows.map(({ id }) => id), secrets.map(({ nonce }) => nonce), secrets.map(({ ciphertext }) => ciphertext)],
  )
}

it('re-encrypts everything, also when it is killed midway and then run twice concurrently', async () => {
  await addKeys(COPIES)
  // Its last batch waits for this secret: it cannot be done before it is killed.
  await client.query('BEGIN')
  await client.query('SELECT FROM webhook_secrets ORDER BY id DESC LIMIT 1 FOR UPDATE')
  const killed = await run(`${NEW},${OLD}`, /re-encrypting webhook secrets[^]*re-encrypting webhook secrets/)
  await client.query('ROLLBACK')
  expect(killed.signal).toBe('SIGKILL')
  expect(await encryptionKeyIds()).toEqual(['new', 'old'])
  expect(await secretsSeenWith(`${NEW},${OLD}`)).toEqual([rotatedSecret, key.webhookSecret])

  const [one, other] = await Promise.all([run(`${NEW},${OLD}`), run(`${NEW},${OLD}`)])

  expect([one.code, other.code, one.stderr, other.stderr]).toEqual([0, 0, '', ''])
  expect(one.stdout).toContain('every webhook secret is under the newest key')
  expect(await encryptionKeyIds()).toEqual(['new'])
  expect(await secretsSeenWith(NEW)).toEqual([rotatedSecret, key.webhookSecret])
  for (const secret of [rotatedSecret, OLD, NEW].map((text) => text.slice(6)))
    expect(killed.stdout + one.stdout + other.stdout).not.toContain(secret)
})

it('has nothing to do the second time', async () => {
  const { code, stdout } = await run(NEW)
  expect(code).toBe(0)
  expect(stdout).not.toContain('re-encrypting webhook secrets')
  expect(JSON.parse(stdout)).toMatchObject({ count: 0, encryption_key: 'new' })
})

it('says in one line what is missing, changes nothing and exits with 1', async () => {
  const third = encryptionKey('third')
  const lacking = await run(third)
  expect(lacking.code).toBe(1)
  expect(lacking.stderr.trim().split('\n')).toEqual([
    expect.stringContaining('WEBHOOK_SECRET_KEYS lacks the key "new"'),
  ])
  expect(await encryptionKeyIds()).toEqual(['new'])

  const malformed = await run('third:short')
  expect(malformed).toMatchObject({ code: 1, stdout: '' })
  expect(malformed.stderr).toContain('- WEBHOOK_SECRET_KEYS')
})
