import type { Account } from '../../core/model/account/account.js'
import { ACCOUNT_COLUMNS, OPENING_COLUMNS } from '../tables/accounts.js'
import type { Column } from '../tables/column.js'
import { compareRows } from './compare-rows.js'
import type { Queryable } from './queryable.js'

/** Columns that workers raise beside decisions differ from these, and rightly. */
const COLUMNS: readonly Column<Account>[] = [...OPENING_COLUMNS, ...ACCOUNT_COLUMNS].filter(
  (column: Column<Account>) => column.isRising !== true && column.isRisingWithin === undefined,
)

/** The first column in which an account is stored otherwise than its decisions have left it; null: none. */
export async function compareAccount(
  db: Queryable,
  account: Account,
): Promise<{ readonly field: string; readonly stored: string; readonly decided: string } | null> {
  const [found] = await compareRows(db, { table: 'accounts', columns: COLUMNS, key: 'id', owner: 'id' }, account.id, [
    account,
  ])
  if (found === undefined) return null
  const { field, stored, decided } = found
  return { field, stored: stored ?? 'nothing', decided: decided ?? 'nothing' }
}
