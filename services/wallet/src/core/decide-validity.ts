import {
  decideUse,
  digestsEqual,
  hashCredential,
  UNAUTHORIZED,
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
  const response = decideUse(keyRecord(stored), request, nowMs)
  return { response, refusal: response.valid ? null : REASON_OF[response.error] }
}

/** No input hashes to this. */
const NO_SECRET = Buffer.alloc(32)

const refuse = (refusal: RefusalReason): Validity => ({ response: UNAUTHORIZED, refusal })

/** Why a key that is ours, alive and shown with its secret is refused all the same. */
const REASON_OF: Readonly<Record<KeyRefused['error'], RefusalReason>> = {
  unauthorized: 'expired',
  'IP not whitelisted for this API key': 'ip_not_allowed',
  permission_denied: 'scope_missing',
}

function keyRecord({ id, userId, permissions, ipWhitelist, expiresAt }: StoredKey): KeyRecord {
  return { keyId: id, userId, permissions, ipWhitelist, expiresAt: expiresAt?.toISOString() ?? null }
}
