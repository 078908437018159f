import { hashCredential, type ValidateKeyRequest, type ValidateKeyResponse } from '@ats/contracts'
import type { KeyRevoker } from '@ats/key-cache'
import type { Pool } from 'pg'
import type { RefusalCounter } from '../commands/count-refusals.js'
import type { UseRecorder } from '../commands/record-use.js'
import type { StoredKey } from '../core/api-key.js'
import type { AuditedKey } from '../core/audit.js'
import { decideValidity } from '../core/decide-validity.js'
import { loadKeyByHash } from '../store/api-keys.js'

/**
 * The decision about one request's credentials, read from the database each time.
 * @throws DependencyError when Postgres cannot tell; that is never a refusal
 */
export async function validateApiKey(
  { pool, now, uses, refusals, revoker }: ValidateDeps,
  request: ValidateKeyRequest,
): Promise<ValidateKeyResponse> {
  const stored = await loadKeyByHash(pool, hashCredential(request.key))
  const { response, refusal } = decideValidity(stored, request, now().getTime())
  if (refusal !== null) refusals.record({ reason: refusal, key: stored && audited(stored), ip: request.ip })
  else if (stored !== undefined) uses.record(stored, request.ip)
  return response.valid && revoker !== null ? { ...response, cacheable: true } : response
}

export interface ValidateDeps {
  readonly pool: Pool
  readonly now: () => Date
  readonly uses: UseRecorder
  readonly refusals: RefusalCounter
  /** Null: no engine may keep keys. */
  readonly revoker: KeyRevoker | null
}

const audited = ({ id, keyPrefix, userId }: StoredKey): AuditedKey => ({ keyId: id, keyPrefix, userId })
