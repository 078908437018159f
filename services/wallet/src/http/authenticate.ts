import { createBearerCheck, RequestError, type Authenticate, type CheckHeaders } from '@ats/service-kit'
import type { UserTrust } from './user-trust.js'

/** Who calls: a user by way of the gateway, or another service of ours. */
export type Principal = { readonly kind: 'user'; readonly userId: string } | { readonly kind: 'service' }

const SERVICE: Principal = { kind: 'service' }

interface Trust {
  readonly userTrust: UserTrust
  readonly serviceTokens: readonly string[]
}

export function createAuthenticate({ userTrust, serviceTokens }: Trust): Authenticate<Principal> {
  const isService = createBearerCheck(serviceTokens)
  return async (request, route) => {
    if (route.access === 'service') return { principal: isService(request) ? SERVICE : refuse(NO_SERVICE) }
    return { principal: { kind: 'user', userId: (await userTrust.userOf(request)) ?? refuse(NO_USER) } }
  }
}

/** What the headers of a user's request must show before its body is read. */
export const createHeaderCheck =
  ({ isPossible }: UserTrust): CheckHeaders<Principal> =>
  (request, route) => {
    if (route.access === 'user' && !isPossible(request)) refuse(NO_USER)
  }

const NO_USER =
  'send one X-User-Id of 1 to 128 characters, and where this service asks for it a valid X-User-Id-Signature'
const NO_SERVICE = 'send a valid service token as Authorization: Bearer'

function refuse(message: string): never {
  throw new RequestError('unauthorized', message)
}
