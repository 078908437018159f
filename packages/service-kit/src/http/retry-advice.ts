import type { Route } from './route.js'

/** Nothing has been done, or doing it again changes nothing. */
export const SAFE_TO_RETRY = 'it is safe to try again'

/** The advice after a 500 of a request whose handler was called: a write may have been done, and its answer lost. */
export function retryAdvice(
  { method, tags, bodyRequests }: Pick<Route<never>, 'method' | 'tags' | 'bodyRequests'>,
  body: Readonly<Record<string, unknown>>,
): string {
  if (method === 'GET') return SAFE_TO_RETRY
  if (bodyRequests !== undefined) return `retry with the same ${bodyRequests.identity} in each`
  if (typeof body['client_id'] === 'string') return 'retry with the same client_id'
  return `look ${tags.includes('orders') ? 'the order' : 'it'} up before retrying: it may have been done`
}
