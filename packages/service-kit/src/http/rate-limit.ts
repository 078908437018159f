import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { RequestError } from '../errors.js'
import type { Redis } from '../redis.js'

/** The remainder of a budget: one window from its first request. */
export interface Budget {
  /** The policy it follows, such as `per-key`. */
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
  readonly windowSeconds: number
}

export interface RateLimitOptions {
  readonly policy: string
  /** Exactly so many pass in a window. */
  readonly limit: number
  /** Default a minute. */
  readonly windowSeconds?: number
  /** The noun for what is counted, for the message to the caller. Default `requests`. */
  readonly counted?: string
  readonly redis: Redis | null
}

export interface RateLimit {
  /** Counts one request; throws 429 when the budget is spent. */
  consume(key: string): Promise<Budget>
  /** The error `consume` would throw, where that is known here without asking Redis; else null. Counts nothing. */
  refusal(key: string): RequestError | null
}

/** Budgets known to be spent. */
const SPENT_MAX = 20_000
/** The age at which a known refusal is stale: it says how many seconds are left. */
const STALE_MS = 1_000

interface Spent {
  /** Unix ms. */
  readonly endsAtMs: number
  /** An error with its stack costs as much as the rest of a refusal, so one serves for a while. */
  readonly error: RequestError
  readonly staleAtMs: number
}

/**
 * At most `limit` requests a window and key, the window beginning with the first; exactly `limit` pass. Services with
 * the same Redis share the budget; without one, or while it does not answer, each counts for itself.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { policy, limit, windowSeconds = 60, counted = 'requests' } = options
  const limiter = createLimiter(options, windowSeconds)
  /** By key. */
  const spent = new LRUCache<string, Spent>({ max: SPENT_MAX })
  const budgetOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Budget => ({
    policy,
    limit,
    remaining: remainingPoints,
    resetMs: msBeforeNext,
    windowSeconds,
  })
  const span = windowSeconds === 60 ? 'a minute' : `${windowSeconds / 3600} h`
  const refused = (resetMs: number): RequestError => {
    const budget = { policy, limit, remaining: 0, resetMs, windowSeconds }
    const retryAfter = String(Math.max(1, Math.ceil(resetMs / 1000)))
    const message = `more than ${limit} ${counted} in ${span}; retry in ${retryAfter} s`
    return new RequestError('rate_limited', message, {}, { ...budgetHeaders(budget), 'Retry-After': retryAfter })
  }
  return {
    async consume(key) {
      try {
        return budgetOf(await limiter.consume(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const { msBeforeNext } = refusal
        const error = refused(msBeforeNext)
        spent.set(key, { endsAtMs: Date.now() + msBeforeNext, error, staleAtMs: Date.now() + STALE_MS })
        throw error
      }
    },
    refusal(key) {
      const found = spent.get(key)
      if (found === undefined) return null
      const nowMs = Date.now()
      if (nowMs < found.staleAtMs && nowMs < found.endsAtMs) return found.error
      spent.delete(key)
      if (nowMs >= found.endsAtMs) return null
      const error = refused(found.endsAtMs - nowMs)
      spent.set(key, { ...found, error, staleAtMs: nowMs + STALE_MS })
      return error
    },
  }
}

function createLimiter({ policy, limit, redis }: RateLimitOptions, duration: number): RateLimiterAbstract {
  const budget = { points: limit, duration, keyPrefix: `rl:${policy}` }
  const memory = new RateLimiterMemory(budget)
  if (redis === null) return memory
  return new RateLimiterRedis({
    ...budget,
    storeClient: redis,
    insuranceLimiter: memory,
    // A Redis that is gone is not even asked.
    rejectIfRedisNotReady: true,
    // Nor is any about a budget that is known to be spent: a caller who goes on sending costs it nothing.
    inMemoryBlockOnConsumed: limit,
  })
}

/** The widely read `X-RateLimit-*` (reset in Unix seconds) and the IETF draft's `RateLimit` fields. */
export function budgetHeaders({ policy, limit, remaining, resetMs, windowSeconds }: Budget): Record<string, string> {
  const seconds = Math.ceil(resetMs / 1000)
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + resetMs) / 1000)),
    RateLimit: `"${policy}";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
  }
}
