/**
 * Lists of an account's past, newest first, within inclusive time bounds. One extra row is read to tell whether there
 * are more.
 */
import { mapInTurns } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { Fill } from '../../core/model/order/fill.js'
import type { Breach } from '../../core/model/plan/breach.js'
import type { FundingPayment, FundingSum } from '../../core/execution/funding.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { BookedTransfer } from '../../core/model/account/ledger.js'
import type { Order } from '../../core/model/order/order.js'
import type { Position } from '../../core/model/account/position.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from './queryable.js'
import { breachOf, type BreachRow } from '../tables/breaches.js'
import { fillOf, type FillRow } from '../tables/fills.js'
import { orderOf, type OrderRow } from '../tables/orders.js'
import { positionOf, type PositionRow } from '../tables/positions.js'
import { transferOf, type TransferRow } from '../tables/transfers.js'
import { IS_LISTED } from '../tables/listed-accounts.js'
import { usdOf } from '../tables/column.js'

export interface TimeWindow {
  readonly from: Micros | null
  readonly to: Micros | null
  readonly limit: number
}

/** A page and whether older rows exist within the window. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly hasMore: boolean
}

export const listFills = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<Fill>> =>
  page<FillRow, Fill>(pool, 'fills', 'created_at', 'account_id = $1', [accountId], window, fillOf)

export const listClosedPositions = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<Position>> =>
  page<PositionRow, Position>(
    pool,
    'positions',
    'closed_at',
    'account_id = $1 and closed_at is not null',
    [accountId],
    window,
    positionOf,
  )

export const listOrders = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<Order>> =>
  page<OrderRow, Order>(pool, 'orders', 'created_at', 'account_id = $1', [accountId], window, orderOf)

/** Transfers with the payouts that they debit: to be read like a table. */
const BOOKED =
  '(select t.*, p.id as payout_id from transfers t left join payouts p on p.command_id = t.command_id) booked'

type BookedRow = TransferRow & { readonly payout_id: string | null }

export const listTransfers = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<BookedTransfer>> =>
  page<BookedRow, BookedTransfer>(pool, BOOKED, 'created_at', 'account_id = $1', [accountId], window, (row) => ({
    ...transferOf(row),
    // What else comes of the approval, such as funding that was due, is no part of the payout.
    payoutId: row.house === 'capital' ? row.payout_id : null,
  }))

type FundingRow = TransferRow & { readonly symbol: string; readonly venue: VenueId }

export const listBreaches = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<Breach>> =>
  page<BreachRow, Breach>(pool, 'breaches', 'created_at', 'account_id = $1', [accountId], window, breachOf)

export const listHardBreaches = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<Breach>> =>
  page<BreachRow, Breach>(pool, HARD, 'created_at', 'account_id = $1', [accountId], window, breachOf)
const HARD = "(select * from breaches where severity = 'HARD') violations"

/**
 * Payments of funding with what they were paid for, to be read like a table: those of funding times and, of LIVE
 * accounts, all that their venues have settled of fees for time.
 */
const FUNDING = `(select t.*, p.symbol, p.venue from transfers t join positions p on p.id = t.position_id
  where t.funding_at is not null
    or t.house in ('funding', 'borrowing', 'rollover') and t.accrued_until is null) funding`

export const listFunding = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<FundingPayment>> =>
  page<FundingRow, FundingPayment>(pool, FUNDING, 'created_at', 'account_id = $1', [accountId], window, (row) => ({
    transfer: transferOf(row),
    symbol: row.symbol,
    venue: row.venue,
  }))

/** Over the whole window, not only the page that `limit` allows. */
export async function sumFunding(pool: Pool, accountId: string, window: TimeWindow): Promise<readonly FundingSum[]> {
  const { rows } = await pool.query<{ symbol: string; paid: string; received: string }>({
    name: 'sum_funding',
    text: `select symbol, coalesce(sum(amount) filter (where direction = 'OUT'), 0) as paid,
        coalesce(sum(amount) filter (where direction = 'IN'), 0) as received
      from ${FUNDING} where account_id = $1 and created_at between $2::timestamptz and $3::timestamptz group by symbol`,
    values: [accountId, ...boundsOf(window)],
  })
  return rows.map(({ symbol, paid, received }) => ({ symbol, paid: usdOf(paid), received: usdOf(received) }))
}

export const boundsOf = ({ from, to }: Pick<TimeWindow, 'from' | 'to'>): readonly [string, string] => [
  from === null ? '-infinity' : formatTimestamp(from),
  to === null ? 'infinity' : formatTimestamp(to),
]

/** An absent bound is an infinite one, so that every plan of the statement uses the index on time. */
async function page<R extends object, T>(
  pool: Pool,
  table: string,
  time: string,
  where: string,
  values: readonly string[],
  window: TimeWindow,
  mapRow: (row: R) => T,
): Promise<Page<T>> {
  const { rows } = await pool.query<R & Record<string, unknown>>({
    name: `list_${table.split(' ').at(-1)}`,
    text: `select * from ${table} where ${where}
      and ${time} between $2::timestamptz and $3::timestamptz
      order by ${time} desc limit $4`,
    values: [...values, ...boundsOf(window), window.limit + 1],
  })
  return { rows: await mapInTurns(rows.slice(0, window.limit), mapRow), hasMore: rows.length > window.limit }
}

export async function findOrder(db: Queryable, accountId: string, orderId: string): Promise<Order | null> {
  const { rows } = await db.query<OrderRow & Record<string, unknown>>({
    name: 'find_order',
    text: 'select * from orders where account_id = $1 and id = $2',
    values: [accountId, orderId],
  })
  return rows[0] === undefined ? null : orderOf(rows[0])
}

export async function findOrdersByClientId(pool: Pool, accountId: string, clientId: string): Promise<readonly Order[]> {
  const { rows } = await pool.query<OrderRow & Record<string, unknown>>({
    name: 'find_orders_by_client_id',
    text: 'select * from orders where account_id = $1 and client_id = $2 order by created_at desc',
    values: [accountId, clientId],
  })
  return rows.map(orderOf)
}

/** Ids of the user's accounts that lists show, newest first. */
export async function listAccountIds(pool: Pool, userId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'list_account_ids',
    text: `select id from accounts where user_id = $1 and ${IS_LISTED} order by created_at desc, id desc`,
    values: [userId],
  })
  return rows.map(({ id }) => id)
}
