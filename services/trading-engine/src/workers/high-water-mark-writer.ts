/** Writes new high-water marks beside the accounts, all of them together, one write after the other. */
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import { highestOf, type Highs } from '../core/model/account/peak.js'

export interface HighWaterMarkWriter {
  start(): void
  /** Writes what is left. */
  stop(): Promise<void>
}

export interface HighWaterMarkWriterOptions {
  /** New highs, by account, since the last call. */
  readonly take: () => ReadonlyMap<string, Highs>
  readonly write: (highs: ReadonlyMap<string, Highs>) => Promise<void>
  readonly logger: Logger
  readonly intervalMs: number
}

export function createHighWaterMarkWriter({
  take,
  write,
  logger,
  intervalMs,
}: HighWaterMarkWriterOptions): HighWaterMarkWriter {
  /** Highs that could not be written: the next attempt has the higher one of each account. */
  let left: ReadonlyMap<string, Highs> = new Map()

  const flush = async (): Promise<void> => {
    const highs = new Map(left)
    for (const [id, taken] of take()) highs.set(id, highestOf(taken, left.get(id)))
    left = new Map()
    if (highs.size === 0) return
    try {
      await write(highs)
    } catch (error) {
      left = highs
      logger.warn({ err: error, accounts: highs.size }, 'new highs could not be written; it is tried again')
    }
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
