import { ApiError } from './api-error.js'

/** The failure in the words of `reasons` that say what can be done, where its reason is one of them. */
export function explainedError(error: unknown, reasons: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError)) return error
  const { reason = '' } = error.body
  const message = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return message === undefined ? error : new ApiError(error.status, { ...error.body, message })
}
