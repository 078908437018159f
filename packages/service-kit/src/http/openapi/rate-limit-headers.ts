import type { ErrorCode } from '@ats/contracts'
import type { OpenApiHeader, OpenApiResponse } from './document.js'

const text = (description: string): OpenApiHeader => ({ description, schema: { type: 'string' } })
const whole = (description: string): OpenApiHeader => ({ description, schema: { type: 'integer', minimum: 0 } })

/** The headers that tell what is left of a budget: the widely read headers, and those of the IETF draft. */
export const RATE_LIMIT_HEADERS: Readonly<Record<string, OpenApiHeader>> = {
  'X-RateLimit-Limit': whole(
    'Requests that pass in a window. It begins with its first request; `RateLimit-Policy` says how long it takes.',
  ),
  'X-RateLimit-Remaining': whole('Requests that still pass in this window.'),
  'X-RateLimit-Reset': whole('When the window ends, in Unix seconds.'),
  RateLimit: text(
    '`"<policy>";r=<remaining>;t=<seconds until the window ends>`. The other headers of a 429 come with it.',
  ),
  'RateLimit-Policy': text('Of the budget: `"<policy>";q=<requests>;w=<seconds of the window>`.'),
}

/** The name of a header among the components: short, since nearly every response refers to it. */
export const headerComponent = (name: string): string => COMPONENTS[name] ?? name

const COMPONENTS: Readonly<Record<string, string>> = {
  ...{ 'X-RateLimit-Limit': 'Limit', 'X-RateLimit-Remaining': 'Remaining', 'X-RateLimit-Reset': 'Reset' },
  ...{ 'RateLimit-Policy': 'Policy', RateLimit: 'Left', 'X-Request-Id': 'Id', 'Cache-Control': 'Cache' },
}

/** Answers that are given before anything is counted, or may be. */
const UNCOUNTED = ['401', '408', '413', '500']

const references = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${headerComponent(name)}` }]))

/** All of them are described where they matter most; elsewhere one names them: every operation has such responses. */
const SPENT = references(Object.keys(RATE_LIMIT_HEADERS))
const LEFT = references(['RateLimit'])

/** The part of a budget that responses show: what is left of it, or only that it is spent. */
export type HasBudgetHeaders = 'always' | 'when-spent'

/** Adds the headers to the answers that carry them: those of a route that can answer 429. */
export function withRateLimitHeaders(
  responses: Readonly<Record<string, OpenApiResponse>>,
  errors: readonly ErrorCode[],
  carriedBy: HasBudgetHeaders = 'always',
): Readonly<Record<string, OpenApiResponse>> {
  if (!errors.includes('rate_limited')) return responses
  const carries = (status: string): boolean => (carriedBy === 'always' ? !UNCOUNTED.includes(status) : status === '429')
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      carries(status)
        ? { ...response, headers: { ...response.headers, ...(status === '429' ? SPENT : LEFT) } }
        : response,
    ]),
  )
}
