import { RequestError } from '../../process/errors.js'
import { addressGroup, siteOf } from './address-group.js'
import { createRateLimit, type RateLimitOptions } from './rate-limit.js'

export interface FailureLimitOptions extends Pick<RateLimitOptions, 'limit' | 'redis'> {
  /** The beginning of the names of its policies: services may share a Redis. */
  readonly prefix: '' | 'operator-' | 'gateway-' | 'wallet-'
}

/** Failed authentications a minute, of an address or /64 of IPv6 and of a /48. */
export interface FailureLimit {
  /** Counts one failure; throws 429 when a budget it counts in is spent. */
  consume(ip: string): Promise<void>
  /** The error `consume` would throw, where that is known here without asking Redis; else null. Counts nothing. */
  readonly refusal: (ip: string) => RequestError | null
  /** The group that unknown callers from this address belong to: the /48 while many of its /64s fail. */
  readonly groupOf: (ip: string) => string
}

/** A /48 may fail as often as so many of its 65,536 /64s. */
const ADDRESSES_OF_SITE = 4
/** When more /64s of a /48 have failed in a minute, they are one caller. */
const FAILING_MAX = 16

/**
 * Limits failures by /48 as well, as its owner can send every guess from another /64, none of which ever fails twice.
 * One /64 alone cannot spend the budget of its /48: what is over its own is not counted there.
 */
export function createFailureLimit({ prefix, limit, redis }: FailureLimitOptions): FailureLimit {
  const counted = 'failed authentications from this address'
  const ofAddress = createRateLimit({ policy: `${prefix}failures-per-ip`, limit, counted, redis })
  const ofSite = createRateLimit({
    policy: `${prefix}failures-per-site`,
    limit: limit * ADDRESSES_OF_SITE,
    counted: 'failed authentications from this /48',
    redis,
  })
  const ofFailing = createRateLimit({ policy: `${prefix}failing-addresses`, limit: FAILING_MAX, redis: null })
  const siteRefusal = (site: string | null): RequestError | null => (site === null ? null : ofSite.refusal(site))
  return {
    async consume(ip) {
      const site = siteOf(ip)
      const known = siteRefusal(site)
      if (known !== null) throw known
      const { remaining } = await ofAddress.consume(addressGroup(ip))
      if (site === null) return
      // Its first failure in the minute.
      if (remaining === limit - 1) await ofFailing.consume(site).catch(() => undefined)
      await ofSite.consume(site)
    },
    refusal: (ip) => siteRefusal(siteOf(ip)) ?? ofAddress.refusal(addressGroup(ip)),
    groupOf(ip) {
      const site = siteOf(ip)
      return site !== null && (ofFailing.refusal(site) ?? siteRefusal(site)) !== null ? site : addressGroup(ip)
    },
  }
}

/**
 * Counts a failed authentication and refuses its request.
 * @throws RequestError `unauthorized`, or 429 when a budget of the address is spent
 */
export async function refuseUnauthorized(failureLimit: FailureLimit, ip: string, message: string): Promise<never> {
  await failureLimit.consume(ip)
  throw new RequestError('unauthorized', message)
}
