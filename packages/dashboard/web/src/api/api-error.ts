/** One rule that a request would have broken: as the engine tells it. */
export interface RuleViolation {
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly limit: string | null
  readonly value: string | null
  readonly unit: string | null
  readonly until?: string | null
}

/** One fault of a request. */
export interface RequestIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

/** The body of an error of either service, as far as the dashboard reads it. */
export interface ErrorBody {
  readonly error?: string
  readonly message?: string
  readonly reason?: string
  readonly request_id?: string
  readonly issues?: readonly RequestIssue[]
  readonly violations?: readonly RuleViolation[]
  readonly login_url?: string
  /** The least compensation that is enough, of `under_floor`. */
  readonly missing?: string | number
}

/** A response that is no success; `status` 0 when there was none. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** From when the same request may be sent again, where the service told it: milliseconds since the epoch. */
    readonly retryAt: number | null = null,
  ) {
    super(body.message ?? body.error ?? `HTTP ${status}`)
    this.name = 'ApiError'
  }
}

/** True of failures that the same request may survive a moment later; reads are repeated, changes are not. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Passes on the answer to a change. @throws ApiError when rules refused it, which comes as a success */
export function unlessRefused<T extends { readonly violations: readonly RuleViolation[] }>(answer: T): T {
  const { violations } = answer
  if (violations.length > 0) throw new ApiError(200, { error: 'risk_rejected', violations })
  return answer
}
