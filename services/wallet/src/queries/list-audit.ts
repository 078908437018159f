import type { Pool } from 'pg'
import type { AuditEntry } from '../core/audit.js'
import { loadAudit, type AuditSelection } from '../store/audit.js'

/** Entries that began between two moments, both included, newest first; of all users or of one. */
export function listAudit(
  { pool }: { readonly pool: Pool },
  selection: AuditSelection,
): Promise<readonly AuditEntry[]> {
  return loadAudit(pool, selection)
}
