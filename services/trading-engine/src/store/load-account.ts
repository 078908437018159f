import type { PoolClient, Pool } from 'pg'
import type { Account, TakenDepth } from '../core/account.js'
import type { Side } from '../core/order.js'
import { planOf, type PlanRow } from './plan-rows.js'
import { accountOf, orderOf, positionOf, quantityOf, type AccountRow, type OrderRow, type PositionRow } from './rows.js'

/** A book refreshes at least this often; older fills cannot have taken depth that is still shown. */
const DEPTH_MEMORY = '5 seconds'

/** The account with its open positions, working orders and recently taken depth, all of one moment; null if unknown. */
export async function loadAccount(pool: Pool, accountId: string): Promise<Account | null> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const account = await readAccount(client, accountId)
    await client.query('commit')
    client.release()
    return account
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The same inside a transaction that sees one moment, or that keeps the account from moving. */
export async function readAccount(client: PoolClient, accountId: string): Promise<Account | null> {
  const values = [accountId]
  const found = await client.query<AccountRow & PlanRow>({
    name: 'load_account',
    text: `select a.*, a.trading_day::text as trading_day, p.id as plan_id, p.version as plan_version, p.definition
      from accounts a join plans p on p.id = a.plan_id and p.version = a.plan_version where a.id = $1`,
    values,
  })
  const row = found.rows[0]
  if (row === undefined) return null
  const positions = await client.query<PositionRow>({
    name: 'load_positions',
    text: 'select * from positions where account_id = $1 and closed_at is null order by opened_at',
    values,
  })
  const orders = await client.query<OrderRow>({
    name: 'load_working_orders',
    text: `select * from orders where account_id = $1 and status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED') order by created_at`,
    values,
  })
  const taken = await client.query<TakenRow>({
    name: 'load_taken_depth',
    text: `select symbol, side, book_sequence, sum(quantity)::text as quantity from fills
      where account_id = $1 and created_at > now() - interval '${DEPTH_MEMORY}' group by symbol, side, book_sequence`,
    values,
  })
  return accountOf(row, {
    plan: planOf(row),
    positions: positions.rows.map(positionOf),
    orders: orders.rows.map(orderOf),
    takenDepth: taken.rows.map(takenOf),
  })
}

interface TakenRow {
  readonly symbol: string
  readonly side: Side
  readonly book_sequence: string
  readonly quantity: string
}

const takenOf = (row: TakenRow): TakenDepth => ({
  symbol: row.symbol,
  side: row.side,
  sequence: Number(row.book_sequence),
  quantity: quantityOf(row.quantity),
})
