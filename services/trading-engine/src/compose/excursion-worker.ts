/**
 * The part of a worker that looks up, seconds after a position has closed, how far the market went while it was
 * open.
 */
import { periodic, type Periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { MarkRange } from '../core/read/past-ticks.js'
import type { Listing } from '../core/model/market/listing.js'
import { tickAt } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import { insertExcursion, listUnmeasured } from '../store/accounts/excursions.js'

const EVERY_MS = 2_000
const AT_A_TIME = 100
const MINUTE = 60_000_000
/** Positions that closed earlier are left alone: the prices of their time are not kept for much longer. */
const LOOK_BACK = 14 * 1_440 * MINUTE
/** A commit that took longer to arrive would be passed over. */
const LATE = 5 * MINUTE

export interface ExcursionWorkerOptions {
  readonly pool: Pool
  readonly shards: () => ReadonlySet<number>
  readonly now: () => Micros
  /** The highest and the lowest mark of these ticks; undefined: nobody knows them. */
  readonly rangeOf: (listing: Listing, first: number, last: number) => Promise<MarkRange | undefined>
  readonly logger: Logger
}

export function createExcursionWorker({ pool, shards, now, rangeOf, logger }: ExcursionWorkerOptions): Periodic {
  /** All of these shards that closed before are measured. */
  let done: { readonly shards: string; readonly since: Micros } | null = null

  async function measureSome(stopping: AbortSignal): Promise<void> {
    const held = shards()
    const name = [...held].join()
    const startedAt = now()
    const since = done?.shards === name ? done.since : startedAt - LOOK_BACK
    const positions = await listUnmeasured(pool, held, since, AT_A_TIME)
    for (const { id, openedAt, closedAt, ...listing } of positions) {
      if (stopping.aborted) return
      await insertExcursion(pool, id, (await rangeOf(listing, tickAt(openedAt), tickAt(closedAt))) ?? null)
    }
    if (positions.length < AT_A_TIME) done = { shards: name, since: startedAt - LATE }
  }

  return periodic(measureSome, {
    everyMs: EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'excursions of closed positions could not be measured; will retry'),
  })
}
