import { StartError } from '../start-error.js'

const TIMEOUT_MS = 10_000

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

/** One call of the demo user; any status comes back, only trouble on the way is an error. */
export async function callJson(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<JsonAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, body: await response.json() }
  } catch (error) {
    throw new StartError(`${method} ${url} failed: ${describe(error)}`)
  }
}

/** `fetch` says only that it failed; the cause says why. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** StartError unless the status is the one that was to come. */
export async function callExpecting<Body>(status: number, ...call: Parameters<typeof callJson>): Promise<Body> {
  const answer = await callJson(...call)
  if (answer.status !== status) {
    throw new StartError(
      `${call[0]} ${call[1]} answered ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`,
    )
  }
  return answer.body as Body
}
