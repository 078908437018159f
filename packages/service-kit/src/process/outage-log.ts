/**
 * The log of a dependency: one line when it is lost, and one when it is back, however many requests notice either.
 * `answers` in the line says which of them it is.
 */
import type { Logger } from './logger.js'

export interface OutageLog {
  /** With an error, which is logged with its stack, or words that say all. */
  readonly failed: (reason?: unknown) => void
  /** Costs nothing while nothing is lost: it may be called for every answer. */
  readonly answered: () => void
}

export interface OutageWords {
  /** Short, and the same in every process: `redis`. */
  readonly dependency: string
  readonly lost: string
  readonly back: string
}

export interface OutageOptions {
  /** A response counts when nothing has failed for this long: among many callers, one fails while another succeeds. */
  readonly quietMs?: number
}

export function createOutageLog(
  logger: Logger,
  { dependency, lost, back }: OutageWords,
  { quietMs = 0 }: OutageOptions = {},
): OutageLog {
  let isLost = false
  let failedAt = 0
  return {
    failed(reason) {
      failedAt = performance.now()
      if (isLost) return
      isLost = true
      const why = typeof reason === 'string' ? { reason } : { err: reason }
      logger.warn({ ...why, dependency, answers: false }, lost)
    },
    answered() {
      if (!isLost || performance.now() - failedAt < quietMs) return
      isLost = false
      // On the level of the loss: a log that tells of one tells of the other.
      logger.warn({ dependency, answers: true }, back)
    },
  }
}
