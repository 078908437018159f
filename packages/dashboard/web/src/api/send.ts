import { retryAfterMs } from '@ats/sdk/transport/retry-after'
import { ApiError, type ErrorBody } from './api-error.js'

/** Marks requests of the dashboard: a form of another site cannot send it. */
const MARK = 'X-Dashboard'
/** Names the user whom the page shows: by a session of somebody else nothing is answered. */
const FOR_USER = 'X-Dashboard-User'

/** From now on every request of this page is for this user, or is refused. */
export const sendFor = (user: string): void => void (document.documentElement.dataset['user'] = user)

/**
 * Sends a request to the gateway, with what it asks of unsafe methods; resolves with any response.
 * @throws ApiError where there is none
 */
export async function sendForAny(request: Request): Promise<Response> {
  request.headers.set(MARK, '1')
  const { user } = document.documentElement.dataset
  if (user !== undefined) request.headers.set(FOR_USER, user)
  return fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error
    throw new ApiError(0, { error: 'unreachable' })
  })
}

/**
 * Sends a request to the gateway.
 * @throws ApiError for what is no success, and where there is no response
 */
export async function send(request: Request): Promise<Response> {
  const response = await sendForAny(request)
  if (response.ok) return response
  const now = Date.now()
  const waitMs = retryAfterMs(response.headers.get('retry-after'), now)
  throw new ApiError(response.status, await readError(response), waitMs === undefined ? null : now + waitMs)
}

async function readError(response: Response): Promise<ErrorBody> {
  try {
    return (await response.json()) as ErrorBody
  } catch {
    return { error: response.statusText } // of a proxy in between, which need not answer in JSON
  }
}
