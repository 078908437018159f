/** Finds accounts: those that the market can act on, with working orders or open positions, and all. */
import type { Pool } from 'pg'
import type { AccountInMarket } from '../../core/model/account/account.js'
import { shardOfColumn } from '../cluster/shards.js'
import type { Queryable } from '../read/queryable.js'

/**
 * The accounts of the shards, each with its version, all of one moment. Reads working orders and open positions, not
 * history.
 */
export async function listAccountsInMarket(pool: Pool, shards: readonly number[]): Promise<readonly AccountInMarket[]> {
  const { rows } = await pool.query<{ id: string; version: string }>({
    name: 'list_accounts_in_market',
    text: `select a.id, a.version from accounts a join (
        select account_id from orders where status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED')
        union select account_id from positions where closed_at is null) m on m.account_id = a.id
      where (${shardOfColumn('m.account_id')}) = any($1)`,
    values: [shards],
  })
  return rows.map(({ id, version }) => ({ id, version: Number(version) }))
}

/** All accounts there are, in the order in which they were opened. */
export async function listAccountIds(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list_all_account_ids',
    text: 'select id from accounts order by id',
  })
  return rows.map(({ id }) => id)
}
