import { digestsEqual, hashCredential } from '@ats/contracts'
import type { RawRequest } from './route.js'
import { singleHeader } from './single-header.js'

/**
 * Prepares the check of `Authorization: Bearer <token>` against the tokens in force. Digests are compared, and with
 * every token even after a match, so that time says nothing about either.
 */
export function createBearerCheck(tokens: readonly string[]): (request: Pick<RawRequest, 'rawHeaders'>) => boolean {
  const hashes = tokens.map(hashCredential)
  return ({ rawHeaders }) => {
    const authorization = singleHeader(rawHeaders, 'authorization') ?? ''
    const given = hashCredential(/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
    return hashes.map((hash) => digestsEqual(hash, given)).includes(true)
  }
}
