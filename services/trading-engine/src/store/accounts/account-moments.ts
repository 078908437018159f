import type { Pool } from 'pg'
import { decimal, usd, type Usd } from '../../core/values/decimal.js'

/** The parts of an account that tell whether the copy in memory is its latest state. */
export interface AccountMoment {
  readonly accountId: string
  readonly version: number
  readonly eventSequence: number
  readonly highWaterMark: Usd
}

/** The moments of the accounts that exist, in any order. */
export async function readAccountMoments(pool: Pool, accountIds: readonly string[]): Promise<readonly AccountMoment[]> {
  const { rows } = await pool.query<{
    id: string
    version: string
    event_sequence: string
    high_water_mark: string
  }>({
    name: 'read_account_moments',
    text: 'select id, version, event_sequence, high_water_mark from accounts where id = any($1)',
    values: [accountIds],
  })
  return rows.map((row) => ({
    accountId: row.id,
    version: Number(row.version),
    eventSequence: Number(row.event_sequence),
    highWaterMark: usd(decimal(row.high_water_mark)),
  }))
}
