/** Reads what accounts traded in a window, account after account, by cursors: nothing is sorted or held in memory. */
import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import type { PairedTrade } from '../../core/read/surveillance/case.js'
import type { PositionEntry } from '../../core/read/surveillance/adding-to-losers.js'
import type { TradeResult } from '../../core/read/surveillance/profit-at-jumps.js'
import type { ClosedTrade } from '../../core/read/surveillance/trade-table.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { microsOf, quantityOf } from '../tables/column.js'
import type { Direction } from '../../core/model/order/side.js'

export interface TradedWindow {
  readonly from: Micros
  readonly to: Micros
}

export interface ReadTrade extends ClosedTrade, TradeResult {
  readonly accountId: string
  readonly userId: string
}

export interface ReadEntry extends PositionEntry {
  readonly accountId: string
}

export interface TradedRows {
  /** By account. */
  readonly trades: () => AsyncGenerator<readonly ReadTrade[]>
  /** By account, and position after position; of positions with more than two fills. */
  readonly entries: () => AsyncGenerator<readonly ReadEntry[]>
}

const ROWS_AT_A_TIME = 500
/** The time of one step: opening a cursor, or fetching from it. */
const TIMEOUT_MS = 50_000

/** Reads as of one moment. */
export const readTraded = <T>(pool: Pool, window: TradedWindow, work: (rows: TradedRows) => Promise<T>): Promise<T> =>
  inTransaction(
    pool,
    async (client) => {
      await client.query(`set local statement_timeout = ${TIMEOUT_MS}`)
      const values = [formatTimestamp(window.from), formatTimestamp(window.to)]
      return work({
        async *trades() {
          for await (const rows of fetchAll<TradeRow>(client, TRADES, values)) yield rows.map(tradeOf)
        },
        async *entries() {
          for await (const rows of fetchAll<EntryRow>(client, ENTRIES, values)) yield rows.map(entryOf)
        },
      })
    },
    ONE_MOMENT,
  )

async function* fetchAll<R extends unknown[]>(
  client: PoolClient,
  text: string,
  values: readonly string[],
): AsyncGenerator<readonly R[]> {
  const within = { query_timeout: TIMEOUT_MS }
  const declared = { text: `declare traded no scroll cursor for ${text}`, values: [...values], ...within }
  await client.query(declared)
  const fetched = { text: `fetch forward ${ROWS_AT_A_TIME} from traded`, rowMode: 'array' as const, ...within }
  for (;;) {
    const { rows } = await client.query<R>(fetched)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_A_TIME) break
  }
  await client.query('close traded')
}

const micros = (column: string): string => `(extract(epoch from ${column}) * 1000000)::float8`

type TradeRow = [
  accountId: string,
  userId: string,
  symbol: string,
  isLong: boolean,
  openedAt: number,
  closedAt: number,
  profit: number,
  openedNotional: number,
]

const TRADES = `
  select a.id, a.user_id, p.symbol, p.direction = 'LONG', ${micros('p.opened_at')}, ${micros('p.closed_at')},
      p.realized_pnl::float8, p.opened_notional::float8
    from accounts a cross join lateral (
      select * from positions where account_id = a.id and closed_at between $1::timestamptz and $2::timestamptz
    ) p
    order by a.id`

const tradeOf = ([
  accountId,
  userId,
  symbol,
  isLong,
  openedAt,
  closedAt,
  profit,
  openedNotional,
]: TradeRow): ReadTrade => ({
  ...{ accountId, userId, symbol, isLong, openedAt, closedAt, profit, openedNotional },
})

type EntryRow = [accountId: string, positionId: string, isBuy: boolean, quantity: number, price: number]

/** Fills of one order are one entry. A position that the window shows no opening of begins with a closing: left out. */
const ENTRIES = `
  select a.id, f.position_id, f.is_buy, f.quantity, f.notional / f.quantity
    from accounts a cross join lateral (
      select position_id, is_buy, quantity, notional, count(*) over (partition by position_id) as orders,
          first_value(is_closing) over (partition by position_id order by at, order_id) as begins_closing, at
        from (
          select position_id, order_id, side = 'BUY' as is_buy, min(created_at) as at,
              sum(quantity::float8) as quantity, sum(quantity::float8 * price::float8) as notional,
              bool_or(realized_pnl <> 0) as is_closing
            from fills where account_id = a.id and created_at between $1::timestamptz and $2::timestamptz
            group by position_id, order_id, side
        ) orders
    ) f
    where f.orders > 2 and not f.begins_closing
    order by a.id, f.position_id, f.at`

const entryOf = ([accountId, positionId, isBuy, quantity, price]: EntryRow): ReadEntry => ({
  ...{ accountId, positionId, isBuy, quantity, price },
})

/** A position as a report knows it. */
export interface TradeKey {
  readonly accountId: string
  readonly closedAt: Micros
}

interface PositionRow {
  readonly place: number
  readonly account_id: string
  readonly id: string
  readonly direction: Direction
  readonly opened_quantity: string
  readonly opened_at: string
  readonly closed_at: string
}

/** In the order of the keys: the times of an account's rows are distinct. Undefined: it is not there. */
export async function findTrades(pool: Pool, keys: readonly TradeKey[]): Promise<readonly (PairedTrade | undefined)[]> {
  const found: (PairedTrade | undefined)[] = keys.map(() => undefined)
  if (keys.length === 0) return found
  const { rows } = await pool.query<PositionRow>({
    text: `select place::int, p.account_id, p.id, p.direction, p.opened_quantity,
        p.opened_at::text as opened_at, p.closed_at::text as closed_at
      from unnest($1::uuid[], $2::timestamptz[]) with ordinality as key (account_id, closed_at, place)
      join positions p on p.account_id = key.account_id and p.closed_at = key.closed_at`,
    values: [keys.map(({ accountId }) => accountId), keys.map(({ closedAt }) => formatTimestamp(closedAt))],
  })
  for (const row of rows)
    found[row.place - 1] = {
      accountId: row.account_id,
      positionId: row.id,
      direction: row.direction,
      quantity: quantityOf(row.opened_quantity),
      openedAt: microsOf(row.opened_at),
      closedAt: microsOf(row.closed_at),
    }
  return found
}
