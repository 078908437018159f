import { digestsEqual, hashCredential } from '@ats/contracts'
import { RequestError, type Authenticate, type RawRequest } from '@ats/service-kit'
import { singleHeader } from './single-header.js'
import type { UserTrust } from './user-trust.js'

/** Who calls: a user by way of the gateway, or another service of ours. */
export type Principal = { readonly kind: 'user'; readonly userId: string } | { readonly kind: 'service' }

export function createAuthenticate(deps: {
  readonly userTrust: UserTrust
  readonly serviceTokens: readonly string[]
}): Authenticate<Principal> {
  const tokenHashes = deps.serviceTokens.map(hashCredential)
  return (request, route) =>
    new Promise((resolve) => {
      const principal = route.access === 'service' ? asService(request, tokenHashes) : asUser(request, deps.userTrust)
      if (principal === undefined) throw unauthorized()
      resolve({ principal })
    })
}

function asUser(request: RawRequest, userTrust: UserTrust): Principal | undefined {
  const userId = userTrust(request)
  return userId === undefined ? undefined : { kind: 'user', userId }
}

/** Compares digests, and with every token even after a match, so that time says nothing about either. */
function asService(request: RawRequest, tokenHashes: readonly Buffer[]): Principal | undefined {
  const authorization = singleHeader(request.rawHeaders, 'authorization') ?? ''
  const given = hashCredential(/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
  const matches = tokenHashes.map((hash) => digestsEqual(hash, given))
  return matches.includes(true) ? { kind: 'service' } : undefined
}

function unauthorized(): RequestError {
  return new RequestError('unauthorized', 'The credentials are missing or not valid.')
}
