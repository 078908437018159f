/** The part of a worker that lets accounts of challenges go on to their next phase. */
import type { Periodic, Schedule } from '@ats/service-kit/async'
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { promoteDue, type PromotionDependencies } from '../commands/challenges/promote.js'
import { listDuePromotions } from '../store/accounts/due-promotions.js'
import { createPromotionLoop } from '../workers/promotion-loop.js'

export interface PromotionWorkerOptions extends PromotionDependencies {
  readonly pool: Pool
  /** The shards of accounts this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly schedule: Schedule
  readonly metrics: Metrics
  readonly logger: Logger
}

export function createPromotionWorker(options: PromotionWorkerOptions): Periodic {
  const { pool, shards, schedule, metrics, logger } = options
  const count = metrics.counter({
    name: 'challenge_promotions_total',
    help: 'Accounts that have passed which a worker has let go on to the next phase, or failed to, by result.',
    label: 'result',
    values: ['promoted', 'failed'],
  })
  return createPromotionLoop({
    listDue: (passedOver, limit) => listDuePromotions(pool, shards(), passedOver, limit),
    promote: (accountId) => promoteDue(options, accountId),
    now: Date.now,
    schedule,
    logger,
    onPromoted: () => count('promoted'),
    onFailed: () => count('failed'),
  })
}
