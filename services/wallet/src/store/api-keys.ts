import type { Scope } from '@ats/contracts'
import { IN_RECOVERY, queryPrimary } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import type { ApiKey, KeyUse, StoredKey } from '../core/api-key.js'
import { asDependencyErrors } from './database.js'

type Database = Pool | PoolClient

/** A key about to be saved; the digests are all that is kept of the pair. */
export interface NewApiKey extends Omit<ApiKey, 'lastUsedAt' | 'lastUsedIp'> {
  readonly userId: string
  readonly keyHash: Buffer
  readonly secretHash: Buffer
}

interface ApiKeyRow {
  readonly id: string
  readonly label: string
  readonly key_prefix: string
  readonly permissions: Scope[]
  readonly ip_whitelist: string[]
  readonly webhook_url: string | null
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly last_used_ip: string | null
}

interface StoredKeyRow {
  readonly id: string
  readonly key_prefix: string
  readonly user_id: string
  readonly secret_hash: Buffer
  readonly permissions: Scope[]
  readonly ip_whitelist: string[]
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

/** Makes everything that counts or adds keys of one user wait its turn, until the transaction ends. */
export async function lockKeysOfUser(client: PoolClient, userId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId])
}

const ACTIVE = 'user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)'

export async function countActiveKeys(client: PoolClient, userId: string, now: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_keys WHERE ${ACTIVE}`,
    [userId, now],
  )
  return rows[0]?.count ?? 0
}

const API_KEY_COLUMNS =
  'id, label, key_prefix, permissions, ip_whitelist, webhook_url, expires_at, created_at, last_used_at, last_used_ip'

/** Newest first. */
export function loadActiveKeys(pool: Pool, userId: string, now: Date): Promise<readonly ApiKey[]> {
  return asDependencyErrors(async () => {
    const { rows } = await pool.query<ApiKeyRow>(
      `SELECT ${API_KEY_COLUMNS} FROM api_keys WHERE ${ACTIVE} ORDER BY created_at DESC, id DESC`,
      [userId, now],
    )
    return rows.map(toApiKey)
  })
}

export async function saveKey(database: Database, key: NewApiKey): Promise<void> {
  await database.query(
    `INSERT INTO api_keys (id, user_id, label, key_prefix, key_hash, secret_hash, permissions, ip_whitelist,
                           webhook_url, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      key.id,
      key.userId,
      key.label,
      key.keyPrefix,
      key.keyHash,
      key.secretHash,
      key.permissions,
      key.ipWhitelist,
      key.webhookUrl,
      key.expiresAt,
      key.createdAt,
    ],
  )
}

/**
 * The key as its owner sees it, if it is the user's and active. Nothing else changes or revokes it until the
 * transaction ends.
 */
export async function lockActiveKey(
  client: PoolClient,
  userId: string,
  id: string,
  now: Date,
): Promise<ApiKey | undefined> {
  const { rows } = await client.query<ApiKeyRow>(
    `SELECT ${API_KEY_COLUMNS} FROM api_keys WHERE ${ACTIVE} AND id = $3 FOR UPDATE`,
    [userId, now, id],
  )
  return rows[0] === undefined ? undefined : toApiKey(rows[0])
}

export async function saveKeyChange(
  client: PoolClient,
  { id, label, webhookUrl }: Pick<ApiKey, 'id' | 'label' | 'webhookUrl'>,
): Promise<void> {
  await client.query('UPDATE api_keys SET label = $2, webhook_url = $3 WHERE id = $1', [id, label, webhookUrl])
}

/** Locks a key until the transaction ends, and reads what revoking it needs. */
export async function lockKey(
  client: PoolClient,
  userId: string,
  id: string,
): Promise<{ readonly keyPrefix: string; readonly keyHash: Buffer; readonly revokedAt: Date | null } | undefined> {
  const { rows } = await client.query<{ key_prefix: string; key_hash: Buffer; revoked_at: Date | null }>(
    'SELECT key_prefix, key_hash, revoked_at FROM api_keys WHERE id = $1 AND user_id = $2 FOR UPDATE',
    [id, userId],
  )
  return rows[0] && { keyPrefix: rows[0].key_prefix, keyHash: rows[0].key_hash, revokedAt: rows[0].revoked_at }
}

export async function saveRevocation(client: PoolClient, id: string, revokedAt: Date): Promise<void> {
  await client.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [id, revokedAt])
}

/**
 * By its own pair of credentials, or by one that was replaced: that ends with its overlap. A standby may lack the
 * revocation of a key, so the server says with the key itself that it is none.
 * @throws DependencyError also when the server is a standby, whose connection is closed then
 */
export function loadKeyByHash(pool: Pool, keyHash: Buffer): Promise<StoredKey | undefined> {
  return asDependencyErrors(async () => {
    const [first] = await queryPrimary<StoredKeyRow & { readonly id: string | null }>(pool, {
      name: 'load-key-by-hash',
      text: `SELECT key.*, ${IN_RECOVERY} FROM (VALUES (1)) AS always
             LEFT JOIN (
               SELECT id, key_prefix, user_id, secret_hash, permissions, ip_whitelist, expires_at, last_used_at, revoked_at
                 FROM api_keys WHERE key_hash = $1
               UNION ALL
               SELECT k.id, r.key_prefix, k.user_id, r.secret_hash, k.permissions, k.ip_whitelist,
                      least(r.expires_at, k.expires_at), k.last_used_at, k.revoked_at
                 FROM replaced_credentials r JOIN api_keys k ON k.id = r.api_key_id WHERE r.key_hash = $1
             ) AS key ON true`,
      values: [keyHash],
    })
    return first === undefined || first.id === null ? undefined : toStoredKey(first)
  })
}

/** Several replicas may ask for the same key; only the first of them in `intervalMs` writes. */
export async function saveLastUse(pool: Pool, { id, usedAt, ip }: KeyUse, intervalMs: number): Promise<void> {
  await pool.query(
    `UPDATE api_keys SET last_used_at = $2, last_used_ip = $4
      WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
    [id, usedAt, new Date(usedAt.getTime() - intervalMs), ip],
  )
}

/** Fails unless Postgres answers and the migrations have run. */
export function checkStore(pool: Pool): Promise<void> {
  return asDependencyErrors(async () => {
    await pool.query('SELECT FROM api_keys, audit, webhook_secrets, hooks LIMIT 0')
  })
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    label: row.label,
    keyPrefix: row.key_prefix,
    permissions: row.permissions,
    ipWhitelist: row.ip_whitelist,
    webhookUrl: row.webhook_url,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedIp: row.last_used_ip,
  }
}

function toStoredKey(row: StoredKeyRow): StoredKey {
  return {
    id: row.id,
    keyPrefix: row.key_prefix,
    userId: row.user_id,
    secretHash: row.secret_hash,
    permissions: row.permissions,
    ipWhitelist: row.ip_whitelist,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    isRevoked: row.revoked_at !== null,
  }
}
