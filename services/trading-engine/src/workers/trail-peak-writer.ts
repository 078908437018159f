/** Notes peaks of trailing stops in the database, some at a time; what was not written comes with the next turn. */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { NotedPeak } from './watch-registry.js'

export interface TrailPeakWriter {
  start(): void
  /** Writes what is left. */
  stop(): Promise<void>
}

export interface TrailPeakWriterOptions {
  /** Goes through all trailing stops; null for each that has nothing to be noted. */
  readonly take: () => Iterable<NotedPeak | null>
  readonly write: (peaks: readonly NotedPeak[]) => Promise<void>
  readonly logger: Logger
  readonly intervalMs: number
}

/** Stops looked at before other work gets its turn. */
const SLICE = 500
const ROWS_AT_A_TIME = 1_000

export function createTrailPeakWriter({ take, write, logger, intervalMs }: TrailPeakWriterOptions): TrailPeakWriter {
  let left: readonly NotedPeak[] = []

  const writeSome = async (peaks: readonly NotedPeak[]): Promise<void> => {
    try {
      await write(peaks)
    } catch (error) {
      left = [...left, ...peaks]
      logger.warn(
        { err: error, orders: peaks.length },
        'peaks of trailing stops could not be written; it is tried again',
      )
    }
  }

  const flush = async (): Promise<void> => {
    const latest = new Map(left.map((peak) => [peak.orderId, peak]))
    left = []
    let seen = 0
    for (const peak of take()) {
      if (peak !== null) latest.set(peak.orderId, peak)
      if (++seen % SLICE === 0) await yieldToEvents()
    }
    const peaks = [...latest.values()]
    for (let first = 0; first < peaks.length; first += ROWS_AT_A_TIME)
      await writeSome(peaks.slice(first, first + ROWS_AT_A_TIME))
  }

  const flushing = periodic(flush, { everyMs: intervalMs })

  return {
    start: flushing.start,
    async stop() {
      await flushing.stop()
      await flush()
    },
  }
}
