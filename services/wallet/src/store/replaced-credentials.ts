import type { PoolClient } from 'pg'

/** A pair of credentials of a key; the digests are all that is kept of it. */
export interface CredentialHashes {
  readonly keyPrefix: string
  readonly keyHash: Buffer
  readonly secretHash: Buffer
}

/** Puts a new pair in the place of the key's own, which stays valid until `expiresAt`. */
export async function replaceCredentials(
  client: PoolClient,
  id: string,
  { keyPrefix, keyHash, secretHash }: CredentialHashes,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await client.query(
    `INSERT INTO replaced_credentials (key_hash, api_key_id, key_prefix, secret_hash, replaced_at, expires_at)
     SELECT key_hash, id, key_prefix, secret_hash, $2, $3 FROM api_keys WHERE id = $1`,
    [id, at, expiresAt],
  )
  await client.query('UPDATE api_keys SET key_prefix = $2, key_hash = $3, secret_hash = $4 WHERE id = $1', [
    id,
    keyPrefix,
    keyHash,
    secretHash,
  ])
}

/** Deletes the replaced pairs of a key that are over at `now`, and all but the newest `keep`; returns their hashes. */
export async function endReplacedCredentials(
  client: PoolClient,
  id: string,
  now: Date,
  keep: number,
): Promise<readonly Buffer[]> {
  const { rows } = await client.query<{ key_hash: Buffer }>(
    `DELETE FROM replaced_credentials WHERE api_key_id = $1 AND (expires_at <= $2 OR key_hash NOT IN (
       SELECT key_hash FROM replaced_credentials WHERE api_key_id = $1 ORDER BY replaced_at DESC, key_hash LIMIT $3))
     RETURNING key_hash`,
    [id, now, keep],
  )
  return rows.map((row) => row.key_hash)
}

/** The hashes of the replaced pairs of a key, over or not. */
export async function loadReplacedHashes(client: PoolClient, id: string): Promise<readonly Buffer[]> {
  const { rows } = await client.query<{ key_hash: Buffer }>(
    'SELECT key_hash FROM replaced_credentials WHERE api_key_id = $1',
    [id],
  )
  return rows.map((row) => row.key_hash)
}
