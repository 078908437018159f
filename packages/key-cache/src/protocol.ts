/**
 * How both services keep the promise that no request which starts after a revocation was answered is let in, although
 * the engine does not call the wallet each time:
 *
 * - Who finds no record of a key takes a lease in its place, and asks the wallet only then. The lease ends LEASE_MS
 *   later by Redis' clock.
 * - The record takes the lease's place only if that very lease still stands, and ends when the lease would have ended.
 *   So anything read before a revocation has expired LEASE_MS after it at the latest, however late it is stored.
 * - A revocation is committed first, then deletes what stands there, lease or record: a validation that began before
 *   can no longer store what it read. Only where Redis does not confirm that, the revocation is answered once all it
 *   could not delete has ended by itself.
 *
 * Nothing depends on anything being in Redis: what is lost, flushed or evicted is asked for again.
 */
import { createStep, type Redis } from '@ats/service-kit/db'

/** How long a record, counted from before the wallet was asked, may be believed; ms. */
export const LEASE_MS = 5_000

/** The name of a key's place in Redis. `keyHash`: SHA-256 of the public key. */
export const cacheKey = (keyHash: Buffer): string => `akc:${keyHash.toString('hex')}`

export interface CacheKeys {
  /** Returns the value at `place`; null when there was none, and the lease stands there now. */
  readOrLease(place: string, lease: string, leaseMs: number): Promise<string | null>
  /** 1: `next` has replaced `current` for the rest of its time. 0: something else stands there, or nothing. */
  exchange(place: string, current: string, next: string): Promise<number>
  /** Deletes what stands there if it is `current`. */
  remove(place: string, current: string): Promise<number>
}

/**
 * Each is one atomic step. One that Redis runs long after it was given up for lost does no harm: a lease only keeps
 * others from storing, and the other two act only on what their sender itself has put or seen there, without prolonging
 * it.
 */
const STEPS = {
  readOrLease: `function(place, lease, ms)
    local found = redis.call('GET', place)
    if found then return found end
    redis.call('SET', place, lease, 'PX', ms)
    return false
  end`,
  exchange: `function(place, current, next)
    if redis.call('GET', place) ~= current then return 0 end
    redis.call('SET', place, next, 'KEEPTTL')
    return 1
  end`,
  remove: `function(place, current)
    if redis.call('GET', place) ~= current then return 0 end
    return redis.call('DEL', place)
  end`,
} satisfies Record<keyof CacheKeys, string>

/** Every call rejects when Redis does not answer in time. */
export function cacheKeysIn(redis: Redis): CacheKeys {
  return {
    readOrLease: createStep(redis, 'readOrLease', STEPS.readOrLease),
    exchange: createStep(redis, 'exchange', STEPS.exchange),
    remove: createStep(redis, 'remove', STEPS.remove),
  }
}
