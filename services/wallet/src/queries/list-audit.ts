import type { Pool } from 'pg'
import type { AuditEntry } from '../core/audit.js'
import { loadAudit } from '../store/audit.js'

/** Entries that began between two moments, both included, newest first; without a moment, all before or after. */
export function listAudit(
  { pool }: { readonly pool: Pool },
  { from, to, limit }: { readonly from?: Date; readonly to?: Date; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  return loadAudit(pool, from ?? null, to ?? null, limit)
}
