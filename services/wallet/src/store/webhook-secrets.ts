import type { WebhookEndpoint } from '@ats/contracts'
import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { asDependencyErrors } from './database.js'
import type { EncryptedSecret, WebhookCipher } from './webhook-cipher.js'

interface SecretRow {
  readonly encryption_key_id: string
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

interface EndpointRow extends SecretRow {
  readonly user_id: string
  readonly api_key_id: string
  readonly webhook_url: string
  readonly created_at: Date
}

interface StoredSecretRow extends SecretRow {
  readonly id: string
  readonly api_key_id: string
}

/** Makes `secret` the one that signs for the key from now on. It must not have one. */
export async function saveWebhookSecret(
  client: PoolClient,
  cipher: WebhookCipher,
  { apiKeyId, secret, createdAt }: { readonly apiKeyId: string; readonly secret: string; readonly createdAt: Date },
): Promise<void> {
  const { encryptionKeyId, nonce, ciphertext } = cipher.encrypt(secret, apiKeyId)
  await client.query(
    `INSERT INTO webhook_secrets (id, api_key_id, encryption_key_id, nonce, ciphertext, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [uuidv7(), apiKeyId, encryptionKeyId, nonce, ciphertext, createdAt],
  )
}

export async function hasWebhookSecret(client: PoolClient, apiKeyId: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM webhook_secrets WHERE api_key_id = $1 AND expires_at IS NULL', [
    apiKeyId,
  ])
  return rows.length > 0
}

/**
 * Lets the key's secret of today sign until `expiresAt` and no longer; one that was replaced before ends immediately.
 * @returns whether there was one
 */
export async function retireWebhookSecret(client: PoolClient, apiKeyId: string, expiresAt: Date): Promise<boolean> {
  await client.query('DELETE FROM webhook_secrets WHERE api_key_id = $1 AND expires_at IS NOT NULL', [apiKeyId])
  const { rowCount } = await client.query(
    'UPDATE webhook_secrets SET expires_at = $2 WHERE api_key_id = $1 AND expires_at IS NULL',
    [apiKeyId, expiresAt],
  )
  return rowCount === 1
}

/** A key of before there were secrets has a URL and none: nothing can be signed for it, so nothing is sent. */
const ENDPOINTS = `
  SELECT k.id AS api_key_id, k.user_id, k.webhook_url, k.created_at, s.encryption_key_id, s.nonce, s.ciphertext
    FROM api_keys k
    JOIN webhook_secrets s ON s.api_key_id = k.id AND (s.expires_at IS NULL OR s.expires_at > $2)
   WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AND k.webhook_url IS NOT NULL`

const IN_ORDER = 'ORDER BY k.created_at, k.id, s.expires_at DESC NULLS FIRST'

/** Loads the endpoints of the users' active keys, oldest first. */
export async function loadEndpointsOfUsers(
  pool: Pool,
  cipher: WebhookCipher,
  userIds: readonly string[],
  now: Date,
): Promise<readonly WebhookEndpoint[]> {
  const { rows } = await asDependencyErrors(() =>
    pool.query<EndpointRow>({
      name: 'load-endpoints-of-users',
      text: `${ENDPOINTS} AND k.user_id = ANY ($1::text[]) ${IN_ORDER}`,
      values: [userIds, now],
    }),
  )
  return toEndpoints(rows, cipher)
}

export async function loadEndpoint(
  pool: Pool,
  cipher: WebhookCipher,
  apiKeyId: string,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await asDependencyErrors(() =>
    pool.query<EndpointRow>({
      name: 'load-endpoint',
      text: `${ENDPOINTS} AND k.id = $1 ${IN_ORDER}`,
      values: [apiKeyId, now],
    }),
  )
  return toEndpoints(rows, cipher)[0]
}

/** Re-encrypts at most `count` secrets that are not under the newest key. Several processes may do so concurrently. */
export async function reencryptSecrets(client: PoolClient, cipher: WebhookCipher, count: number): Promise<void> {
  const { rows } = await client.query<StoredSecretRow>(
    `SELECT id, api_key_id, encryption_key_id, nonce, ciphertext FROM webhook_secrets
      WHERE encryption_key_id <> $1 ORDER BY id LIMIT $2 FOR UPDATE`,
    [cipher.newestKeyId, count],
  )
  const reencrypted = rows.map((row) =>
    cipher.encrypt(cipher.decrypt(toEncrypted(row), row.api_key_id), row.api_key_id),
  )
  await client.query(
    `UPDATE webhook_secrets s SET encryption_key_id = $1, nonce = n.nonce, ciphertext = n.ciphertext
       FROM unnest($2::uuid[], $3::bytea[], $4::bytea[]) AS n (id, nonce, ciphertext) WHERE s.id = n.id`,
    [
      cipher.newestKeyId,
      rows.map(({ id }) => id),
      reencrypted.map(({ nonce }) => nonce),
      reencrypted.map(({ ciphertext }) => ciphertext),
    ],
  )
}

/** How many secrets are not under the newest key. */
export async function countOlderSecrets(pool: Pool, cipher: WebhookCipher): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhook_secrets WHERE encryption_key_id <> $1',
    [cipher.newestKeyId],
  )
  return rows[0]?.count ?? 0
}

/** Rows of one key follow each other, its newest secret first. */
function toEndpoints(rows: readonly EndpointRow[], cipher: WebhookCipher): readonly WebhookEndpoint[] {
  const endpoints = new Map<string, WebhookEndpoint>()
  for (const row of rows) {
    const { api_key_id: keyId, user_id: userId, webhook_url: url } = row
    const secrets = [...(endpoints.get(keyId)?.secrets ?? []), cipher.decrypt(toEncrypted(row), keyId)]
    endpoints.set(keyId, { userId, keyId, url, secrets, createdAt: row.created_at.toISOString() })
  }
  return [...endpoints.values()]
}

function toEncrypted(row: SecretRow): EncryptedSecret {
  return { encryptionKeyId: row.encryption_key_id, nonce: row.nonce, ciphertext: row.ciphertext }
}
