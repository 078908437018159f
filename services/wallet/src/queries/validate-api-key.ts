import { hashCredential, type ValidateKeyRequest, type ValidateKeyResponse } from '@ats/contracts'
import type { KeyRevoker } from '@ats/key-cache'
import type { Pool } from 'pg'
import type { UseRecorder } from '../commands/record-use.js'
import { decideValidity } from '../core/decide-validity.js'
import { loadKeyByHash } from '../store/api-keys.js'

/**
 * The decision about one request's credentials, read from the database each time.
 * @throws DependencyError when Postgres cannot tell; that is never a refusal
 */
export async function validateApiKey(
  {
    pool,
    now,
    uses,
    revoker,
  }: {
    readonly pool: Pool
    readonly now: () => Date
    readonly uses: UseRecorder
    readonly revoker: KeyRevoker | null
  },
  request: ValidateKeyRequest,
): Promise<ValidateKeyResponse> {
  const stored = await loadKeyByHash(pool, hashCredential(request.key))
  const decision = decideValidity(stored, request, now().getTime())
  if (stored === undefined || !decision.valid) return decision
  uses.record(stored)
  return revoker === null ? decision : { ...decision, cacheable: true }
}
