import { generateCredentials, hashCredential, KEY_PREFIX_LENGTH } from '@ats/contracts'
import type { KeyRevoker } from '@ats/key-cache'
import { notFound, type RequestIds } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { ApiKey } from '../core/api-key.js'
import { lockActiveKey } from '../store/api-keys.js'
import { saveKeyEvent } from '../store/audit.js'
import { inTransaction } from '../store/database.js'
import { endReplacedCredentials, replaceCredentials } from '../store/replaced-credentials.js'

/** A pair that was replaced is valid for so long at most. */
export const OVERLAP_HOURS_MAX = 168

export interface RotatedApiKey {
  readonly apiKey: ApiKey
  /** Both leave this process once, in the answer, and are kept nowhere. */
  readonly key: string
  readonly secret: string
  /** Until then the pair before it is valid as well; null when it has ended. */
  readonly previousExpiresAt: Date | null
}

const HOUR_MS = 3_600_000
/** Valid beside the new pair: that before it, and one more for a caller who repeats a request without an answer. */
const REPLACED_MAX = 2

/**
 * Gives a key a new pair of credentials under the same id, with the same scopes, addresses, webhook and end. The pair
 * before it is valid for `overlapHours` more; of pairs replaced earlier one stays for its time, the others end. No
 * request that starts after this returns is authorised by a pair that has ended. `ip` is for the audit, `ids` for the
 * log.
 * @throws RequestError not_found when the user has no such key, or it is revoked or expired
 */
export async function rotateApiKey(
  { pool, now, revoker }: { readonly pool: Pool; readonly now: () => Date; readonly revoker: KeyRevoker | null },
  userId: string,
  id: string,
  overlapHours: number,
  { ip, ids }: { readonly ip: string; readonly ids: RequestIds },
): Promise<RotatedApiKey> {
  const at = now()
  const expiresAt = new Date(at.getTime() + overlapHours * HOUR_MS)
  const { key, secret } = generateCredentials()
  const keyPrefix = key.slice(0, KEY_PREFIX_LENGTH)
  const { apiKey, ended } = await inTransaction(pool, async (client) => {
    const apiKey = await lockActiveKey(client, userId, id, at)
    if (apiKey === undefined) throw notFound('key')
    const hashes = { keyPrefix, keyHash: hashCredential(key), secretHash: hashCredential(secret) }
    await replaceCredentials(client, id, hashes, { at, expiresAt })
    const ended = await endReplacedCredentials(client, id, at, REPLACED_MAX)
    await saveKeyEvent(client, { kind: 'key.rotated', at, keyId: id, keyPrefix, userId, ip })
    return { apiKey: { ...apiKey, keyPrefix }, ended }
  })
  if (revoker !== null) await Promise.all(ended.map((keyHash) => revoker.forget(keyHash, ids)))
  return { apiKey, key, secret, previousExpiresAt: overlapHours === 0 ? null : expiresAt }
}
