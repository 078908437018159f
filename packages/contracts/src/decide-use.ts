import { checkIp, isExpired, type KeyRecord } from './key-record.js'
import { coversScope } from './scopes.js'
import type { KeyRefused, ValidateKeyRequest, ValidateKeyResponse } from './validate-key.js'

export const UNAUTHORIZED: KeyRefused = { valid: false, status: 401, error: 'unauthorized' }

const IP_NOT_ALLOWED: KeyRefused = { valid: false, status: 403, error: 'IP not whitelisted for this API key' }
const SCOPE_MISSING: KeyRefused = { valid: false, status: 403, error: 'permission_denied' }

/**
 * Decides whether one request may use a key whose secret it has shown and that is not revoked: the key has not expired
 * (401), then the source address (403), then the scope (403). `nowMs`: Unix time in milliseconds.
 */
export function decideUse(
  record: KeyRecord,
  { ip, scope }: Pick<ValidateKeyRequest, 'ip' | 'scope'>,
  nowMs: number,
): ValidateKeyResponse {
  if (isExpired(record, nowMs)) return UNAUTHORIZED
  if (!checkIp(record, ip)) return IP_NOT_ALLOWED
  if (!coversScope(record.permissions, scope)) return SCOPE_MISSING
  return { valid: true, ...record }
}
