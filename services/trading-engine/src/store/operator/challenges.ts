/** Challenges and their accounts. What becomes of an account becomes of its challenge by a trigger. */
import type { Pool, PoolClient } from 'pg'
import type { AccountState } from '../../core/model/account/account.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Challenge, ChallengeStatus } from '../../core/model/program/challenge.js'
import type { ProgramPhase } from '../../core/model/program/program.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional } from '../tables/column.js'

interface MemberRow {
  readonly account_id: string
  readonly phase: string
  readonly attempt: number
  readonly state: AccountState
  readonly state_reason: string | null
  readonly opened_at: string
  readonly passed_at: string | null
}

interface ChallengeRow {
  readonly id: string
  readonly user_id: string
  readonly program_id: string
  readonly program_version: number
  readonly name: string
  readonly default_venue: VenueId | null
  readonly status: ChallengeStatus
  readonly phase: string
  readonly account_id: string
  readonly created_at: string
  readonly ended_at: string | null
  readonly accounts: readonly MemberRow[]
}

const challengeOf = (row: ChallengeRow): Challenge => ({
  id: row.id,
  userId: row.user_id,
  programId: row.program_id,
  programVersion: row.program_version,
  name: row.name,
  defaultVenue: row.default_venue,
  status: row.status,
  phase: row.phase,
  accountId: row.account_id,
  createdAt: microsOf(row.created_at),
  endedAt: optional(row.ended_at, microsOf),
  accounts: row.accounts.map((member) => ({
    accountId: member.account_id,
    phase: member.phase,
    attempt: member.attempt,
    state: member.state,
    stateReason: member.state_reason,
    openedAt: microsOf(member.opened_at),
    passedAt: optional(member.passed_at, microsOf),
  })),
})

/** Challenges with their accounts, to be read like a table. */
const LISTED = `(select c.id, c.user_id, c.program_id, c.program_version, c.name, c.default_venue,
    c.shown_status as status, c.phase, c.account_id, c.created_at, c.ended_at,
    (select json_agg(json_build_object('account_id', m.account_id, 'phase', m.phase, 'attempt', m.attempt,
        'state', a.state, 'state_reason', a.state_reason, 'opened_at', m.opened_at::text,
        'passed_at', m.passed_at::text) order by m.opened_at)
      from challenge_accounts m join accounts a on a.id = m.account_id where m.challenge_id = c.id) as accounts
  from challenge_states c) listed`

/** Newest first. */
export const listChallenges = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<Challenge>> =>
  pageByTime<ChallengeRow, Challenge>(pool, { table: LISTED, time: 'created_at', filter, window }, challengeOf)

export async function findChallenge(db: Queryable, id: string): Promise<Challenge | null> {
  const { rows } = await db.query<ChallengeRow>({
    name: 'find_challenge',
    text: `select * from ${LISTED} where id = $1`,
    values: [id],
  })
  return rows[0] === undefined ? null : challengeOf(rows[0])
}

/** Keeps a challenge as it is until the transaction ends. */
export async function lockChallenge(client: Queryable, id: string): Promise<void> {
  await client.query({ name: 'lock_challenge', text: 'select from challenges where id = $1 for update', values: [id] })
}

/** Whether this is the id of a challenge of the user, however it is written. */
export async function isChallengeOf(client: PoolClient, userId: string, text: string): Promise<boolean> {
  const { rowCount } = await client.query('select from challenges where user_id = $1 and id::text = lower($2)', [
    userId,
    text,
  ])
  return rowCount === 1
}

export interface ChallengeCounts {
  readonly underWay: number
  readonly all: number
}

export async function countChallenges(client: PoolClient, userId: string): Promise<ChallengeCounts> {
  const { rows } = await client.query<{ under_way: string; all_of_them: string }>(
    `select count(*) filter (where ended_at is null) as under_way, count(*) as all_of_them
      from challenges where user_id = $1`,
    [userId],
  )
  return { underWay: Number(rows[0]?.under_way), all: Number(rows[0]?.all_of_them) }
}

export type NewChallenge = Omit<Challenge, 'endedAt' | 'accounts' | 'status'> & {
  readonly status: 'IN_PROGRESS' | 'FUNDED'
}

export async function insertChallenge(client: PoolClient, challenge: NewChallenge): Promise<void> {
  await client.query(
    `insert into challenges (id, user_id, program_id, program_version, name, default_venue, status, phase, account_id,
      created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      challenge.id,
      challenge.userId,
      challenge.programId,
      challenge.programVersion,
      challenge.name,
      challenge.defaultVenue,
      challenge.status,
      challenge.phase,
      challenge.accountId,
      formatTimestamp(challenge.createdAt),
    ],
  )
}

export interface NewMember {
  readonly challengeId: string
  readonly phase: ProgramPhase
  readonly nextNeedsKyc: boolean
  readonly nextNeedsContract: boolean
  readonly accountId: string
  readonly openedAt: Micros
}

/** The next attempt at a phase. */
export async function insertMember(client: Queryable, member: NewMember): Promise<void> {
  await client.query({
    name: 'insert_challenge_account',
    text: `insert into challenge_accounts (challenge_id, phase, attempt, account_id, is_funded, promotion,
        next_needs_kyc, next_needs_contract, opened_at)
      select $1::uuid, $2::text, 1 + count(*), $3::uuid, $4::boolean, $5::text, $6::boolean, $7::boolean,
        $8::timestamptz
      from challenge_accounts where challenge_id = $1 and phase = $2`,
    values: [
      member.challengeId,
      member.phase.id,
      member.accountId,
      member.phase.kind === 'FUNDED',
      member.phase.promotion,
      member.nextNeedsKyc,
      member.nextNeedsContract,
      formatTimestamp(member.openedAt),
    ],
  })
}

/** Moves a challenge to an account that was opened for it. */
export async function moveChallenge(client: Queryable, challengeId: string, accountId: string): Promise<void> {
  await client.query({
    name: 'move_challenge',
    text: `update challenges c set account_id = m.account_id, phase = m.phase, ended_at = null,
        status = case when m.is_funded then 'FUNDED' else 'IN_PROGRESS' end
      from challenge_accounts m where c.id = $1 and m.challenge_id = c.id and m.account_id = $2`,
    values: [challengeId, accountId],
  })
}
