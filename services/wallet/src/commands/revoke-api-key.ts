import { notFound } from '@ats/service-kit'
import type { Pool } from 'pg'
import { lockKey, saveRevocation } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'

/**
 * Ends a key for good; revoking it again gives the same answer. No request that starts after this returns is
 * authorised by the key: every one is checked against the row that was just written. `ip` is for the audit.
 * @throws RequestError not_found, the same for another user's key as for none
 */
export async function revokeApiKey(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
  id: string,
  ip: string,
): Promise<{ readonly id: string; readonly revokedAt: Date }> {
  const revokedAt = await inTransaction(pool, async (client) => {
    const key = await lockKey(client, userId, id)
    if (key === undefined) throw notFound()
    if (key.revokedAt !== null) return key.revokedAt
    const at = now()
    await saveRevocation(client, id, at)
    await saveKeyEvent(client, { kind: 'key.revoked', at, keyId: id, keyPrefix: key.keyPrefix, userId, ip })
    return at
  })
  return { id, revokedAt }
}
