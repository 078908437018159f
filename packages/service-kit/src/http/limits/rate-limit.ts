import { RequestError } from '../../errors.js'
import { createHeapCache } from '../../heap-cache.js'
import { createStep } from '../../redis-steps.js'
import type { Redis } from '../../redis.js'

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
  /** The error `consume` threw and would throw again, without asking Redis; null before that. Counts nothing. */
  refusal(key: string): RequestError | null
}

/** The age at which a known refusal is stale: it says how many seconds are left. */
const STALE_MS = 1_000

interface Spent {
  /** Unix ms. */
  readonly endsAtMs: number
  /** Null until it is first needed. An error with its stack costs as much as the rest of a refusal: one serves many. */
  readonly error: RequestError | null
  readonly staleAtMs: number
}

/**
 * At most `limit` requests a window and key, the window beginning with the first; exactly `limit` pass. Services with
 * the same Redis share the budget; without one, or while it does not answer, each counts for itself. Nobody is asked
 * about a budget that is known to be spent: a caller who goes on sending costs Redis nothing.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { policy, limit, windowSeconds = 60, counted = 'requests' } = options
  const count = createCount(options, windowSeconds * 1000)
  /** By key. */
  const spent = createHeapCache<Spent>('spent budgets')
  const span = windowSeconds === 60 ? 'a minute' : `${windowSeconds / 3600} h`
  const refused = (resetMs: number): RequestError => {
    const budget = { policy, limit, remaining: 0, resetMs, windowSeconds }
    const retryAfter = String(Math.max(1, Math.ceil(resetMs / 1000)))
    const message = `more than ${limit} ${counted} in ${span}; retry in ${retryAfter} s`
    return new RequestError('rate_limited', message, {}, { ...budgetHeaders(budget), 'Retry-After': retryAfter })
  }
  const spentError = (key: string): RequestError | null => {
    const found = spent.get(key)
    if (found === undefined) return null
    const nowMs = Date.now()
    if (found.error !== null && nowMs < found.staleAtMs && nowMs < found.endsAtMs) return found.error
    spent.delete(key)
    if (nowMs >= found.endsAtMs) return null
    const error = refused(found.endsAtMs - nowMs)
    spent.set(key, { ...found, error, staleAtMs: nowMs + STALE_MS })
    return error
  }
  return {
    async consume(key) {
      const known = spentError(key)
      if (known !== null) throw known
      const [consumed, resetMs] = await count(key)
      if (consumed >= limit) spent.set(key, { endsAtMs: Date.now() + resetMs, error: null, staleAtMs: 0 })
      if (consumed > limit) throw spentError(key) ?? refused(resetMs)
      return { policy, limit, remaining: limit - consumed, resetMs, windowSeconds }
    },
    // The first one beyond a budget is looked at like any other: a body too large is refused as such.
    refusal: (key) => (spent.get(key)?.error ? spentError(key) : null),
  }
}

/** How often a key was counted in its window, and when that ends; ms from now. */
type Counted = readonly [count: number, leftMs: number]

const COUNT = `function(key, ms)
    local count, left = redis.call('INCR', key), -1
    if count > 1 then left = redis.call('PTTL', key) end
    if left < 0 then
      redis.call('PEXPIRE', key, ms)
      left = tonumber(ms)
    end
    return { count, left }
  end`

function createCount({ policy, redis }: RateLimitOptions, windowMs: number): (key: string) => Promise<Counted> {
  const windows = createHeapCache<{ count: number; readonly endsAtMs: number }>('counted budgets')
  const countHere = (key: string): Promise<Counted> => {
    const nowMs = Date.now()
    let window = windows.get(key)
    if (window === undefined || window.endsAtMs <= nowMs)
      windows.set(key, (window = { count: 0, endsAtMs: nowMs + windowMs }))
    window.count += 1
    return Promise.resolve([window.count, window.endsAtMs - nowMs])
  }
  if (redis === null) return countHere
  const countShared = createStep<Counted>(redis, 'count', COUNT)
  return (key) => countShared(`rl:${policy}:${key}`, windowMs).catch(() => countHere(key))
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
