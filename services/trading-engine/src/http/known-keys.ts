import { hashCredential, type KeyRecord } from '@ats/contracts'
import { LRUCache } from 'lru-cache'

export interface KnownKey {
  readonly keyId: string
  readonly userId: string
  /** By which the user's budget is counted. */
  readonly userHash: string
}

/**
 * Which credentials were right within the last hour, and whose. It decides who comes first where there is not room for
 * all, and never what anybody may do: each request is still authenticated.
 */
export interface KnownKeys {
  find(claimHash: string): KnownKey | null
  remember(claimHash: string, key: Pick<KeyRecord, 'keyId' | 'userId'>): KnownKey
  /** They turned out to be wrong now. */
  forget(claimHash: string): void
}

const HOUR_MS = 3_600_000
const REMEMBERED_MAX = 50_000

/** `now`: Unix ms. */
export function createKnownKeys(now: () => number): KnownKeys {
  const keys = new LRUCache<string, KnownKey & { readonly atMs: number }>({ max: REMEMBERED_MAX })
  return {
    find(claimHash) {
      const key = keys.get(claimHash)
      return key !== undefined && now() - key.atMs < HOUR_MS ? key : null
    },
    remember(claimHash, { keyId, userId }) {
      const atMs = now()
      const known = keys.get(claimHash)
      // Not for every request.
      if (known !== undefined && atMs - known.atMs < HOUR_MS / 60) return known
      const key = { keyId, userId, userHash: hashCredential(userId).toString('hex'), atMs }
      keys.set(claimHash, key)
      return key
    },
    forget: (claimHash) => void keys.delete(claimHash),
  }
}
