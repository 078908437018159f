import type { Pool } from 'pg'
import type { AuditEntry } from '../core/audit.js'
import { loadAuditOfUser } from '../store/audit.js'

/** What happened to the user's keys and who was refused with one of them: as the audit, for one user. */
export function listActivity(
  { pool }: { readonly pool: Pool },
  userId: string,
  { from, to, limit }: { readonly from?: Date; readonly to?: Date; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  return loadAuditOfUser(pool, userId, from ?? null, to ?? null, limit)
}
