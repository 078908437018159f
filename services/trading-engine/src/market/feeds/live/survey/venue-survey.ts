/** Asks a venue again and again for more than prices, with growing waits while it fails; an outage is one line. */
import { periodic } from '@ats/service-kit/async'
import { createOutageLog, type Logger } from '@ats/service-kit/process'
import type { VenueId } from '../../../../core/model/market/instrument.js'
import { createBackOff } from '../back-off.js'
import { VenueError } from '../venue-http.js'

export interface SurveyOptions {
  readonly venue: VenueId
  /** For the log: `the markets`. */
  readonly subject: string
  /**
   * Asks once, and keeps the response.
   * @throws VenueError
   */
  readonly ask: (stopping: AbortSignal) => Promise<void>
  readonly everyMs: number
  readonly logger: Logger
  readonly random: () => number
}

export interface Survey {
  start(): void
  stop(): Promise<void>
}

export function createSurvey({ venue, subject, ask, everyMs, logger, random }: SurveyOptions): Survey {
  const backOff = createBackOff(Math.min(everyMs, FIRST_WAIT_MS), random)
  const outage = createOutageLog(logger, {
    dependency: `${venue} ${subject}`,
    lost: `${subject} of ${venue} cannot be read`,
    back: `${subject} of ${venue} are read again`,
  })
  let waitMs = everyMs

  return periodic(
    async (stopping) => {
      try {
        await ask(stopping)
        backOff.succeeded()
        outage.answered()
        waitMs = everyMs
      } catch (error) {
        if (stopping.aborted) return
        outage.failed(error instanceof VenueError ? error.message : error)
        waitMs = backOff.failed(error instanceof VenueError ? error.retryAfterMs : 0)
      }
    },
    { everyMs: () => waitMs, firstAfterMs: 0 },
  )
}

const FIRST_WAIT_MS = 5_000
