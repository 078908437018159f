import type { KeyRevoker } from '@ats/key-cache'
import { notFound, type RequestIds } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { lockKey, saveRevocation } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import { loadReplacedHashes } from '../store/replaced-credentials.js'

/**
 * Ends a key for good, with all pairs of credentials that open it; revoking it again gives the same response. No
 * request that starts after this returns is authorised by the key: its row says so, and no engine finds it in the cache
 * any more. Waiting for that can take as long as the cache may keep a key; a caller that repeats the request in that
 * time has to wait as long as the first. `ip` is for the audit, `ids` for the log.
 * @throws RequestError not_found, the same for another user's key as for none
 */
export async function revokeApiKey(
  { pool, now, revoker }: { readonly pool: Pool; readonly now: () => Date; readonly revoker: KeyRevoker | null },
  userId: string,
  id: string,
  { ip, ids }: { readonly ip: string; readonly ids: RequestIds },
): Promise<{ readonly id: string; readonly revokedAt: Date }> {
  const revoked = await inTransaction(pool, async (client) => {
    const key = await lockKey(client, userId, id)
    if (key === undefined) throw notFound('key')
    const { keyPrefix } = key
    const hashes = [key.keyHash, ...(await loadReplacedHashes(client, id))]
    if (key.revokedAt !== null) return { hashes, at: key.revokedAt }
    const at = now()
    await saveRevocation(client, id, at)
    await saveKeyEvent(client, { kind: 'key.revoked', at, keyId: id, keyPrefix, userId, ip })
    return { hashes, at }
  })
  if (revoker !== null) await Promise.all(revoked.hashes.map((keyHash) => revoker.forget(keyHash, ids)))
  return { id, revokedAt: revoked.at }
}
