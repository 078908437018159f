import type { Row } from './row.js'

/** Facts that an error of this class carries beside its message. */
export interface RefusalDetails {
  /** The id under which the order was sent: repeat it to learn what became of it. */
  clientOrderId?: string
  /** Ids of all orders of a batch, in their order. */
  clientOrderIds?: readonly string[]
  /** Rules that refused: `{rule, severity, message, limit, value, unit}`, decimals as text. */
  violations?: readonly Row[]
  /** Milliseconds to wait before the next request. */
  retryAfter?: number
  /** The ones of several that were placed, changed or cancelled although another failed. */
  orders?: readonly unknown[]
}

/** Adds facts to an error, for callers that look for them. */
export const withDetails = (error: unknown, details: RefusalDetails): Error & RefusalDetails =>
  Object.assign(error as Error, details)

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
