import type { IncomingHttpHeaders } from 'node:http'
import { API_KEY_PATTERN, API_SECRET_PATTERN, hashCredential } from '@ats/contracts'

/** The pair of credentials that a request carries, right or wrong. */
export interface Claim {
  readonly key: string
  readonly secret: string
  /**
   * Hash of key and secret, so that a caller who guesses a secret is distinct from its owner and uses none of the
   * owner's budget.
   */
  readonly hash: string
}

const claims = new WeakMap<IncomingHttpHeaders, Claim | null>()

/** Null when a header is missing, repeated or not of the issued form: there is nothing to ask the wallet. */
export function claimOf(headers: IncomingHttpHeaders): Claim | null {
  const known = claims.get(headers)
  if (known !== undefined) return known
  const claim = readClaim(headers)
  claims.set(headers, claim)
  return claim
}

function readClaim({ 'x-api-key': key, 'x-api-secret': secret }: IncomingHttpHeaders): Claim | null {
  if (typeof key !== 'string' || typeof secret !== 'string') return null
  return API_KEY_PATTERN.test(key) && API_SECRET_PATTERN.test(secret)
    ? { key, secret, hash: hashOfClaim({ key, secret }) }
    : null
}

export const hashOfClaim = ({ key, secret }: { readonly key: string; readonly secret: string }): string =>
  hashCredential(`${key}:${secret}`).toString('hex')
