import { hashCredential, type KeyRecord } from '@ats/contracts'
import type { HashedCredentials } from '@ats/key-cache'
import { createHeapCache } from '@ats/service-kit/process'

export interface KnownKey {
  readonly keyId: string
  readonly userId: string
  /** By which the user's budget is counted. */
  readonly userHash: string
  /** The hashes of that key and secret, which are thus not made for every request. */
  readonly hashed: HashedCredentials
}

/**
 * Remembers which credentials were valid within the last hour, and for which user. Used for admission under load only,
 * never for permissions: each request is still authenticated.
 */
export interface KnownKeys {
  find(claimHash: string): KnownKey | null
  remember(claimHash: string, key: Pick<KeyRecord, 'keyId' | 'userId'>, hashed: HashedCredentials): KnownKey
  /** They turned out to be wrong now. */
  forget(claimHash: string): void
}

const HOUR_MS = 3_600_000

/** `now`: Unix ms. */
export function createKnownKeys(now: () => number): KnownKeys {
  const keys = createHeapCache<KnownKey & { readonly atMs: number }>('known keys')
  return {
    find(claimHash) {
      const key = keys.get(claimHash)
      return key !== undefined && now() - key.atMs < HOUR_MS ? key : null
    },
    remember(claimHash, { keyId, userId }, hashed) {
      const atMs = now()
      const known = keys.get(claimHash)
      // Not for every request.
      if (known !== undefined && atMs - known.atMs < HOUR_MS / 60) return known
      const key = { keyId, userId, userHash: hashCredential(userId).toString('hex'), hashed, atMs }
      keys.set(claimHash, key)
      return key
    },
    forget: (claimHash) => void keys.delete(claimHash),
  }
}
