import type { Pool } from 'pg'

/**
 * Takes a signature of the gateway, once for all replicas; false when it was taken before. Each call also clears away
 * some whose time is over, so that no more are kept than came within their time.
 */
export async function takeSignature(pool: Pool, signature: Buffer, until: Date, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'take_signature',
    text: `
      WITH over AS (
        DELETE FROM used_signatures WHERE digest IN (
          SELECT digest FROM used_signatures WHERE until < $3 ORDER BY until LIMIT 100 FOR UPDATE SKIP LOCKED
        )
      )
      INSERT INTO used_signatures (digest, until) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING`,
    values: [signature, until, now],
  })
  return rowCount === 1
}
