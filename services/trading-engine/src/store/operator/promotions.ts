/** Accounts that have passed their phase, and what becomes of them. */
import type { Pool } from 'pg'
import type { PendingPromotion, PromotionStatus } from '../../core/model/program/challenge.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional } from '../tables/column.js'

interface PromotionRow {
  readonly id: string
  readonly challenge_id: string
  readonly user_id: string
  readonly program_id: string
  readonly program_version: number
  readonly phase: string
  readonly attempt: number
  readonly passed_at: string
  readonly status: PromotionStatus
  readonly reviewed_by: string | null
  readonly reviewed_at: string | null
  readonly reason: string | null
  readonly successor_id: string | null
}

const promotionOf = (row: PromotionRow): PendingPromotion => ({
  id: row.id,
  challengeId: row.challenge_id,
  userId: row.user_id,
  programId: row.program_id,
  programVersion: row.program_version,
  phase: row.phase,
  attempt: row.attempt,
  passedAt: microsOf(row.passed_at),
  status: row.status,
  reviewedBy: row.reviewed_by,
  reviewedAt: optional(row.reviewed_at, microsOf),
  reason: row.reason,
  successorId: row.successor_id,
})

export async function findPromotion(db: Queryable, accountId: string): Promise<PendingPromotion | null> {
  const { rows } = await db.query<PromotionRow>({
    name: 'find_promotion',
    text: 'select * from promotions where id = $1',
    values: [accountId],
  })
  return rows[0] === undefined ? null : promotionOf(rows[0])
}

/** Newest first. */
export const listPromotions = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<PendingPromotion>> =>
  pageByTime<PromotionRow, PendingPromotion>(
    pool,
    { table: 'promotions', time: 'passed_at', filter, window },
    promotionOf,
  )

export interface Review {
  readonly accountId: string
  readonly review: 'APPROVED' | 'REJECTED'
  readonly by: string
  readonly at: Micros
  readonly reason: string | null
}

export async function recordReview(db: Queryable, { accountId, review, by, at, reason }: Review): Promise<void> {
  await db.query({
    name: 'record_review',
    text: `update challenge_accounts set review = $2, reviewed_by = $3, reviewed_at = $4, reason = $5
      where account_id = $1`,
    values: [accountId, review, by, formatTimestamp(at), reason],
  })
}

export async function recordSuccessor(db: Queryable, accountId: string, successorId: string): Promise<void> {
  await db.query({
    name: 'record_successor',
    text: 'update challenge_accounts set successor_id = $2 where account_id = $1 and successor_id is null',
    values: [accountId, successorId],
  })
}

/** Ends a challenge whose account has passed and may not go on. */
export async function failChallenge(db: Queryable, challengeId: string, at: Micros): Promise<void> {
  await db.query({
    name: 'fail_challenge',
    text: `update challenges set status = 'FAILED', ended_at = $2 where id = $1 and ended_at is null`,
    values: [challengeId, formatTimestamp(at)],
  })
}
