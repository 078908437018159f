/** Writes new high-water marks beside the accounts, all of them together, one write after the other. */
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Highs } from '../core/model/account/peak.js'

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
  /** Marks that could not be written: a later high of the same account replaces them. */
  let left: ReadonlyMap<string, Highs> = new Map()

  const flush = async (): Promise<void> => {
    const highs = new Map([...left, ...take()])
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
