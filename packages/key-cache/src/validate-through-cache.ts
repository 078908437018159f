/**
 * The wallet's decision about one request, made from what the cache keeps of the key where it can be. What is kept is
 * the key, never a decision: secret, expiry, source address and scope are checked for each request. Only the wallet
 * refuses, since it audits refusals.
 */
import {
  decideUse,
  hashCredential,
  type KeyRecord,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
} from '@ats/contracts'
import { askThroughCache, type HashedCredentials } from './ask-through-cache.js'
import type { KeyCache } from './key-cache.js'
import { cacheKey } from './protocol.js'

export type AskWallet = (request: ValidateKeyRequest) => Promise<ValidateKeyResponse>

/** `hashed`: of the key and secret of the request, where they are known already. */
export type ValidateKey = (request: ValidateKeyRequest, hashed?: HashedCredentials) => Promise<ValidateKeyResponse>

export const hashCredentials = ({ key, secret }: Pick<ValidateKeyRequest, 'key' | 'secret'>): HashedCredentials => ({
  place: cacheKey(hashCredential(key)),
  secretHash: hashCredential(secret),
})

/** So long before its expiry, the wallet validates a key again, since clocks differ; ms. */
const EXPIRES_EARLY_MS = 1_000

/** Throws what `ask` throws. `now`: Unix ms. */
export function validateThroughCache({
  cache,
  ask,
  now,
}: {
  readonly cache: KeyCache
  readonly ask: AskWallet
  readonly now: () => number
}): ValidateKey {
  const through = askThroughCache<KeyRecord, ValidateKeyRequest, ValidateKeyResponse>({
    cache,
    ask,
    decide(record, request) {
      const decision = decideUse(record, request, now() + EXPIRES_EARLY_MS)
      return decision.valid ? decision : null
    },
    kept: (decision) => (decision.valid && decision.cacheable === true ? recordOf(decision) : null),
  })
  return (request, hashed = hashCredentials(request)) => through(request, hashed)
}

const recordOf = ({ keyId, userId, permissions, ipWhitelist, expiresAt }: KeyRecord): KeyRecord => ({
  keyId,
  userId,
  permissions,
  ipWhitelist,
  expiresAt,
})
