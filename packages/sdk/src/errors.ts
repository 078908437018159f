import type { ClientId } from './client-id.js'
import type { Issue, Violation } from './types.js'

/** The parts of an error answer beside its message. */
export interface ErrorDetails {
  /** The HTTP status; undefined when no answer came. */
  readonly status?: number | undefined
  /** `error` of the body, such as `conflict` (docs/ERRORS.md). */
  readonly code?: string | undefined
  /** `reason` of a 409, such as `order_not_working`. */
  readonly reason?: string | undefined
  /** Names the request in the logs of the service. */
  readonly requestId?: string | undefined
  /** Everything that is wrong with a request, of a 400. */
  readonly issues?: readonly Issue[] | undefined
  /** The rules that refused a change, of a 422. */
  readonly violations?: readonly Violation[] | undefined
  /** The whole body of the answer, decimals as text. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** The error all others are: names and kinship follow ccxt's. */
export class BaseError extends Error {
  override name = 'BaseError'
  readonly status: number | undefined
  readonly code: string | undefined
  readonly reason: string | undefined
  readonly requestId: string | undefined
  readonly issues: readonly Issue[]
  readonly violations: readonly Violation[]
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.reason = details.reason
    this.requestId = details.requestId
    this.issues = details.issues ?? []
    this.violations = details.violations ?? []
    this.body = details.body ?? {}
    this.retryAfterMs = details.retryAfterMs
  }
}

/** The service has refused: the same request is refused again. */
export class ExchangeError extends BaseError {
  override name = 'ExchangeError'
}
/** 401: the key is wrong, expired or revoked. */
export class AuthenticationError extends ExchangeError {
  override name = 'AuthenticationError'
}
/** 403: the key lacks the scope, or the address is not on its list. */
export class PermissionDenied extends AuthenticationError {
  override name = 'PermissionDenied'
}
/** 400, 405, 413: the request is not well-formed. */
export class BadRequest extends ExchangeError {
  override name = 'BadRequest'
}
/** A symbol that is not listed; `body.candidates` are those it may mean. */
export class BadSymbol extends BadRequest {
  override name = 'BadSymbol'
}
/** 404: there is no such thing, or it is somebody else's. */
export class NotFound extends ExchangeError {
  override name = 'NotFound'
}
/** 409 for another reason than those below. */
export class OperationRejected extends ExchangeError {
  override name = 'OperationRejected'
}
/** An order that cannot be placed, changed or cancelled as asked. */
export class InvalidOrder extends ExchangeError {
  override name = 'InvalidOrder'
}
/** 404 of an order. */
export class OrderNotFound extends InvalidOrder {
  override name = 'OrderNotFound'
}
/** 409 `client_id_reuse`: the client_id was used for another request. */
export class DuplicateOrderId extends InvalidOrder {
  override name = 'DuplicateOrderId'
}
/** Risk rules refused it; `violations` says which, with limit and value. */
export class RiskRejected extends InvalidOrder {
  override name = 'RiskRejected'
}
/** The rule `insufficient_margin` refused it. */
export class InsufficientFunds extends RiskRejected {
  override name = 'InsufficientFunds'
}

/** Nothing is wrong with the request: later it may pass. */
export class NetworkError extends BaseError {
  override name = 'NetworkError'
}
/** 429, or the budget would not allow it before the deadline: it was not done. */
export class RateLimitExceeded extends NetworkError {
  override name = 'RateLimitExceeded'
}
/** The service could not be reached, or answered 500: it was a read, or was not sent. */
export class ExchangeNotAvailable extends NetworkError {
  override name = 'ExchangeNotAvailable'
}
/** No answer before the deadline: it was a read, or was not sent. */
export class RequestTimeout extends NetworkError {
  override name = 'RequestTimeout'
}
/** A stream has left out events and did so again after it was resumed. */
export class StreamGap extends NetworkError {
  override name = 'StreamGap'
}

/**
 * A write was sent, and no answer came before the deadline, the abort or the end of the key: it may or may not have
 * been done. With a `clientId`, repeat the same request with it: it returns the first answer, or is done now,
 * once.
 */
export class OutcomeUnknown extends NetworkError {
  override name = 'OutcomeUnknown'
  /** The name of the intent; null for writes that take none. */
  readonly clientId: ClientId | null
  /** How to find out, in words. */
  readonly lookUp: string

  constructor(
    message: string,
    details: ErrorDetails & { readonly clientId: ClientId | null; readonly lookUp: string },
  ) {
    super(message, details)
    this.clientId = details.clientId
    this.lookUp = details.lookUp
  }
}
