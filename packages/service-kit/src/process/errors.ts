import { ERROR_STATUS, type ErrorCode, type Issue } from '@ats/contracts'

/** The caller's mistake. Its code decides the status; details become fields of the body next to `error`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

export const ISSUES_MAX = 50
const ISSUES_TEXT_MAX = 16 * 1024

/** A 400 that names everything wrong with a request, up to 50 issues in no more text than a request may have. */
export function invalidPayload(
  issues: readonly Issue[],
  message = 'the request does not have the required shape; see issues',
  details: Readonly<Record<string, unknown>> = {},
): RequestError {
  const listed = listable(issues)
  const words = listed.length === issues.length ? message : `${message}, of which the first ${listed.length} are listed`
  return new RequestError('invalid_payload', words, { issues: listed, ...details })
}

function listable(issues: readonly Issue[]): readonly Issue[] {
  const first = issues.slice(0, ISSUES_MAX)
  let text = 0
  const over = first.findIndex((issue) => (text += JSON.stringify(issue).length) > ISSUES_TEXT_MAX)
  return over < 0 ? first : first.slice(0, Math.max(1, over))
}

/**
 * Something this service needs (a database, another service) failed or did not answer in time. The caller gets 500
 * `engine_error` with `Retry-After`, never a 4xx: bots do not retry those. The message is for the log only.
 */
export class DependencyError extends Error {
  override readonly name = 'DependencyError'
  readonly retryAfterSeconds: number
  /** For the caller, in place of the general words. */
  readonly publicMessage: string | undefined

  constructor(
    readonly dependency: string,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; publicMessage?: string } = {},
  ) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1
    this.publicMessage = options.publicMessage
  }
}
