import { ApiError, retryTime, type ErrorBody } from './api-error.js'

/** Marks requests of the dashboard: a form of another site cannot send it. */
const MARK = 'X-Dashboard'

/**
 * Sends a request to the gateway, with what it asks of unsafe methods.
 * @throws ApiError for what is no success, and where there is no response
 */
export async function send(request: Request): Promise<Response> {
  request.headers.set(MARK, '1')
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error
    throw new ApiError(0, { error: 'unreachable' })
  })
  if (response.ok) return response
  const retryAt = retryTime(response.headers.get('retry-after'), Date.now())
  throw new ApiError(response.status, await readError(response), retryAt)
}

async function readError(response: Response): Promise<ErrorBody> {
  try {
    return (await response.json()) as ErrorBody
  } catch {
    return { error: response.statusText } // of a proxy in between, which need not answer in JSON
  }
}
