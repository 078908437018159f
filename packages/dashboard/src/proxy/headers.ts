import type { IncomingHttpHeaders } from 'node:http'

/** The headers of pages that services get. Who it is for, and from where, the gateway says itself. */
const REQUEST_HEADERS = ['accept', 'accept-encoding', 'content-type', 'if-none-match', 'last-event-id'] as const

/** The headers of services that pages get. Policies, cookies and how long to keep it are the gateway's to say. */
export const RESPONSE_HEADERS = [
  'allow',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'vary',
  'x-has-more',
  'x-limit-applied',
  'x-next-to',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const

export const forwardedHeaders = (headers: IncomingHttpHeaders): Record<string, string> => pick(headers, REQUEST_HEADERS)

export const returnedHeaders = (headers: IncomingHttpHeaders): Record<string, string> => pick(headers, RESPONSE_HEADERS)

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}
