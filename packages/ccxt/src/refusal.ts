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
import { messageOf, withDetails, type RefusalDetails } from './platform/failures.js'
import { rowsOf, textOf, type Row } from './platform/row.js'

type ErrorClass = new (message: string) => Error

const RULES: Readonly<Record<string, ErrorClass>> = {
  insufficient_margin: InsufficientFunds,
  post_only: OrderImmediatelyFillable,
  trigger_would_fire: OrderImmediatelyFillable,
  market_closed: MarketClosed,
  account_state: OperationRejected,
}

const CONFLICTS: Readonly<Record<string, ErrorClass>> = {
  client_id_reuse: DuplicateOrderId,
  in_progress: ExchangeNotAvailable,
  order_not_working: OrderNotFound,
  version: OperationRejected,
  account_state: OperationRejected,
}

const STATUSES: Readonly<Record<string, ErrorClass>> = {
  '401': AuthenticationError,
  '403': PermissionDenied,
  '408': RequestTimeout,
  '429': RateLimitExceeded,
  '504': RequestTimeout,
}

/** The error of an order that risk rules refused: nothing was placed. Its class is that of the first rule. */
export function violationError(exchangeId: string, violations: readonly Row[]): Error & RefusalDetails {
  const ErrorOf = RULES[textOf(violations[0], 'rule') ?? ''] ?? InvalidOrder
  const reasons = violations.map((violation) => `${textOf(violation, 'rule')}: ${textOf(violation, 'message')}`)
  return withDetails(new ErrorOf(`${exchangeId} refused: ${reasons.join('; ')}`), { violations })
}

/** The error for an answer with a status of 400 and more; `retryAfter` is the header's, in seconds. */
export function errorOf(
  exchangeId: string,
  url: string,
  status: number,
  body: Row | undefined,
  retryAfter: string | undefined,
): Error & RefusalDetails {
  const violations = rowsOf(body?.['violations'])
  if (violations.length > 0) {
    return violationError(exchangeId, violations)
  }
  const words = [String(status), textOf(body, 'error'), textOf(body, 'message'), issuesOf(body)]
  const known = words.filter((word) => word !== undefined)
  const ErrorOf = classOf(url, status, body)
  const error = new ErrorOf(`${exchangeId} ${known.join(': ')}`)
  return retryAfter === undefined ? error : withDetails(error, { retryAfter: Number(retryAfter) * 1_000 })
}

function classOf(url: string, status: number, body: Row | undefined): ErrorClass {
  const ofStatus = STATUSES[String(status)]
  if (status >= 500) {
    return ofStatus ?? ExchangeNotAvailable
  }
  if (status === 409) {
    return CONFLICTS[textOf(body, 'reason') ?? ''] ?? ExchangeError
  }
  if (ofStatus !== undefined) {
    return ofStatus
  }
  if (body?.['candidates'] !== undefined) {
    return BadSymbol
  }
  return ofRequest(url, status)
}

/** The class of a request that was wrong: of an order, of what places orders, or of anything else. */
function ofRequest(url: string, status: number): ErrorClass {
  const path = url.split('?')[0] ?? ''
  const isOfMany = path.includes('/orders/batch') || path.includes('/orders/cancel-all')
  if (path.includes('/orders/') && !isOfMany) {
    return status === 404 ? OrderNotFound : InvalidOrder
  }
  const placesOrders = path.endsWith('/v1/order') || path.includes('/v1/order/') || path.includes('/v1/orders')
  return placesOrders || path.endsWith('/close-position') ? InvalidOrder : BadRequest
}

function issuesOf(body: Row | undefined): string | undefined {
  const message = textOf(body, 'message') ?? ''
  const issues = rowsOf(body?.['issues']).map((issue) => textOf(issue, 'message') ?? '')
  const untold = issues.filter((issue) => !message.includes(issue))
  return untold.length === 0 ? undefined : untold.join('; ')
}

/** True where the request may have been carried out: nothing came back that says whether it was. */
export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof OperationFailed && !(error instanceof RateLimitExceeded)
}

/** The error of an order whose outcome is unknown. */
export function unknownOutcome(error: unknown, action: string, clientOrderId: string): Error & RefusalDetails {
  const advice = `repeat ${action} with params.clientOrderId, or ask fetchOrder with it`
  const message = `the outcome of ${action} ${clientOrderId} is unknown: ${messageOf(error)}; ${advice}`
  if (error instanceof RequestTimeout) {
    return withDetails(new RequestTimeout(message), { clientOrderId })
  }
  return withDetails(new ExchangeNotAvailable(message), { clientOrderId })
}

/** The error that a stream ends with by its last frame. */
export function streamError(exchangeId: string, code: string, message: string): Error {
  const text = `${exchangeId} stream ended: ${code}: ${message}`
  if (code === 'unauthorized') {
    return new AuthenticationError(text)
  }
  return code === 'rate_limited' ? new RateLimitExceeded(text) : new ExchangeNotAvailable(text)
}
