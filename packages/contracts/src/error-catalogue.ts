/** Every `error` value a service answers with, and the HTTP status that goes with it. */
export const ERROR_STATUS = {
  invalid_payload: 400,
  unauthorized: 401,
  'IP not whitelisted for this API key': 403,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  misdirected: 421,
  risk_rejected: 422,
  invalid_alert: 422,
  rate_limited: 429,
  headers_too_large: 431,
  engine_error: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** One fault of a body or query: where it is, a stable machine code, and words for a human. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

/** The part every error body has; some errors add fields of their own. */
export interface ErrorBody {
  readonly error: ErrorCode
  readonly message: string
  readonly request_id: string
}
