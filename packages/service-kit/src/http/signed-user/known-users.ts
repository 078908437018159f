import { createHeapCache } from '../../heap-cache.js'

/**
 * The users who were authenticated within the last hour, by address. It decides whose room a request takes before it
 * has been authenticated, and never what anybody may do: a caller who names a user from elsewhere takes nothing of his.
 */
export interface KnownUsers {
  isKnown(address: string, userId: string): boolean
  remember(address: string, userId: string): void
}

const HOUR_MS = 3_600_000

/** `now`: Unix ms. */
export function createKnownUsers(now: () => number): KnownUsers {
  /** When each was last authenticated, by address and user. */
  const seen = createHeapCache<number>('known users')
  const nameOf = (address: string, userId: string): string => `${address} ${userId}`
  return {
    isKnown(address, userId) {
      const atMs = seen.peek(nameOf(address, userId))
      return atMs !== undefined && now() - atMs < HOUR_MS
    },
    remember: (address, userId) => void seen.set(nameOf(address, userId), now()),
  }
}
