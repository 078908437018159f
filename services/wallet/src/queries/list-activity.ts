import type { Pool } from 'pg'
import type { AuditEntry } from '../core/audit.js'
import { loadAuditOfUser } from '../store/audit.js'

/** The part of the audit about one user's keys. */
export function listActivity(
  { pool }: { readonly pool: Pool },
  userId: string,
  { from, to, limit }: { readonly from?: Date; readonly to?: Date; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  return loadAuditOfUser(pool, userId, from ?? null, to ?? null, limit)
}
