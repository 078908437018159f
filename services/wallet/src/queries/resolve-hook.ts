import type { ResolveHookRequest, ResolveHookResponse } from '@ats/contracts'
import type { KeyRevoker } from '@ats/key-cache'
import type { Pool } from 'pg'
import type { RefusalCounter } from '../commands/count-refusals.js'
import type { UseRecorder } from '../commands/record-use.js'
import type { RefusalReason } from '../core/audit.js'
import { hookRecord, type StoredHook } from '../core/hook.js'
import { loadHookByToken } from '../store/hooks.js'

export interface ResolveHookDeps {
  readonly pool: Pool
  readonly now: () => Date
  readonly hookUses: UseRecorder
  readonly refusals: RefusalCounter
  /** Null: no engine may keep hooks. */
  readonly revoker: KeyRevoker | null
}

/**
 * The hook that a token opens, read from the database each time. Whether an alert may come from its address, the engine
 * says.
 * @throws DependencyError when Postgres cannot tell; that is never "no such hook"
 */
export async function resolveHook(
  { pool, now, hookUses, refusals, revoker }: ResolveHookDeps,
  { tokenHash, ip }: ResolveHookRequest,
): Promise<ResolveHookResponse> {
  const stored = await loadHookByToken(pool, Buffer.from(tokenHash, 'hex'))
  const reason = refusalOf(stored, now())
  if (stored === undefined || reason !== null) {
    refusals.record({ reason: reason ?? 'unknown_key', key: stored && audited(stored), ip })
    return { found: false }
  }
  hookUses.record(stored, ip)
  return { found: true, ...hookRecord(stored), ...(revoker === null ? {} : { cacheable: true }) }
}

function refusalOf(stored: StoredHook | undefined, now: Date): RefusalReason | null {
  if (stored === undefined) return 'unknown_key'
  if (stored.isRevoked) return 'revoked'
  return stored.expiresAt !== null && stored.expiresAt <= now ? 'expired' : null
}

const audited = ({ id, tokenPrefix, userId }: StoredHook) => ({ keyId: id, keyPrefix: tokenPrefix, userId })
