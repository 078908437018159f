import { createHmac, timingSafeEqual } from 'node:crypto'
import { singleHeader, type RawRequest } from '@ats/service-kit'

const USER_ID_LENGTH_MAX = 128

/** How far the gateway's clock may be from ours, either way. */
const SIGNATURE_AGE_MAX_SECONDS = 60

/** The user a request speaks for, or undefined when it does not say so believably. */
export type UserTrust = (request: Pick<RawRequest, 'method' | 'path' | 'rawHeaders'>) => string | undefined

/** Believes `X-User-Id` as it stands: only where nobody but the gateway can reach this port. */
export const trustPlainHeader: UserTrust = ({ rawHeaders }) => {
  const userId = singleHeader(rawHeaders, 'x-user-id')
  if (userId === undefined || userId.trim() === '' || userId.length > USER_ID_LENGTH_MAX) return undefined
  return userId
}

/**
 * Believes `X-User-Id` when `X-User-Id-Signature: t=<unix seconds>,v1=<hex>` signs it: HMAC-SHA256 over the bytes of
 * `t.METHOD.path.userId` (path without query), not older or newer than 60 s. Any of the secrets will do, so that they
 * can be changed without a gap.
 */
export function trustGatewaySignature(secrets: readonly string[], now: () => Date): UserTrust {
  return (request) => {
    const userId = trustPlainHeader(request)
    const signature = SIGNATURE.exec(singleHeader(request.rawHeaders, 'x-user-id-signature') ?? '')
    if (userId === undefined || signature === null) return undefined
    const [, signedAt = '', digest = ''] = signature
    const ageSeconds = Math.abs(now().getTime() / 1000 - Number(signedAt))
    if (ageSeconds > SIGNATURE_AGE_MAX_SECONDS) return undefined
    const signed = `${signedAt}.${request.method}.${request.path}.${userId}`
    return isSigned(signed, Buffer.from(digest, 'hex'), secrets) ? userId : undefined
  }
}

const SIGNATURE = /^t=(\d{1,11}),v1=([0-9a-f]{64})$/

/** Header values arrive as one character per byte; the signature is over those bytes. */
function isSigned(text: string, digest: Buffer, secrets: readonly string[]): boolean {
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(Buffer.from(text, 'latin1')).digest(), digest),
  )
  return matches.includes(true)
}
