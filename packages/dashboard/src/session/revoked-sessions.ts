import { isAnswering, type Redis } from '@ats/service-kit/db'
import { createHeapCache, DependencyError, type Logger } from '@ats/service-kit/process'
import type { Session } from './session.js'

/** The sessions that have been ended before their time, by their own names and by those that the provider has. */
export interface RevokedSessions {
  /** Ends the session for `seconds`, after which it is over by itself. */
  revoke(sid: string, seconds: number): Promise<void>
  /** Ends what the provider has ended. @throws DependencyError when other replicas cannot be informed */
  revokeAll(ended: EndedByProvider, seconds: number): Promise<void>
  isRevoked(session: Pick<Session, 'sid' | 'createdAt' | 'endedBy'>): Promise<boolean>
}

/** Sessions that have this name among `endedBy`. */
export interface EndedByProvider {
  readonly name: string
  /** Unix seconds: of these, the ones that were created until then; Infinity: all. */
  readonly createdUntil: number
}

/**
 * Without Redis each process knows of those that were ended by way of itself alone. While Redis does not answer, others
 * count as good: a logout elsewhere then takes effect once it answers again.
 */
export function createRevokedSessions(redis: Redis | null, logger: Logger): RevokedSessions {
  /** By name: the last second in which sessions were created that it ends. */
  const own = createHeapCache<number>('ended sessions')
  /** The names that Redis does not have yet. */
  const untold = new Set<string>()
  const keyOf = (name: string): string => `dashboard:revoked:${name}`

  async function tell(name: string): Promise<void> {
    const [createdUntil, seconds] = [own.get(name), Math.ceil(own.getRemainingTTL(name) / 1000)]
    untold.add(name)
    if (createdUntil !== undefined) await redis?.set(keyOf(name), String(createdUntil), 'EX', seconds)
    untold.delete(name)
  }
  redis?.on('ready', () => {
    for (const name of untold) void tell(name).catch(() => undefined)
  })

  async function store({ name, createdUntil }: EndedByProvider, seconds: number): Promise<void> {
    own.set(name, createdUntil, { ttl: seconds * 1000 })
    await tell(name)
  }

  async function isEndedBy(name: string, createdAt: number): Promise<boolean> {
    if (createdAt <= (own.get(name) ?? -1)) return true
    if (redis === null || !isAnswering(redis)) return false
    return redis.get(keyOf(name)).then(
      (createdUntil) => createdUntil !== null && createdAt <= Number(createdUntil),
      () => false,
    )
  }

  return {
    async revoke(sid, seconds) {
      await store({ name: sid, createdUntil: Infinity }, seconds).catch((error: unknown) =>
        logger.warn(
          { err: error },
          'a logout could not be stored; other replicas take the session until Redis answers',
        ),
      )
    },
    async revokeAll(ended, seconds) {
      try {
        await store(ended, seconds)
      } catch (error) {
        throw new DependencyError('redis', 'other replicas cannot be informed of a logout', { cause: error })
      }
    },
    async isRevoked({ sid, createdAt, endedBy = [] }) {
      // An entry under its own name ends it, whenever it was created.
      const byItself = isEndedBy(sid, 0)
      const found = await Promise.all([byItself, ...endedBy.map((name) => isEndedBy(name, createdAt))])
      return found.includes(true)
    },
  }
}
