import type { Pool } from 'pg'
import type { Hook } from '../core/hook.js'
import { loadActiveHooks } from '../store/hooks.js'

/** The user's hooks that are neither revoked nor expired, newest first. */
export function listHooks(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  userId: string,
): Promise<readonly Hook[]> {
  return loadActiveHooks(pool, userId, now())
}
