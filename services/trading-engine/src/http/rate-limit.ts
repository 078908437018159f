import { RequestError, type Redis } from '@ats/service-kit'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** What is left of a budget: one minute from its first request. */
export interface Budget {
  /** The policy it follows, such as `per-key`. */
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
}

const WINDOW_SECONDS = 60

export interface RateLimit {
  /** Counts one request; throws 429 when the budget is spent. */
  consume(key: string): Promise<Budget>
}

/**
 * At most `limit` requests a minute and key, the window beginning with the first; exactly `limit` pass. Engines with
 * the same Redis share the budget; without one, or while it does not answer, each counts for itself.
 */
export function createRateLimit(policy: string, limit: number, redis: Redis | null, counted = 'requests'): RateLimit {
  const limiter = createLimiter(policy, limit, redis)
  return {
    async consume(key) {
      try {
        return budgetOf(policy, limit, await limiter.consume(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const budget = budgetOf(policy, limit, refusal)
        const retryAfter = String(Math.max(1, Math.ceil(budget.resetMs / 1000)))
        const message = `more than ${limit} ${counted} in a minute; retry in ${retryAfter} s`
        throw new RequestError('rate_limited', message, {}, { ...budgetHeaders(budget), 'Retry-After': retryAfter })
      }
    },
  }
}

function createLimiter(policy: string, limit: number, redis: Redis | null): RateLimiterAbstract {
  const budget = { points: limit, duration: WINDOW_SECONDS, keyPrefix: `rl:${policy}` }
  const memory = new RateLimiterMemory(budget)
  if (redis === null) return memory
  return new RateLimiterRedis({
    ...budget,
    storeClient: redis,
    insuranceLimiter: memory,
    // A Redis that is gone is not even asked.
    rejectIfRedisNotReady: true,
    // Nor is any about a budget that is known to be spent: whoever goes on sending costs it nothing.
    inMemoryBlockOnConsumed: limit,
  })
}

const budgetOf = (policy: string, limit: number, state: RateLimiterRes): Budget => ({
  policy,
  limit,
  remaining: state.remainingPoints,
  resetMs: state.msBeforeNext,
})

/** The widely read `X-RateLimit-*` (reset in Unix seconds) and the IETF draft's `RateLimit` fields. */
export function budgetHeaders({ policy, limit, remaining, resetMs }: Budget): Record<string, string> {
  const seconds = Math.ceil(resetMs / 1000)
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + resetMs) / 1000)),
    RateLimit: `"${policy}";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
  }
}
