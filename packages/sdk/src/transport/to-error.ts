import type { BaseError } from '../errors.js'
import {
  AuthenticationError,
  BadRequest,
  BadSymbol,
  DuplicateOrderId,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidOrder,
  NotFound,
  OperationRejected,
  OrderNotFound,
  PermissionDenied,
  RateLimitExceeded,
  RequestTimeout,
  RiskRejected,
  type ErrorDetails,
} from '../errors.js'
import type { Issue, Violation } from '../types.js'
import { retryAfterMs } from './retry-after.js'

export interface ErrorBody {
  readonly error?: string
  readonly message?: string
  readonly reason?: string
  readonly request_id?: string
  readonly issues?: readonly Issue[]
  readonly violations?: readonly Violation[]
  readonly candidates?: unknown
}

/** The error for an answer that is not 2xx. */
export function toError(path: string, { status, headers }: Response, text: string): BaseError {
  const requestId = headers.get('x-request-id') ?? undefined
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now())
  return errorOf(path, status, readBody(text), { requestId, retryAfterMs: waitMs })
}

/** The error for a status and the body that came with it. */
export function errorOf(path: string, status: number, body: ErrorBody, headers: ErrorDetails = {}): BaseError {
  const details: ErrorDetails = {
    ...headers,
    status,
    code: body.error,
    reason: body.reason,
    requestId: body.request_id ?? headers.requestId,
    issues: body.issues,
    violations: body.violations,
    body: { ...body },
  }
  const Failure = classOf(status, path, body)
  return new Failure(body.message ?? `the service answered ${status}`, details)
}

/** An answer by something between may be anything. */
function readBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

const ORDER_PATH = /\/orders?(?:\/|$)|\/close-position$/

function classOf(status: number, path: string, body: ErrorBody): typeof BaseError {
  const isOrder = ORDER_PATH.test(path)
  if (status === 401) return AuthenticationError
  if (status === 403) return PermissionDenied
  if (status === 404) return body.candidates !== undefined ? BadSymbol : isOneOrder(path) ? OrderNotFound : NotFound
  if (status === 408) return RequestTimeout
  if (status === 409) return conflictClass(body.reason)
  if (status === 422) return isMargin(body.violations) ? InsufficientFunds : RiskRejected
  if (status === 429) return RateLimitExceeded
  if (status >= 500) return ExchangeNotAvailable
  if (body.candidates !== undefined || hasSymbolIssue(body.issues)) return BadSymbol
  return status === 400 && isOrder ? InvalidOrder : BadRequest
}

const isOneOrder = (path: string): boolean => /\/orders\/[^/]+/.test(path)
const hasSymbolIssue = (issues: readonly Issue[] = []): boolean => issues.some(({ path }) => path.at(-1) === 'symbol')
const isMargin = (violations: readonly Violation[] = []): boolean =>
  violations.some(({ rule }) => rule === 'insufficient_margin')

function conflictClass(reason: string | undefined): typeof BaseError {
  if (reason === 'client_id_reuse') return DuplicateOrderId
  if (reason === 'in_progress') return ExchangeNotAvailable
  return reason === 'order_not_working' || reason === 'version' ? InvalidOrder : OperationRejected
}
