import { digestsEqual, hashCredential } from '@ats/contracts'
import type { RawRequest } from './route.js'
import { singleHeader } from './single-header.js'

type Request = Pick<RawRequest, 'rawHeaders'>

/** A SHA-256 of a short token can be turned back into it by trying. */
const TOKEN_LENGTH_MIN = 32

const hashGiven = ({ rawHeaders }: Request): { readonly token: string; readonly hash: Buffer } => {
  const authorization = singleHeader(rawHeaders, 'authorization') ?? ''
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  return { token, hash: hashCredential(token) }
}

/**
 * Prepares the check of `Authorization: Bearer <token>` against the tokens in force. Digests are compared, and with
 * every token even after a match, so that time says nothing about either.
 */
export function createBearerCheck(tokens: readonly string[]): (request: Request) => boolean {
  const hashes = tokens.map(hashCredential)
  return (request) => {
    const { hash } = hashGiven(request)
    return hashes.map((one) => digestsEqual(one, hash)).includes(true)
  }
}

/** Finds the value that belongs to a token, likewise, where only the SHA-256 of each is known; null: to none. */
export function createBearerLookup<T>(
  entries: readonly { readonly hash: Buffer; readonly value: T }[],
): (request: Request) => T | null {
  return (request) => {
    const { token, hash } = hashGiven(request)
    const [found] = entries.filter((entry) => digestsEqual(entry.hash, hash))
    return found === undefined || token.length < TOKEN_LENGTH_MIN ? null : found.value
  }
}
