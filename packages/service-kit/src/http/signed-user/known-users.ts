import { createHeapCache } from '../../process/heap-cache.js'
import { addressGroup } from '../limits/address-group.js'
import type { UnreadRequest } from '../route.js'
import { readUserId } from './user-id.js'

/**
 * The users who were authenticated within the last hour, by address. It decides whose room a request takes before it
 * has been authenticated, and never what anybody may do: a caller who names a user from elsewhere takes nothing of his.
 */
export interface KnownUsers {
  /** The known user whom a request names; null: it names none, or one who was not authenticated from here. */
  readonly find: (request: Pick<UnreadRequest, 'rawHeaders' | 'ip'>) => string | null
  readonly remember: (ip: string, userId: string) => void
}

const HOUR_MS = 3_600_000

/** `now`: Unix ms. */
export function createKnownUsers(now: () => number): KnownUsers {
  /** When each was last authenticated, by address and user. */
  const seen = createHeapCache<number>('known users')
  const nameOf = (ip: string, userId: string): string => `${addressGroup(ip)} ${userId}`
  const isKnown = (ip: string, userId: string): boolean => {
    const atMs = seen.peek(nameOf(ip, userId))
    return atMs !== undefined && now() - atMs < HOUR_MS
  }
  return {
    find({ rawHeaders, ip }) {
      const userId = readUserId(rawHeaders)
      return userId !== undefined && isKnown(ip, userId) ? userId : null
    },
    remember: (ip, userId) => void seen.set(nameOf(ip, userId), now()),
  }
}
