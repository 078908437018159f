import type { Pool } from 'pg'
import type { ApiKey } from '../core/api-key.js'
import { loadActiveKeys } from '../store/api-keys.js'

/** The user's keys that are neither revoked nor expired, newest first. */
export function listApiKeys(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
): Promise<readonly ApiKey[]> {
  return loadActiveKeys(pool, userId, now())
}
