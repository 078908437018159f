import {
  checkIp,
  coversScope,
  digestsEqual,
  hashCredential,
  isExpired,
  type KeyRecord,
  type KeyRefused,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
} from '@ats/contracts'
import type { StoredKey } from './api-key.js'

/**
 * Decides whether one request may use a key: the key exists and is not revoked, the secret is right, the key has not
 * expired (all 401, all the same answer), then the source address (403), then the scope (403).
 * An unknown key costs the same comparison as a known one, so the time to refuse does not tell them apart.
 */
export function decideValidity(
  stored: StoredKey | undefined,
  request: ValidateKeyRequest,
  nowMs: number,
): ValidateKeyResponse {
  const isSecretRight = digestsEqual(hashCredential(request.secret), stored?.secretHash ?? NO_SECRET)
  if (stored === undefined || !isSecretRight || stored.isRevoked) return UNAUTHORIZED
  const record = keyRecord(stored)
  if (isExpired(record, nowMs)) return UNAUTHORIZED
  if (!checkIp(record, request.ip)) return IP_NOT_ALLOWED
  if (!coversScope(record.permissions, request.scope)) return SCOPE_MISSING
  return { valid: true, ...record }
}

/** No input hashes to this. */
const NO_SECRET = Buffer.alloc(32)

const UNAUTHORIZED: KeyRefused = { valid: false, status: 401, error: 'unauthorized' }
const IP_NOT_ALLOWED: KeyRefused = { valid: false, status: 403, error: 'IP not whitelisted for this API key' }
const SCOPE_MISSING: KeyRefused = { valid: false, status: 403, error: 'permission_denied' }

function keyRecord({ id, userId, permissions, ipWhitelist, expiresAt }: StoredKey): KeyRecord {
  return { keyId: id, userId, permissions, ipWhitelist, expiresAt: expiresAt?.toISOString() ?? null }
}
