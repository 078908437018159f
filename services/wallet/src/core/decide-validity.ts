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
import type { RefusalReason } from './audit.js'

export interface Validity {
  readonly response: ValidateKeyResponse
  /** For the audit alone; null when the request may use the key. */
  readonly refusal: RefusalReason | null
}

/**
 * Decides whether one request may use a key: the key exists and is not revoked, the secret is right, the key has not
 * expired (all 401, all the same answer), then the source address (403), then the scope (403).
 * An unknown key costs the same comparison as a known one, so the time to refuse does not tell them apart.
 */
export function decideValidity(stored: StoredKey | undefined, request: ValidateKeyRequest, nowMs: number): Validity {
  const isSecretRight = digestsEqual(hashCredential(request.secret), stored?.secretHash ?? NO_SECRET)
  if (stored === undefined) return refuse('unknown_key')
  if (!isSecretRight) return refuse('wrong_secret')
  if (stored.isRevoked) return refuse('revoked')
  const record = keyRecord(stored)
  if (isExpired(record, nowMs)) return refuse('expired')
  if (!checkIp(record, request.ip)) return refuse('ip_not_allowed')
  if (!coversScope(record.permissions, request.scope)) return refuse('scope_missing')
  return { response: { valid: true, ...record }, refusal: null }
}

/** No input hashes to this. */
const NO_SECRET = Buffer.alloc(32)

const UNAUTHORIZED: KeyRefused = { valid: false, status: 401, error: 'unauthorized' }
const IP_NOT_ALLOWED: KeyRefused = { valid: false, status: 403, error: 'IP not whitelisted for this API key' }
const SCOPE_MISSING: KeyRefused = { valid: false, status: 403, error: 'permission_denied' }

/** What the caller is told. */
const RESPONSES: Readonly<Record<RefusalReason, KeyRefused>> = {
  unknown_key: UNAUTHORIZED,
  wrong_secret: UNAUTHORIZED,
  revoked: UNAUTHORIZED,
  expired: UNAUTHORIZED,
  ip_not_allowed: IP_NOT_ALLOWED,
  scope_missing: SCOPE_MISSING,
}

const refuse = (refusal: RefusalReason): Validity => ({ response: RESPONSES[refusal], refusal })

function keyRecord({ id, userId, permissions, ipWhitelist, expiresAt }: StoredKey): KeyRecord {
  return { keyId: id, userId, permissions, ipWhitelist, expiresAt: expiresAt?.toISOString() ?? null }
}
