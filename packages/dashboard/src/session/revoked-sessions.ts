import { createHeapCache, isAnswering, type Logger, type Redis } from '@ats/service-kit'

/** The sessions that have been ended before their time. */
export interface RevokedSessions {
  revoke(sid: string, seconds: number): Promise<void>
  isRevoked(sid: string): Promise<boolean>
}

/**
 * Without Redis each process knows of those that were ended by way of itself alone. While Redis does not answer, others
 * count as good: a logout elsewhere then takes effect when the session ends by itself.
 */
export function createRevokedSessions(redis: Redis | null, logger: Logger): RevokedSessions {
  const own = createHeapCache<true>('ended sessions')
  const keyOf = (sid: string): string => `dashboard:revoked:${sid}`
  return {
    async revoke(sid, seconds) {
      own.set(sid, true, { ttl: seconds * 1000 })
      if (redis === null) return
      try {
        await redis.set(keyOf(sid), '1', 'EX', seconds)
      } catch (error) {
        logger.warn({ err: error }, 'a logout could not be stored; other replicas take the session until it ends')
      }
    },
    async isRevoked(sid) {
      if (own.has(sid)) return true
      if (redis === null || !isAnswering(redis)) return false
      return redis.exists(keyOf(sid)).then(
        (found) => found > 0,
        () => false,
      )
    },
  }
}
