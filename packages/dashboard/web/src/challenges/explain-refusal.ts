import { ApiError } from '../api/api-error.js'
import { text } from '../text/en/challenges.js'

const isReason = (reason: string): reason is keyof typeof text.reasons => Object.hasOwn(text.reasons, reason)

/** The failure in words that say what can be done, where its reason is one of beginning a challenge. */
export function explainRefusal(error: unknown): unknown {
  const reason = error instanceof ApiError ? (error.body.reason ?? '') : ''
  if (!(error instanceof ApiError) || !isReason(reason)) return error
  return new ApiError(error.status, { ...error.body, message: text.reasons[reason] })
}
