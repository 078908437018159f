/** The answers to alerts that were not decided, and what their logs say. */
import type { Issue } from '@ats/contracts'
import { DependencyError, invalidPayload, RequestError } from '@ats/service-kit/process'
import type { HookOutcome } from '../../core/model/hook-delivery.js'

export function invalidAlert(issues: readonly Issue[], message?: string): RequestError {
  const { details, message: words } = invalidPayload(issues, message)
  return new RequestError('invalid_alert', message ?? words, details)
}

/** As a sender of alerts is told it: it repeats what ended in 500, and nothing else. */
export function alertError(error: unknown): unknown {
  if (!(error instanceof RequestError)) return error
  if (error.code === 'invalid_payload') return invalidAlert(error.details['issues'] as readonly Issue[], error.message)
  if (error.code === 'conflict') return new DependencyError('hook', error.message, { publicMessage: error.message })
  return error
}

const OUTCOMES: Readonly<Partial<Record<RequestError['code'], HookOutcome>>> = {
  invalid_alert: 'INVALID',
  'IP not whitelisted for this API key': 'WRONG_ADDRESS',
  not_found: 'NOT_FOUND',
  rate_limited: 'LIMITED',
}

export function outcomeOf(error: unknown): {
  readonly outcome: HookOutcome
  readonly status: number
  readonly message: string | null
} {
  if (!(error instanceof RequestError)) return { outcome: 'FAILED', status: 500, message: null }
  const { issues } = error.details as { readonly issues?: readonly Issue[] }
  const message = issues?.map((issue) => issue.message).join('; ') ?? error.message
  return { outcome: OUTCOMES[error.code] ?? 'FAILED', status: error.status, message }
}
