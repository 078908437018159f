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

/** A 400 that names everything wrong with a request at once. */
export function invalidPayload(issues: readonly Issue[]): RequestError {
  return new RequestError('invalid_payload', 'The request does not have the required shape.', { issues })
}

/**
 * Something this service needs (a database, another service) failed or did not answer in time. The caller gets 500
 * `engine_error` with `Retry-After`, never a 4xx: bots do not retry those. The message is for the log only.
 */
export class DependencyError extends Error {
  override readonly name = 'DependencyError'
  readonly retryAfterSeconds: number

  constructor(
    readonly dependency: string,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1
  }
}
