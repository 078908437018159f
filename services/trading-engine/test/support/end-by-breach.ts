import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

/** Ends an account as a floor does, without the loss. */
export async function endByBreach(pool: Pool, accountId: string): Promise<void> {
  await pool.query(
    `insert into breaches (id, account_id, rule, severity, message, limit_value, value, equity, balance, action, created_at)
      values ($1, $2, 'max_drawdown', 'HARD', 'a loss', 90000, 89999, 89999, 89999, 'TERMINATED', now())`,
    [randomUUID(), accountId],
  )
  await pool.query(
    `update accounts set state = 'TERMINATED', state_reason = 'max_drawdown', version = version + 1 where id = $1`,
    [accountId],
  )
}
