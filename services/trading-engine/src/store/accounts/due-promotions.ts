/** Accounts of challenges that have passed and may go on. */
import type { Pool } from 'pg'
import { shardOfColumn } from '../cluster/shards.js'

/** Accounts of these shards that wait for nobody, the oldest first, but for those that are `passedOver`. */
export async function listDuePromotions(
  pool: Pool,
  shards: ReadonlySet<number>,
  passedOver: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly account_id: string }>({
    name: 'list_due_promotions',
    text: `select m.account_id from challenge_accounts m
        join challenges c on c.id = m.challenge_id and c.account_id = m.account_id and c.ended_at is null
        left join identity_checks k on k.user_id = c.user_id
        left join contracts s on s.user_id = c.user_id
      where m.passed_at is not null and m.successor_id is null and m.review is distinct from 'REJECTED'
        and m.review is distinct from 'PENDING' and (not m.next_needs_kyc or k.status = 'APPROVED')
        and (not m.next_needs_contract or s.status = 'APPROVED')
        and ${shardOfColumn('m.account_id')} = any($1::int[]) and m.account_id <> all($2::uuid[])
      order by m.passed_at limit $3`,
    values: [[...shards], passedOver, limit],
  })
  return rows.map(({ account_id: accountId }) => accountId)
}
