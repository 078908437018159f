/** The right to open one account on a plan. Granting and using are decided under the lock on the user. */
import type { Pool, PoolClient } from 'pg'
import type { Entitlement, Grant } from '../../core/model/account/grant.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import { microsOf } from '../tables/column.js'

interface GrantRow {
  readonly id: string
  readonly user_id: string
  readonly plan_id: string
  readonly plan_version: number
  readonly challenge_id: string | null
  readonly created_at: string
  readonly referral: string | null
  readonly account_id: string | null
}

const grantOf = (row: GrantRow): Grant => ({
  id: row.id,
  userId: row.user_id,
  planId: row.plan_id,
  planVersion: row.plan_version,
  challengeId: row.challenge_id,
  createdAt: microsOf(row.created_at),
  referral: row.referral,
  accountId: row.account_id,
})

const OF = 'user_id = $1 and plan_id = $2 and challenge_id is not distinct from $3'

export async function findUnusedGrant(
  client: PoolClient,
  { userId, planId, challengeId }: Entitlement,
): Promise<Grant | null> {
  const { rows } = await client.query<GrantRow>(`select * from grants where ${OF} and account_id is null for update`, [
    userId,
    planId,
    challengeId,
  ])
  return rows[0] === undefined ? null : grantOf(rows[0])
}

/** The grant behind the live account, if that was opened on one. */
export async function findGrantInUse(
  client: PoolClient,
  { userId, planId, challengeId }: Entitlement,
): Promise<Grant | null> {
  const { rows } = await client.query<GrantRow>(
    `select * from grants where ${OF} and account_id in (
      select id from accounts where ${OF} and phase is null and state not in ('TERMINATED', 'CLOSED'))`,
    [userId, planId, challengeId],
  )
  return rows[0] === undefined ? null : grantOf(rows[0])
}

export async function insertGrant(client: PoolClient, grant: Grant): Promise<void> {
  await client.query(
    `insert into grants (id, user_id, plan_id, plan_version, challenge_id, created_at, referral)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      grant.id,
      grant.userId,
      grant.planId,
      grant.planVersion,
      grant.challengeId,
      formatTimestamp(grant.createdAt),
      grant.referral,
    ],
  )
}

export async function useGrant(client: PoolClient, grantId: string, accountId: string): Promise<void> {
  await client.query('update grants set account_id = $2 where id = $1', [grantId, accountId])
}

/** The grant, if it is there; one that nobody has used is gone. */
export async function deleteGrant(client: PoolClient, grantId: string): Promise<Grant | null> {
  const { rows } = await client.query<GrantRow>('select * from grants where id = $1 for update', [grantId])
  await client.query('delete from grants where id = $1 and account_id is null', [grantId])
  return rows[0] === undefined ? null : grantOf(rows[0])
}

/** To be read like the table: with whether an account was opened. */
const LISTED = '(select *, account_id is not null as is_used from grants) listed'

/** Newest first. */
export const listGrants = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<Grant>> =>
  pageByTime<GrantRow, Grant>(pool, { table: LISTED, time: 'created_at', filter, window }, grantOf)
