/** Deletes deliveries that have ended and are old, with their attempts, a few at a time. Events stay. */
import { periodic, type Periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Micros } from '../core/values/time.js'

export interface RetentionOptions {
  readonly deleteBefore: (moment: Micros, limit: number) => Promise<number>
  readonly now: () => Micros
  readonly days: number
  readonly logger: Logger
}

const BATCH = 1_000
const EVERY_MS = 3_600_000
const FIRST_MS = 60_000
const MICROS_PER_DAY = 86_400_000_000

export const createRetention = (options: RetentionOptions): Periodic =>
  periodic((stopping) => deleteExpired(options, stopping), {
    firstAfterMs: FIRST_MS,
    everyMs: EVERY_MS,
    onError: (error) => options.logger.warn({ err: error }, 'old webhook deliveries could not be deleted'),
  })

/** Returns how many were deleted. */
export async function deleteExpired(
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
