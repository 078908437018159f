import type { KeyRevoker } from '@ats/key-cache'
import { notFound } from '@ats/service-kit'
import type { Pool } from 'pg'
import { lockKey, saveRevocation } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'

/**
 * Ends a key for good; revoking it again gives the same answer. No request that starts after this returns is
 * authorised by the key: its row says so, and no engine finds it in the cache any more. Waiting for that can take as
 * long as the cache may keep a key; a caller that asks again meanwhile has to wait as long as the first. `ip` is for
 * the audit.
 * @throws RequestError not_found, the same for another user's key as for none
 */
export async function revokeApiKey(
  { pool, now, revoker }: { readonly pool: Pool; readonly now: () => Date; readonly revoker: KeyRevoker | null },
  userId: string,
  id: string,
  ip: string,
): Promise<{ readonly id: string; readonly revokedAt: Date }> {
  const { keyHash, revokedAt } = await inTransaction(pool, async (client) => {
    const key = await lockKey(client, userId, id)
    if (key === undefined) throw notFound()
    if (key.revokedAt !== null) return { keyHash: key.keyHash, revokedAt: key.revokedAt }
    const at = now()
    await saveRevocation(client, id, at)
    await saveKeyEvent(client, { kind: 'key.revoked', at, keyId: id, keyPrefix: key.keyPrefix, userId, ip })
    return { keyHash: key.keyHash, revokedAt: at }
  })
  await revoker?.forget(keyHash)
  return { id, revokedAt }
}
