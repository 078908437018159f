/** The token of a hook that the path of a request carries. It leaves this file as a hash. */
import type { IncomingHttpHeaders } from 'node:http'
import { hashCredential, HOOK_TOKEN_PATTERN } from '@ats/contracts'
import { cacheKey, type HashedCredentials } from '@ats/key-cache'

const HOOK_PATH = '/v1/hooks/'

export interface HookClaim {
  /** SHA-256 of the token, hex. */
  readonly hash: string
  readonly hashed: HashedCredentials
}

const claims = new WeakMap<IncomingHttpHeaders, HookClaim | null>()

/** Null for what is no token: nobody has to be asked about it. */
export function hookClaimOf({
  path,
  headers,
}: {
  readonly path: string
  readonly headers: IncomingHttpHeaders
}): HookClaim | null {
  const known = claims.get(headers)
  if (known !== undefined) return known
  const token = path.slice(HOOK_PATH.length)
  const claim = HOOK_TOKEN_PATTERN.test(token) ? claimOfHash(hashCredential(token)) : null
  claims.set(headers, claim)
  return claim
}

/** A token is its own secret. */
const claimOfHash = (secretHash: Buffer): HookClaim => ({
  hash: secretHash.toString('hex'),
  hashed: { place: cacheKey(secretHash), secretHash },
})
