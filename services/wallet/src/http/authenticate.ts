import { createBearerCheck, RequestError, type Authenticate, type RawRequest } from '@ats/service-kit'
import type { UserTrust } from './user-trust.js'

/** Who calls: a user by way of the gateway, or another service of ours. */
export type Principal = { readonly kind: 'user'; readonly userId: string } | { readonly kind: 'service' }

const SERVICE: Principal = { kind: 'service' }

export function createAuthenticate(deps: {
  readonly userTrust: UserTrust
  readonly serviceTokens: readonly string[]
}): Authenticate<Principal> {
  const isService = createBearerCheck(deps.serviceTokens)
  return (request, route) =>
    new Promise((resolve) => {
      const service = isService(request) ? SERVICE : undefined
      const principal = route.access === 'service' ? service : asUser(request, deps.userTrust)
      if (principal === undefined) throw unauthorized()
      resolve({ principal })
    })
}

function asUser(request: RawRequest, userTrust: UserTrust): Principal | undefined {
  const userId = userTrust(request)
  return userId === undefined ? undefined : { kind: 'user', userId }
}

function unauthorized(): RequestError {
  return new RequestError('unauthorized', 'The credentials are missing or not valid.')
}
