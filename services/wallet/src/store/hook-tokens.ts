import type { PoolClient } from 'pg'

/** Puts a new token in the place of the hook's own, which stays valid until `expiresAt`. */
export async function replaceToken(
  client: PoolClient,
  id: string,
  { tokenPrefix, tokenHash }: { readonly tokenPrefix: string; readonly tokenHash: Buffer },
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await client.query(
    `INSERT INTO replaced_hook_tokens (token_hash, hook_id, replaced_at, expires_at)
     SELECT token_hash, id, $2, $3 FROM hooks WHERE id = $1`,
    [id, at, expiresAt],
  )
  await client.query('UPDATE hooks SET token_prefix = $2, token_hash = $3 WHERE id = $1', [id, tokenPrefix, tokenHash])
}

/** Deletes the replaced tokens of a hook that are over at `now`, and all but the newest `keep`; their hashes. */
export async function endReplacedTokens(
  client: PoolClient,
  id: string,
  now: Date,
  keep: number,
): Promise<readonly Buffer[]> {
  const { rows } = await client.query<{ token_hash: Buffer }>(
    `DELETE FROM replaced_hook_tokens WHERE hook_id = $1 AND (expires_at <= $2 OR token_hash NOT IN (
       SELECT token_hash FROM replaced_hook_tokens WHERE hook_id = $1 ORDER BY replaced_at DESC, token_hash LIMIT $3))
     RETURNING token_hash`,
    [id, now, keep],
  )
  return rows.map((row) => row.token_hash)
}

/** The hashes of all tokens of a hook, replaced ones too, over or not. */
export async function loadTokenHashes(client: PoolClient, id: string): Promise<readonly Buffer[]> {
  const { rows } = await client.query<{ token_hash: Buffer }>(
    `SELECT token_hash FROM hooks WHERE id = $1
     UNION ALL SELECT token_hash FROM replaced_hook_tokens WHERE hook_id = $1`,
    [id],
  )
  return rows.map((row) => row.token_hash)
}
