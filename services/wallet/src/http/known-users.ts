/**
 * The users who were authenticated within the last hour, by address. It decides whose room a request takes before it
 * has been authenticated, and never what anybody may do: a caller who names a user from elsewhere takes nothing of his.
 */
export interface KnownUsers {
  isKnown(address: string, userId: string): boolean
  remember(address: string, userId: string): void
}

const HOUR_MS = 3_600_000
const REMEMBERED_MAX = 50_000

/** `now`: Unix ms. */
export function createKnownUsers(now: () => number): KnownUsers {
  /** When, by address and user; the one seen longest ago is the first. */
  const seen = new Map<string, number>()
  const nameOf = (address: string, userId: string): string => `${address} ${userId}`
  return {
    isKnown(address, userId) {
      const atMs = seen.get(nameOf(address, userId))
      return atMs !== undefined && now() - atMs < HOUR_MS
    },
    remember(address, userId) {
      const name = nameOf(address, userId)
      seen.delete(name)
      seen.set(name, now())
      if (seen.size <= REMEMBERED_MAX) return
      const [oldest = ''] = seen.keys()
      seen.delete(oldest)
    },
  }
}
