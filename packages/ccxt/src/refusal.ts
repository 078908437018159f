import {
  AuthenticationError,
  BadRequest,
  BadSymbol,
  DuplicateOrderId,
  ExchangeError,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidOrder,
  MarketClosed,
  OperationFailed,
  OperationRejected,
  OrderImmediatelyFillable,
  OrderNotFound,
  PermissionDenied,
  RateLimitExceeded,
  RequestTimeout,
} from 'ccxt'
import { rowsOf, textOf, type Row } from './rows/row.js'

type ErrorClass = new (message: string) => Error

/** Facts that an error of this class carries beside its message. */
export interface RefusalDetails {
  /** The id under which the order was sent: repeat it to learn what became of it. */
  clientOrderId?: string
  /** Rules that refused: `{rule, severity, message, limit, value, unit}`, decimals as text. */
  violations?: readonly Row[]
  /** Milliseconds to wait before the next request. */
  retryAfter?: number
  /** The entry that was placed although one of its attached orders was refused. */
  order?: unknown
}

/** Adds facts to an error, for callers that look for them. */
export const withDetails = <T extends Error>(error: T, details: RefusalDetails): T & RefusalDetails =>
  Object.assign(error, details)

const RULES: Readonly<Record<string, ErrorClass>> = {
  insufficient_margin: InsufficientFunds,
  post_only: OrderImmediatelyFillable,
  trigger_would_fire: OrderImmediatelyFillable,
  market_closed: MarketClosed,
  account_state: OperationRejected,
}

/** The error of an order that risk rules refused: nothing was placed. Its class is that of the first rule. */
export function violationError(exchangeId: string, violations: readonly Row[]): Error & RefusalDetails {
  const Class = RULES[textOf(violations[0], 'rule') ?? ''] ?? InvalidOrder
  const reasons = violations.map((violation) => `${textOf(violation, 'rule')}: ${textOf(violation, 'message')}`)
  return withDetails(new Class(`${exchangeId} refused: ${reasons.join('; ')}`), { violations })
}

const CONFLICTS: Readonly<Record<string, ErrorClass>> = {
  client_id_reuse: DuplicateOrderId,
  in_progress: ExchangeNotAvailable,
  order_not_working: OrderNotFound,
  version: OperationRejected,
  account_state: OperationRejected,
}

const STATUSES: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: PermissionDenied,
  408: RequestTimeout,
  429: RateLimitExceeded,
  504: RequestTimeout,
}

const ONE_ORDER = /\/orders\/(?!cancel-all|batch)[^/?]+/
const PLACES_ORDERS = /\/v1\/orders?\b|\/close-position\b/

interface FailedRequest {
  readonly url: string
  readonly status: number
  readonly body: Row | undefined
  /** Seconds, as the header `Retry-After` says. */
  readonly retryAfter?: string | undefined
}

/** The error for an answer with a status of 400 and more. */
export function errorOf(exchangeId: string, request: FailedRequest): Error & RefusalDetails {
  const { status, body, retryAfter } = request
  const violations = rowsOf(body?.['violations'])
  if (violations.length > 0) return violationError(exchangeId, violations)
  const words = [textOf(body, 'error'), textOf(body, 'message'), issuesOf(body)].filter((text) => text !== undefined)
  const error = new (classOf(request))(`${exchangeId} ${[status, ...words].join(': ')}`)
  const seconds = Number(retryAfter)
  return retryAfter !== undefined && seconds >= 0 ? withDetails(error, { retryAfter: seconds * 1_000 }) : error
}

function classOf({ url, status, body }: FailedRequest): ErrorClass {
  if (status >= 500) return STATUSES[status] ?? ExchangeNotAvailable
  if (status === 409) return CONFLICTS[textOf(body, 'reason') ?? ''] ?? ExchangeError
  if (STATUSES[status] !== undefined) return STATUSES[status]
  if (body?.['candidates'] !== undefined) return BadSymbol
  if (ONE_ORDER.test(url)) return status === 404 ? OrderNotFound : InvalidOrder
  return PLACES_ORDERS.test(url) ? InvalidOrder : BadRequest
}

function issuesOf(body: Row | undefined): string | undefined {
  const issues = rowsOf(body?.['issues']).map((issue) => textOf(issue, 'message') ?? '')
  const message = textOf(body, 'message') ?? ''
  const untold = issues.filter((issue) => !message.includes(issue))
  return untold.length === 0 ? undefined : untold.join('; ')
}

/** True where the request may have been carried out: nothing came back that says whether it was. */
export const isUnknownOutcome = (error: unknown): error is Error =>
  error instanceof OperationFailed && !(error instanceof RateLimitExceeded)

/** The error of an order whose outcome is unknown. */
export function unknownOutcome(error: Error, action: string, clientOrderId: string): Error & RefusalDetails {
  const Class = error instanceof RequestTimeout ? RequestTimeout : ExchangeNotAvailable
  const advice = `repeat ${action} with params.clientOrderId, or ask fetchOrder with it`
  const message = `the outcome of ${action} ${clientOrderId} is unknown: ${error.message}; ${advice}`
  return withDetails(new Class(message), { clientOrderId })
}
