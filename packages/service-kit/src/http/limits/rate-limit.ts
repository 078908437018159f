import { RequestError } from '../../process/errors.js'
import { createHeapCache } from '../../process/heap-cache.js'
import { createStep } from '../../db/redis-steps.js'
import type { Redis } from '../../db/redis.js'

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
  /** Counts so many together, or none of them: throws 429 when the budget has less left. */
  consumeAll(key: string, count: number): Promise<Budget>
  /** Takes back what `consumeAll` has counted, for a request that another budget refuses. */
  giveBack(key: string, count: number): Promise<void>
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
  const windows = createWindows(options, windowSeconds * 1000)
  /** By key. */
  const spent = createHeapCache<Spent>('spent budgets')
  const span = windowSeconds === 60 ? 'a minute' : `${windowSeconds / 3600} h`
  const refused = (resetMs: number, remaining = 0): RequestError => {
    const budget = { policy, limit, remaining, resetMs, windowSeconds }
    const retryAfter = String(Math.max(1, Math.ceil(resetMs / 1000)))
    const left = remaining === 0 ? '' : `, of which ${remaining} are left`
    const message = `more than ${limit} ${counted} in ${span}${left}; retry in ${retryAfter} s`
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
  const budgetOf = (key: string, consumed: number, resetMs: number): Budget => {
    if (consumed >= limit) spent.set(key, { endsAtMs: Date.now() + resetMs, error: null, staleAtMs: 0 })
    return { policy, limit, remaining: limit - consumed, resetMs, windowSeconds }
  }
  return {
    async consume(key) {
      const known = spentError(key)
      if (known !== null) throw known
      const [consumed, resetMs] = await windows.count(key)
      const budget = budgetOf(key, consumed, resetMs)
      if (consumed > limit) throw spentError(key) ?? refused(resetMs)
      return budget
    },
    async consumeAll(key, count) {
      const known = spentError(key)
      if (known !== null) throw known
      const [consumed, resetMs, isCounted] = await windows.countAll(key, count)
      if (isCounted === 0) throw refused(resetMs, Math.max(0, limit - consumed))
      return budgetOf(key, consumed, resetMs)
    },
    async giveBack(key, count) {
      await windows.giveBack(key, count)
      spent.delete(key)
    },
    // The first request over a budget is checked like any other: a body too large is refused as such.
    refusal: (key) => (spent.get(key)?.error ? spentError(key) : null),
  }
}

/** How often a key was counted in its window, and when that ends; ms from now. */
type Counted = readonly [count: number, leftMs: number]
/** The same, and 1 where all of it was counted, 0 where nothing was. */
type AllCounted = readonly [...Counted, isCounted: 0 | 1]

interface Windows {
  count(key: string): Promise<Counted>
  countAll(key: string, count: number): Promise<AllCounted>
  giveBack(key: string, count: number): Promise<unknown>
}

const COUNT = `function(key, ms)
    local count, left = redis.call('INCR', key), -1
    if count > 1 then left = redis.call('PTTL', key) end
    if left < 0 then
      redis.call('PEXPIRE', key, ms)
      left = tonumber(ms)
    end
    return { count, left }
  end`

/** `more`: how many, and the limit. */
const COUNT_ALL = `function(key, ms, more)
    local size, limit = string.match(more, '(%d+) (%d+)')
    local count, left = tonumber(redis.call('GET', key) or '0'), redis.call('PTTL', key)
    if count + tonumber(size) > tonumber(limit) then
      return { count, left < 0 and tonumber(ms) or left, 0 }
    end
    count = redis.call('INCRBY', key, size)
    if left < 0 then
      redis.call('PEXPIRE', key, ms)
      left = tonumber(ms)
    end
    return { count, left, 1 }
  end`

/** A window that has ended in the meantime needs nothing back. */
const GIVE_BACK = `function(key, size)
    if redis.call('EXISTS', key) == 0 then return 0 end
    return redis.call('DECRBY', key, size)
  end`

function createWindows({ policy, limit, redis }: RateLimitOptions, windowMs: number): Windows {
  const own = createOwnWindows(limit, windowMs)
  if (redis === null) return own
  const shared = {
    count: createStep<Counted>(redis, 'count', COUNT),
    countAll: createStep<AllCounted>(redis, 'count_all', COUNT_ALL),
    giveBack: createStep<number>(redis, 'give_back', GIVE_BACK),
  }
  const nameOf = (key: string): string => `rl:${policy}:${key}`
  return {
    count: (key) => shared.count(nameOf(key), windowMs).catch(() => own.count(key)),
    countAll: (key, count) =>
      shared.countAll(nameOf(key), windowMs, `${count} ${limit}`).catch(() => own.countAll(key, count)),
    giveBack: (key, count) => shared.giveBack(nameOf(key), count).catch(() => own.giveBack(key, count)),
  }
}

/** Counts for this process alone. */
function createOwnWindows(limit: number, windowMs: number): Windows {
  const windows = createHeapCache<{ count: number; readonly endsAtMs: number }>('counted budgets')
  const add = (key: string, size: number, most: number): AllCounted => {
    const nowMs = Date.now()
    const known = windows.get(key)
    const window = known === undefined || known.endsAtMs <= nowMs ? { count: 0, endsAtMs: nowMs + windowMs } : known
    const leftMs = window.endsAtMs - nowMs
    if (window.count + size > most) return [window.count, leftMs, 0]
    window.count += size
    if (window !== known) windows.set(key, window)
    return [window.count, leftMs, 1]
  }
  return {
    count(key) {
      const [count, leftMs] = add(key, 1, Infinity)
      return Promise.resolve([count, leftMs])
    },
    countAll: (key, count) => Promise.resolve(add(key, count, limit)),
    giveBack(key, count) {
      const window = windows.get(key)
      if (window !== undefined) window.count = Math.max(0, window.count - count)
      return Promise.resolve()
    },
  }
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
