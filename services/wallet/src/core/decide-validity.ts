import {
  decideUse,
  digestsEqual,
  hashCredential,
  UNAUTHORIZED,
  type KeyRecord,
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
  return decideUse(keyRecord(stored), request, nowMs)
}

/** No input hashes to this. */
const NO_SECRET = Buffer.alloc(32)

function keyRecord({ id, userId, permissions, ipWhitelist, expiresAt }: StoredKey): KeyRecord {
  return { keyId: id, userId, permissions, ipWhitelist, expiresAt: expiresAt?.toISOString() ?? null }
}
