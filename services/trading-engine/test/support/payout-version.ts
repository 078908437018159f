import type { Pool } from 'pg'

/** The version of a payout as an approver reads it now. */
export async function versionOf(pool: Pool, payoutId: string): Promise<number> {
  const { rows } = await pool.query<{ version: number }>('select version from payouts where id = $1', [payoutId])
  return rows[0]?.version ?? 1
}
