import { createHmac } from 'node:crypto'
import { RequestError } from '../../process/errors.js'
import { createHeapCache } from '../../process/heap-cache.js'
import { signedText, type SignedRequest } from './signed-text.js'

export interface UserSignerOptions {
  /** In what is signed, so that a signature for one service means nothing to another. */
  readonly service: string
  readonly secret: string
  readonly now: () => Date
}

/** The headers by which a service believes for which user a request is. */
export type SignUser = (request: SignedRequest) => Readonly<Record<'x-user-id' | 'x-user-id-signature', string>>

/** Half of what a signature may be ahead: the rest is for clocks that differ. */
const AHEAD_MAX_SECONDS = 30

/**
 * Signs requests for users, as `trustGatewaySignature` believes it. A signature for a change is good once, so the same
 * change again within its second is signed for the next one.
 */
export function createUserSigner({ service, secret, now }: UserSignerOptions): SignUser {
  /** Signatures of changes. */
  const used = createHeapCache<true>('signed changes', { ttl: 2_000 * AHEAD_MAX_SECONDS })
  const sign = (time: number, request: SignedRequest): string =>
    createHmac('sha256', secret)
      .update(signedText(service, String(time), request), 'utf8')
      .digest('hex')

  function signOnce(from: number, request: SignedRequest): readonly [time: number, signature: string] {
    for (let time = from; time <= from + AHEAD_MAX_SECONDS; time += 1) {
      const signature = sign(time, request)
      if (used.has(signature)) continue
      used.set(signature, true)
      return [time, signature]
    }
    throw new RequestError('rate_limited', 'the same change too many times a second', {}, { 'Retry-After': '1' })
  }

  return (request) => {
    const seconds = Math.floor(now().getTime() / 1000)
    const isChange = request.method !== 'GET' && request.method !== 'HEAD'
    const [time, signature] = isChange ? signOnce(seconds, request) : [seconds, sign(seconds, request)]
    return {
      // Node writes header values with one byte for each character.
      'x-user-id': Buffer.from(request.userId, 'utf8').toString('latin1'),
      'x-user-id-signature': `t=${time},v2=${signature}`,
    }
  }
}
