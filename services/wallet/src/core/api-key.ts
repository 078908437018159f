import type { Scope } from '@ats/contracts'

/** At most so many keys of one user are active (neither revoked nor expired) at the same time. */
export const ACTIVE_KEYS_MAX = 10

/** A key as its owner sees it. The key itself and its secret exist nowhere after the answer that created them. */
export interface ApiKey {
  readonly id: string
  readonly label: string
  readonly keyPrefix: string
  readonly permissions: readonly Scope[]
  /** Canonical addresses and CIDR ranges; empty means every address. */
  readonly ipWhitelist: readonly string[]
  readonly webhookUrl: string | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The address it was last used from; null: never, or before that was noted. */
  readonly lastUsedIp: string | null
}

/** One use of a key. */
export interface KeyUse {
  readonly id: string
  readonly usedAt: Date
  readonly ip: string
}

/** The part of a key that the check of a request's credentials needs. */
export interface StoredKey {
  readonly id: string
  readonly keyPrefix: string
  readonly userId: string
  readonly secretHash: Buffer
  readonly permissions: readonly Scope[]
  readonly ipWhitelist: readonly string[]
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly isRevoked: boolean
}
