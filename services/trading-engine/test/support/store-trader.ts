import type { Pool } from 'pg'
import { FILL_COLUMNS } from '../../src/store/tables/fills.js'
import { POSITION_COLUMNS } from '../../src/store/tables/positions.js'
import { TRANSFER_COLUMNS } from '../../src/store/tables/transfers.js'
import type { Column } from '../../src/store/tables/column.js'
import type { Trader } from './trader.js'

let traders = 0

/** Stores the trader's fills, positions and transfers; its ids become UUIDs of its own. Returns the account's. */
export async function storeTrader(pool: Pool, { fills, positions, transfers, account }: Trader): Promise<string> {
  const trader = String(++traders).padStart(8, '0')
  const uuidOf = (id: string): string => `${trader}-0000-4000-8000-${id.slice('id-'.length).padStart(12, '0')}`
  const insert = async <T>(table: string, columns: readonly Column<T>[], rows: readonly T[]): Promise<void> => {
    const objects = rows.map((row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])))
    const json = JSON.stringify(objects).replace(/id-\d{6}/g, uuidOf)
    await pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [json])
  }
  await insert('fills', FILL_COLUMNS, fills)
  await insert('positions', POSITION_COLUMNS, [...positions.values()])
  await insert(
    'transfers',
    TRANSFER_COLUMNS,
    transfers.map((row) => ({ commandId: 'id-000000', row })),
  )
  return uuidOf(account.id)
}
