/** Deletes deliveries that have ended and are old, with their attempts, a few at a time. Events stay. */
import type { Logger } from '@ats/service-kit'
import type { Micros } from '../core/values/time.js'

export interface RetentionOptions {
  readonly deleteBefore: (moment: Micros, limit: number) => Promise<number>
  readonly now: () => Micros
  readonly days: number
  readonly logger: Logger
}

export interface Retention {
  start(): void
  stop(): Promise<void>
}

const BATCH = 1_000
const EVERY_MS = 3_600_000
const FIRST_MS = 60_000
const MICROS_PER_DAY = 86_400_000_000

export function createRetention(options: RetentionOptions): Retention {
  const { logger } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  const schedule = (ms: number): void => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      running = deleteOld(options, stopping.signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'old webhook deliveries could not be deleted'))
        .then(() => schedule(EVERY_MS))
    }, ms)
    timer.unref()
  }

  return {
    start: () => schedule(FIRST_MS),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Returns how many were deleted. */
export async function deleteOld(
  { deleteBefore, now, days }: RetentionOptions,
  stopping?: AbortSignal,
): Promise<number> {
  const before = now() - days * MICROS_PER_DAY
  let total = 0
  let deleted = BATCH
  while (deleted === BATCH && stopping?.aborted !== true) {
    deleted = await deleteBefore(before, BATCH)
    total += deleted
  }
  return total
}
