import { checkIp } from '@ats/contracts'
import {
  addressGroup,
  budgetHeaders,
  type Authentication,
  type RateLimit,
  type RawRequest,
} from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Anybody, Caller } from './caller.js'
import { claimOf, type Claim } from './claim.js'
import type { Identified } from './identified.js'

export interface AuthenticatePublicOptions {
  readonly identify: (claim: Claim, ip: string) => Promise<Identified>
  /** Public market data per client IP; null: not limited. */
  readonly publicLimit: RateLimit | null
}

const NOBODY: Anybody = { userId: null, keyId: null }

/**
 * Authenticates a request for public data: neither invalid credentials nor an unreachable wallet keep it from anybody.
 * With a valid key it counts in that key's budget in place of its address's.
 */
export function createAuthenticatePublic({ identify, publicLimit }: AuthenticatePublicOptions) {
  const asAnybody = async ({ ip }: RawRequest): Promise<Authentication<Caller>> => {
    const budget = await publicLimit?.consume(addressGroup(ip))
    return { principal: NOBODY, headers: budget === undefined ? {} : budgetHeaders(budget) }
  }

  return async (request: RawRequest): Promise<Authentication<Caller>> => {
    const claim = claimOf(request)
    if (claim === null) return asAnybody(request)
    const known = await identify(claim, request.ip).then(
      ({ decision, budget }) =>
        decision.valid && checkIp(decision, request.ip)
          ? { userId: decision.userId, keyId: decision.keyId, budget }
          : null,
      (error: unknown) => {
        if (error instanceof RequestError && error.code === 'rate_limited') throw error
        return null
      },
    )
    if (known === null) return asAnybody(request)
    return { principal: { userId: known.userId, keyId: known.keyId }, headers: budgetHeaders(known.budget) }
  }
}
