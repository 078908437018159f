import type { Pool } from 'pg'
import { IS_LISTED } from '../tables/listed-accounts.js'
import { decimal, usd, type Usd } from '../../core/values/decimal.js'

/** The parts of an account that tell whether the copy in memory is its latest state. */
export interface AccountMoment {
  readonly accountId: string
  readonly userId: string
  readonly version: number
  readonly eventSequence: number
  readonly highWaterMark: Usd
}

/** The moments of the accounts that exist, in any order. */
export const readAccountMoments = (pool: Pool, accountIds: readonly string[]): Promise<readonly AccountMoment[]> =>
  read(pool, 'read_account_moments', 'id = any($1)', accountIds)

/** Likewise, of the accounts that lists of these users show. */
export const readMomentsOfUsers = (pool: Pool, userIds: readonly string[]): Promise<readonly AccountMoment[]> =>
  read(pool, 'read_moments_of_users', `user_id = any($1) and ${IS_LISTED}`, userIds)

interface MomentRow {
  readonly id: string
  readonly user_id: string
  readonly version: string
  readonly event_sequence: string
  readonly high_water_mark: string
}

async function read(
  pool: Pool,
  name: string,
  where: string,
  ids: readonly string[],
): Promise<readonly AccountMoment[]> {
  const { rows } = await pool.query<MomentRow>({
    name,
    text: `select id, user_id, version, event_sequence, high_water_mark from accounts where ${where}`,
    values: [ids],
  })
  return rows.map((row) => ({
    accountId: row.id,
    userId: row.user_id,
    version: Number(row.version),
    eventSequence: Number(row.event_sequence),
    highWaterMark: usd(decimal(row.high_water_mark)),
  }))
}
