import type { Connection } from './config.js'
import { Failure } from './failure.js'

export type Row = Readonly<Record<string, unknown>>

export interface ApiAnswer<T> {
  readonly body: T
  /** Where an older page ends; null when this is the last. */
  readonly olderTo: string | null
}

export interface ApiRequest {
  /** Values that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead. */
  readonly text?: { readonly content: string; readonly type: string }
}

/** @throws Failure refused, with every problem the service names */
export type CallApi = <T = Row>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  request?: ApiRequest,
) => Promise<ApiAnswer<T>>

/** Longer than the service takes for anything. */
const TIMEOUT_MS = 70_000

export function createApi({ url, token }: Connection, note?: string): CallApi {
  return async <T>(method: string, path: string, { query = {}, body, text }: ApiRequest = {}) => {
    const requested = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const search = requested.length === 0 ? '' : `?${new URLSearchParams(requested).toString()}`
    const content =
      text ?? (body === undefined ? undefined : { content: JSON.stringify(body), type: 'application/json' })
    const response = await send(`${url}/operator/v1${path}${search}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(note === undefined ? {} : { 'X-Operator': note }),
        ...(content === undefined ? {} : { 'Content-Type': content.type }),
      },
      ...(content === undefined ? {} : { body: content.content }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = await readJson(response)
    if (!response.ok) throw refusalOf(response.status, answer)
    const hasMore = response.headers.get('X-Has-More') === 'true'
    return { body: answer as T, olderTo: hasMore ? response.headers.get('X-Next-To') : null }
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure('refused', `nothing answers at ${new URL(url).origin} (${why}): is it running?`)
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new Failure('refused', `the answer (${response.status}) is not one of the operator API`)
  }
}

function refusalOf(status: number, body: unknown): Failure {
  const { error, reason, message, issues, request_id } = body as Partial<Record<string, unknown>>
  const problems = Array.isArray(issues) ? (issues as { path: readonly unknown[]; message: string }[]) : []
  const code = typeof reason === 'string' ? reason : String(error)
  const hint = HINTS[status] === undefined ? '' : ` (${HINTS[status]})`
  const id = status >= 500 ? `, request ${String(request_id)}` : ''
  return new Failure(
    'refused',
    `${String(message)} [${code}${id}]${hint}`,
    problems.map(({ path, message: problem }) => (path.length === 0 ? problem : `${path.join('.')}: ${problem}`)),
  )
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'the token is not the one of this service',
  403: 'with npm start, --as operator or --as approver',
  404: 'or the operator API is not served there: OPERATORS is not set',
}
