import { notFound } from '@ats/service-kit'
import type { Pool } from 'pg'
import { saveRevocation } from '../store/api-keys.js'

/**
 * Ends a key for good; revoking it again gives the same answer. No request that starts after this returns is
 * authorised by the key: every one is checked against the row that was just written.
 * @throws RequestError not_found, the same for another user's key as for none
 */
export async function revokeApiKey(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
  id: string,
): Promise<{ readonly id: string; readonly revokedAt: Date }> {
  const revokedAt = await saveRevocation(pool, userId, id, now())
  if (revokedAt === undefined) throw notFound()
  return { id, revokedAt }
}
