/**
 * The wallet's decision about one request, made from what the cache keeps of the key where it can be. What is kept is
 * the key, never a decision: secret, expiry, source address and scope are checked for each request. Only the wallet
 * refuses, since it audits refusals. The same request that arrives many times concurrently calls the wallet as often:
 * one that joined another's call could be given a response from before its own beginning.
 */
import {
  decideUse,
  hashCredential,
  type KeyAccepted,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
} from '@ats/contracts'
import type { KeyCache } from './key-cache.js'
import { cacheKey } from './protocol.js'

export type AskWallet = (request: ValidateKeyRequest) => Promise<ValidateKeyResponse>

/** `hashed`: of the key and secret of the request, where they are known already. */
export type ValidateKey = (request: ValidateKeyRequest, hashed?: HashedCredentials) => Promise<ValidateKeyResponse>

/** A key and its secret as the cache knows them. */
export interface HashedCredentials {
  readonly place: string
  readonly secretHash: Buffer
}

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
  return async (request, { place, secretHash } = hashCredentials(request)) => {
    const found = await cache.read(place)
    if (found.kind === 'record' && found.isSecretRight(secretHash)) {
      const decision = decideUse(found.record, request, now() + EXPIRES_EARLY_MS)
      if (decision.valid) return decision
    }
    const decision = await ask(request)
    if (found.kind !== 'lease') return decision
    if (!decision.valid || decision.cacheable !== true) {
      await found.lease.giveUp()
      return decision
    }
    return (await found.lease.store(recordOf(decision), secretHash)) ? decision : ask(request)
  }
}

const recordOf = ({ keyId, userId, permissions, ipWhitelist, expiresAt }: KeyAccepted) => ({
  keyId,
  userId,
  permissions,
  ipWhitelist,
  expiresAt,
})
