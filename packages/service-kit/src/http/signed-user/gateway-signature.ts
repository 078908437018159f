import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RawRequest, UnreadRequest } from '../route.js'
import { singleHeader } from '../single-header.js'
import { signedText } from './signed-text.js'
import { readUserId } from './user-id.js'
import type { UserTrust } from './user-trust.js'

/** How far the gateway's clock may be from ours, either way. */
const SIGNATURE_AGE_MAX_SECONDS = 60
/** Longer than any signature is believed, by the clock of whichever replica. */
const REMEMBERED_SECONDS = 300

export interface GatewayTrust {
  /** In what is signed, so that a signature for one service means nothing to another. */
  readonly service: string
  /** Any of them will do, so that they can be changed without a gap. */
  readonly secrets: readonly string[]
  readonly now: () => Date
  /** Whether `v1`, which covers neither query nor body, is believed too. */
  readonly acceptsV1: boolean
  /** Takes a signature, until then; false when it has been taken before, here or by another replica. */
  readonly takeOnce: (signature: Buffer, until: Date) => Promise<boolean>
}

/**
 * Believes `X-User-Id` when `X-User-Id-Signature: t=<unix seconds>,v2=<hex>` signs it: HMAC-SHA256 over six lines, the
 * service's name, t, the method, the path with its query, the user id and the SHA-256 of the body in hex, with `\n`
 * between them. Not older or newer than 60 s. What changes something is believed once.
 */
export function trustGatewaySignature(trust: GatewayTrust): UserTrust {
  return {
    isPossible: (request) => readSignature(request, trust) !== undefined,
    async userOf(request) {
      const signature = readSignature(request, trust)
      if (signature === undefined || !isSigned(request, signature, trust)) return undefined
      if (isSafe(request.method)) return signature.userId
      const until = new Date((signature.signedAt + REMEMBERED_SECONDS) * 1000)
      return (await trust.takeOnce(signature.digest, until)) ? signature.userId : undefined
    },
  }
}

interface Signature {
  readonly userId: string
  /** As it was sent, which is as it was signed. */
  readonly time: string
  readonly signedAt: number
  readonly version: 'v1' | 'v2'
  readonly digest: Buffer
}

const SIGNATURE = /^t=(\d{1,11}),(v[12])=([0-9a-f]{64})$/

/** Undefined when the headers are not of the form, or too old or too new. */
function readSignature({ rawHeaders }: UnreadRequest, { now, acceptsV1 }: GatewayTrust): Signature | undefined {
  const userId = readUserId(rawHeaders)
  const [, time = '', version, hex = ''] = SIGNATURE.exec(singleHeader(rawHeaders, 'x-user-id-signature') ?? '') ?? []
  const signedAt = Number(time)
  const isTimely = Math.abs(now().getTime() / 1000 - signedAt) <= SIGNATURE_AGE_MAX_SECONDS
  const isAccepted = version === 'v2' || (version === 'v1' && acceptsV1)
  if (userId === undefined || !isTimely || !isAccepted) return undefined
  return { userId, time, signedAt, version, digest: Buffer.from(hex, 'hex') }
}

function isSigned(request: RawRequest, signature: Signature, { service, secrets }: GatewayTrust): boolean {
  const text = SIGNED_TEXT[signature.version](request, signature, service)
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(text, 'utf8').digest(), signature.digest),
  )
  return matches.includes(true)
}

const SIGNED_TEXT = {
  v1: ({ method, path }: RawRequest, { time, userId }: Signature) => `${time}.${method}.${path}.${userId}`,
  v2: (request: RawRequest, { time, userId }: Signature, service: string) =>
    signedText(service, time, { ...request, userId }),
} as const

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'
