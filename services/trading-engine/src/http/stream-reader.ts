/** For whom a stream is: whose place it takes, and the key that has to stay valid. */
import { addressGroup, type HandlerRequest } from '@ats/service-kit/http'
import { invalidPayload, type RequestError } from '@ats/service-kit/process'
import type { StreamReader } from '../streams/streams.js'
import type { Caller } from './caller.js'
import { authenticatedClaim, type Claim } from './claim.js'

/** A key as it was used to open a stream. */
export interface StreamCredentials {
  readonly claim: Claim
  readonly ip: string
}

/** And of a signed user. */
export const STREAMS_PER_KEY = 25
export const STREAMS_PER_ADDRESS = 10

type Visit = Pick<HandlerRequest<Caller>, 'principal' | 'headers' | 'ip'>

/** A signed user's counts for the user; without a key, or with one that counts for nothing, it is the address's. */
export function streamReader({ principal, headers, ip }: Visit): StreamReader<StreamCredentials> {
  const { keyId, userId } = principal
  const claim = authenticatedClaim(headers)
  if (keyId === null && userId !== null)
    return { limit: { policy: 'streams-per-user', owner: userId, max: STREAMS_PER_KEY }, key: null }
  if (keyId === null || claim === null) {
    const max = 'budget' in principal ? STREAMS_PER_KEY : STREAMS_PER_ADDRESS
    return { limit: { policy: 'streams-per-address', owner: addressGroup(ip), max }, key: null }
  }
  return {
    limit: { policy: 'streams-per-key', owner: keyId, max: STREAMS_PER_KEY },
    key: { name: `${claim.hash} ${ip}`, credentials: { claim, ip } },
  }
}

const SEQUENCE = /^\d{1,15}$/

/** Null without the header. @throws RequestError 400 where it is no sequence */
export function lastEventId({ headers }: Pick<Visit, 'headers'>): number | null {
  const id = headers['last-event-id']
  if (id === undefined || id === '') return null
  if (typeof id === 'string' && SEQUENCE.test(id)) return Number(id)
  throw notASequence()
}

const notASequence = (): RequestError =>
  invalidPayload([
    {
      path: ['Last-Event-ID'],
      code: 'sequence.base',
      message: 'Last-Event-ID must be the id of a frame of this stream: a whole number from 0, given once',
    },
  ])
