import { ApiError, type ErrorBody } from '../../api/api-error.js'
import { sendForAny } from '../../api/send.js'
import type { Operation } from './operations.js'

export interface Asked {
  readonly operation: Pick<Operation, 'service' | 'method'>
  readonly target: string
  readonly body: string | null
}

export interface Answer {
  readonly status: number
  readonly ms: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** The headers that say something about the response, beyond how it was sent. */
const HEADERS: ReadonlySet<string> = new Set([
  ...['content-type', 'etag', 'idempotent-replayed', 'retry-after', 'allow', 'x-request-id'],
  ...['ratelimit', 'ratelimit-policy', 'x-has-more', 'x-next-to', 'x-limit-applied'],
])

/**
 * Sends a request as it is; whatever comes back is the answer.
 * @throws ApiError where nothing comes back, where the session is over, and where the user has to log in again
 */
export async function sendOperation({ operation, target, body }: Asked): Promise<Answer> {
  const { service, method } = operation
  const startedAt = performance.now()
  const response = await sendForAny(
    new Request(`/api/${service}${target}`, {
      method,
      ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
    }),
  )
  const text = await response.text()
  const ms = Math.round(performance.now() - startedAt)
  if (response.status === 401) throw new ApiError(401, {})
  if (response.status === 403 && text.includes('"step_up_required"'))
    throw new ApiError(403, JSON.parse(text) as ErrorBody)
  return {
    status: response.status,
    ms,
    headers: [...response.headers].filter(([name]) => HEADERS.has(name)),
    body: text,
  }
}
