/** Where the events of users go: the wallet's responses, each used for a while. */
import { WEBHOOK_USERS_MAX, type WebhookEndpoint } from '@ats/contracts'
import { chunksOf } from '@ats/service-kit/async'
import type { Choice } from '../core/model/notification.js'
import { createHeapCache, type Logger } from '@ats/service-kit/process'

/** A receiver of the events of a user: one of their keys or notification rules, or one of the firm. */
export interface Receiver extends WebhookEndpoint {
  readonly isFirm?: true
  /** The choice of a notification rule, whose id is in `keyId`: it gets that alone. */
  readonly rule?: Choice & {
    readonly channel: string
    /** When its user resumed it: no event from before is for it, to the millisecond. Null: it was never paused. */
    readonly resumedAt: string | null
  }
}

/** The answer of the wallet about some users. */
export interface Found {
  readonly receivers: readonly Receiver[]
  /** False: there may be more of them, which it did not say. */
  readonly isWhole: boolean
}

export interface EndpointDirectory {
  /** Looks up those of the users that are not known; returns what may be used, undefined where the wallet failed. */
  lookUp(userIds: ReadonlySet<string>): Promise<(userId: string) => UserEndpoints | undefined>
  /** Drops what may not be used any more. */
  prune(): void
}

export interface UserEndpoints {
  readonly endpoints: readonly Receiver[]
  /**
   * Moments of `performance.now()`: when the wallet was queried, -Infinity where it did not say all, and up to when its
   * response is used.
   */
  readonly requestedAt: number
  readonly validUntil: number
}

export interface EndpointDirectoryOptions {
  /** Takes at most WEBHOOK_USERS_MAX users. */
  readonly endpointsOf: (userIds: readonly string[]) => Promise<Found>
  /** How long a response is used at most. */
  readonly validMs: number
  /** Responses end at multiples of this: users whose events wait for newer ones are queried together. */
  readonly endEveryMs: number
  readonly logger: Logger
}

const CONCURRENCY = 8

export function createEndpointDirectory(options: EndpointDirectoryOptions): EndpointDirectory {
  const { endpointsOf, validMs, endEveryMs, logger } = options
  const known = createHeapCache<UserEndpoints>('webhook endpoints', {
    sizeOf: ({ endpoints }) => 1 + endpoints.length,
  })
  /** Users of a request that failed for several of them: one of them may be the reason. */
  const suspects = new Set<string>()

  async function request(userIds: readonly string[]): Promise<void> {
    const requestedAt = performance.now()
    const validUntil = Math.floor((requestedAt + validMs) / endEveryMs) * endEveryMs
    try {
      const { receivers, isWhole } = await endpointsOf(userIds)
      for (const userId of userIds) {
        const endpoints = receivers.filter((endpoint) => endpoint.userId === userId)
        known.set(userId, { endpoints, requestedAt: isWhole ? requestedAt : -Infinity, validUntil })
        suspects.delete(userId)
      }
    } catch (error) {
      if (userIds.length > 1) for (const userId of userIds) suspects.add(userId)
      logger.warn({ err: error, users: userIds.length }, 'webhook endpoint lookup failed; events deferred')
    }
  }

  return {
    async lookUp(userIds) {
      const at = performance.now()
      const fresh = (userId: string): UserEndpoints | undefined => {
        const user = known.get(userId)
        return user !== undefined && at < user.validUntil ? user : undefined
      }
      const unknown = [...userIds].filter((userId) => fresh(userId) === undefined)
      const single = unknown.filter((userId) => suspects.has(userId))
      const grouped = unknown.filter((userId) => !suspects.has(userId))
      const requests = [...chunksOf(single, 1), ...chunksOf(grouped, WEBHOOK_USERS_MAX)]
      for (const some of chunksOf(requests, CONCURRENCY)) await Promise.all(some.map(request))
      return fresh
    },
    prune() {
      const at = performance.now()
      for (const [userId, { validUntil }] of known) if (validUntil <= at) known.delete(userId)
    },
  }
}
