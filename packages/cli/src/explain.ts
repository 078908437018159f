import type { BaseError } from '@ats/sdk'
import {
  AuthenticationError,
  BadRequest,
  InvalidOrder,
  NetworkError,
  OutcomeUnknown,
  PermissionDenied,
  RateLimitExceeded,
  type Violation,
} from '@ats/sdk'
import { Failure, type FailureKind } from './failure.js'

/** An error of the SDK as people read it: what was wrong, where, and what would be right. */
export function explain(error: BaseError, hasKey: boolean): Failure {
  const { message, issues, violations, body, requestId, status, code, reason } = error
  const candidates = Array.isArray(body['candidates']) ? body['candidates'].map(String) : []
  const id = status !== undefined && status >= 500 ? [`request ${requestId ?? '?'}, in the logs of the service`] : []
  const label = reason ?? code
  return new Failure(kindOf(error), `${message}${label === undefined ? '' : ` [${label}]`}`, [
    ...issues.map(({ path, message: problem }) => (path.length === 0 ? problem : `${path.join('.')}: ${problem}`)),
    ...violations.map(({ rule, message: problem }: Violation) => `${rule}: ${problem}`),
    ...(candidates.length > 0 ? [`did you mean ${candidates.join(', ')}?`] : []),
    ...id,
    ...adviceFor(error, hasKey),
  ])
}

function kindOf(error: BaseError): FailureKind {
  if (error instanceof AuthenticationError) return 'authentication'
  if (error instanceof NetworkError) return 'unreachable'
  if (error instanceof BadRequest || (error instanceof InvalidOrder && error.status === 400)) return 'usage'
  return 'refused'
}

function adviceFor(error: BaseError, hasKey: boolean): readonly string[] {
  if (error instanceof OutcomeUnknown) return error.clientId === null ? [] : [`client_id ${error.clientId}`]
  if (error instanceof PermissionDenied)
    return ['ats keys list shows what your keys may do, and from where; ats keys create makes another']
  if (error instanceof AuthenticationError)
    return hasKey
      ? ['the key is wrong, has expired or was revoked: ats login']
      : ['ats login keeps a key; ATS_API_KEY and ATS_API_SECRET name one']
  if (error instanceof RateLimitExceeded || error.status !== undefined) return []
  return error instanceof NetworkError ? ['is it running, and is the address right? ats doctor shows more'] : []
}
