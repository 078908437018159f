/** How many streams a key, or an address without one, may have open in this process. */
import { budgetHeaders } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'

export interface StreamLimit {
  readonly policy: 'streams-per-key' | 'streams-per-user' | 'streams-per-address'
  /** The one whose streams are counted. */
  readonly owner: string
  readonly max: number
}

/** Takes a place and returns what gives it back, once. @throws RequestError 429 */
export type TakeStream = (limit: StreamLimit) => () => void

const RETRY_AFTER_SECONDS = 15

export function createStreamLimits(): TakeStream {
  const counts = new Map<string, number>()
  return ({ policy, owner, max }) => {
    const name = `${policy} ${owner}`
    const count = counts.get(name) ?? 0
    if (count >= max) throw refused(policy, max)
    counts.set(name, count + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = (counts.get(name) ?? 1) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    }
  }
}

const NOUNS = {
  'streams-per-key': 'this key',
  'streams-per-user': 'this user',
  'streams-per-address': 'this address',
} as const

function refused(policy: StreamLimit['policy'], limit: number): RequestError {
  const noun = NOUNS[policy]
  const window = { resetMs: RETRY_AFTER_SECONDS * 1_000, windowSeconds: RETRY_AFTER_SECONDS }
  const headers = budgetHeaders({ policy, limit, remaining: 0, ...window })
  const message = `${limit} streams of ${noun} are open; close one, or read several symbols from one stream`
  return new RequestError('rate_limited', message, {}, { ...headers, 'Retry-After': String(RETRY_AFTER_SECONDS) })
}
