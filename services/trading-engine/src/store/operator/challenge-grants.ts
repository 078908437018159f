/** The right to begin a challenge, or a phase again. Granting and using are decided under the lock on the user. */
import type { Pool, PoolClient } from 'pg'
import type { ChallengeGrant, ChallengeGrantKind } from '../../core/model/program/challenge.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import { microsOf } from '../tables/column.js'

interface GrantRow {
  readonly id: string
  readonly reference: string
  readonly user_id: string
  readonly kind: ChallengeGrantKind
  readonly program_id: string
  readonly program_version: number
  readonly challenge_id: string | null
  readonly created_at: string
  readonly referral: string | null
  readonly account_id: string | null
}

const grantOf = (row: GrantRow): ChallengeGrant => ({
  id: row.id,
  reference: row.reference,
  userId: row.user_id,
  kind: row.kind,
  programId: row.program_id,
  programVersion: row.program_version,
  challengeId: row.challenge_id,
  createdAt: microsOf(row.created_at),
  referral: row.referral,
  accountId: row.account_id,
})

const first = (rows: readonly GrantRow[]): ChallengeGrant | null => (rows[0] === undefined ? null : grantOf(rows[0]))

/** The oldest grant of a program that no challenge was begun with. */
export async function findUnusedChallengeGrant(
  client: PoolClient,
  userId: string,
  programId: string,
): Promise<ChallengeGrant | null> {
  const { rows } = await client.query<GrantRow>(
    `select * from challenge_grants where user_id = $1 and program_id = $2 and kind = 'CHALLENGE' and account_id is null
      order by created_at, id limit 1 for update`,
    [userId, programId],
  )
  return first(rows)
}

export async function findUnusedResetGrant(client: PoolClient, challengeId: string): Promise<ChallengeGrant | null> {
  const { rows } = await client.query<GrantRow>(
    `select * from challenge_grants where challenge_id = $1 and kind = 'RESET' and account_id is null
      order by created_at, id limit 1 for update`,
    [challengeId],
  )
  return first(rows)
}

export async function findGrantOfReference(client: PoolClient, reference: string): Promise<ChallengeGrant | null> {
  const { rows } = await client.query<GrantRow>('select * from challenge_grants where reference = $1', [reference])
  return first(rows)
}

/** False when another grant has taken the reference. */
export async function insertChallengeGrant(client: PoolClient, grant: ChallengeGrant): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into challenge_grants (id, reference, user_id, kind, program_id, program_version, challenge_id, created_at, referral)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (reference) do nothing`,
    [
      grant.id,
      grant.reference,
      grant.userId,
      grant.kind,
      grant.programId,
      grant.programVersion,
      grant.challengeId,
      formatTimestamp(grant.createdAt),
      grant.referral,
    ],
  )
  return rowCount === 1
}

export async function useChallengeGrant(
  client: PoolClient,
  grantId: string,
  challengeId: string,
  accountId: string,
): Promise<void> {
  await client.query('update challenge_grants set challenge_id = $2, account_id = $3 where id = $1', [
    grantId,
    challengeId,
    accountId,
  ])
}

/** The grant, if it is there; one that nobody has used is gone. */
export async function deleteChallengeGrant(client: PoolClient, grantId: string): Promise<ChallengeGrant | null> {
  const { rows } = await client.query<GrantRow>('select * from challenge_grants where id = $1 for update', [grantId])
  await client.query('delete from challenge_grants where id = $1 and account_id is null', [grantId])
  return first(rows)
}

/** To be read like the table: with whether an account was opened. */
const LISTED = '(select *, account_id is not null as is_used from challenge_grants) listed'

/** Newest first. */
export const listChallengeGrants = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<ChallengeGrant>> =>
  pageByTime<GrantRow, ChallengeGrant>(pool, { table: LISTED, time: 'created_at', filter, window }, grantOf)
