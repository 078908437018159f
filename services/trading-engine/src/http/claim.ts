/** The credentials that a request carries: X-API-Key and X-API-Secret, or both as HTTP Basic. */
import type { IncomingHttpHeaders } from 'node:http'
import { API_KEY_PATTERN, API_SECRET_PATTERN, hashCredential } from '@ats/contracts'
import { singleHeader, type UnreadRequest } from '@ats/service-kit/http'

/** The pair of credentials that a request carries, right or wrong. */
export interface Claim {
  readonly key: string
  readonly secret: string
  /**
   * Hash of key and secret, so that a caller who guesses a secret is distinct from its owner and uses none of the
   * owner's budget. The same however they are sent.
   */
  readonly hash: string
}

export type Sent = Pick<UnreadRequest, 'headers' | 'rawHeaders'>

const claims = new WeakMap<IncomingHttpHeaders, Claim | null>()

/**
 * Null when there is nothing to ask the wallet: a header is missing, repeated or not of the issued form, or there are
 * two ways to say who asks.
 */
export function claimOf(sent: Sent): Claim | null {
  const known = claims.get(sent.headers)
  if (known !== undefined) return known
  const claim = isBasic(sent) ? readBasic(sent) : readClaim(sent.headers)
  claims.set(sent.headers, claim)
  return claim
}

/** The claim of a request that was authenticated. */
export const authenticatedClaim = (headers: IncomingHttpHeaders): Claim | null => claims.get(headers) ?? null

/**
 * Whether any credential is sent. A blank one counts too: a caller that means to use a key must not trade without one
 * by mistake.
 */
export const hasCredentials = (sent: Sent): boolean => hasKeyHeaders(sent) || isBasic(sent)

const hasKeyHeaders = ({ headers }: Sent): boolean =>
  headers['x-api-key'] !== undefined || headers['x-api-secret'] !== undefined

/** Other schemes are not ours: a proxy may have put them there. */
const isBasic = ({ headers, rawHeaders }: Sent): boolean =>
  headers.authorization !== undefined &&
  rawHeaders.some((name, index) => isAuthorization(name, index) && /^basic\b/i.test(rawHeaders[index + 1] ?? ''))

const isAuthorization = (name: string, index: number): boolean =>
  index % 2 === 0 && name.length === 13 && name.toLowerCase() === 'authorization'

/** `key:secret` has 111 characters, which base64 writes as 148 without padding. */
const BASIC = /^basic +([A-Za-z0-9+/]{148})$/i

function readBasic(sent: Sent): Claim | null {
  if (hasKeyHeaders(sent) || sent.headers['x-user-id-signature'] !== undefined) return null
  const [, encoded = ''] = BASIC.exec(singleHeader(sent.rawHeaders, 'authorization') ?? '') ?? []
  const [key = '', secret = '', ...rest] = Buffer.from(encoded, 'base64').toString('latin1').split(':')
  return rest.length === 0 ? claim(key, secret) : null
}

function readClaim({ 'x-api-key': key, 'x-api-secret': secret }: IncomingHttpHeaders): Claim | null {
  return typeof key === 'string' && typeof secret === 'string' ? claim(key, secret) : null
}

const claim = (key: string, secret: string): Claim | null =>
  API_KEY_PATTERN.test(key) && API_SECRET_PATTERN.test(secret)
    ? { key, secret, hash: hashOfClaim({ key, secret }) }
    : null

export const hashOfClaim = ({ key, secret }: { readonly key: string; readonly secret: string }): string =>
  hashCredential(`${key}:${secret}`).toString('hex')
