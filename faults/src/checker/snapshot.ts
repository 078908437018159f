/** All the database holds about some accounts, read at one moment. Numbers stay the text Postgres wrote. */
import type { Pool, PoolClient } from 'pg'

export interface AccountRow {
  readonly id: string
  readonly user_id: string
  readonly balance: string
  readonly event_sequence: string
  readonly version: string
  /** By Postgres' own exact arithmetic. */
  readonly is_sum_of_transfers: boolean
}

export interface CommandRow {
  readonly id: string
  readonly user_id: string
  readonly client_id: string | null
  readonly account_id: string
  readonly kind: string
  readonly moves: boolean
  readonly status: number
  /** Null where it is pieced together from an event that is not there. */
  readonly response: string | null
}

export interface OrderRow {
  readonly id: string
  readonly account_id: string
  readonly client_id: string | null
  readonly symbol: string
  readonly venue: string
  readonly side: string
  readonly kind: string
  readonly tif: string
  readonly reduce_only: boolean
  /** The entry that it came with, or is an exit of. */
  readonly parent_order_id: string | null
  readonly quantity: string
  readonly requested_price: string | null
  readonly filled_quantity: string
  readonly fees: string
  readonly status: string
  readonly reason: string | null
  /** Microseconds since 1970. */
  readonly created_at: string
  readonly version: number
}

export interface FillRow {
  readonly id: string
  readonly order_id: string
  readonly position_id: string
  readonly account_id: string
  readonly symbol: string
  readonly venue: string
  readonly side: string
  readonly quantity: string
  readonly price: string
  readonly fee: string
  /** Sequence of the book that it consumed depth of. */
  readonly book_sequence: string
}

export interface PositionRow {
  readonly account_id: string
  readonly venue: string
  readonly symbol: string
  readonly direction: string
  /** 0 when it is closed. */
  readonly quantity: string
}

export interface TransferRow {
  readonly id: string
  readonly account_id: string
  readonly command_id: string
  readonly direction: 'IN' | 'OUT'
  readonly amount: string
  readonly balance_after: string
}

export interface EventRow {
  readonly account_id: string
  readonly sequence: string
  readonly type: string
  /** From the event's `data`; null where the event is not about an order. */
  readonly order_id: string | null
  readonly trade_id: string | null
}

export interface Snapshot {
  readonly accounts: readonly AccountRow[]
  readonly commands: readonly CommandRow[]
  readonly orders: readonly OrderRow[]
  readonly fills: readonly FillRow[]
  readonly positions: readonly PositionRow[]
  /** In the order they were made, account by account. */
  readonly transfers: readonly TransferRow[]
  /** By account and sequence. */
  readonly events: readonly EventRow[]
}

const ACCOUNTS = `select id, user_id, trim_scale(balance)::text as balance, event_sequence::text, version::text,
    balance = (select coalesce(sum(case direction when 'IN' then amount else -amount end), 0)
      from transfers where account_id = a.id) as is_sum_of_transfers
  from accounts a where id = any($1)`
const COMMANDS = `select id, user_id, client_id, account_id, kind, moves, status, pg_temp.text_or_null(account_id, response) as response
  from commands where account_id = any($1)`
const ORDERS = `select id, account_id, client_id, symbol, venue, side, kind, tif, reduce_only, parent_order_id,
    trim_scale(quantity)::text as quantity, trim_scale(requested_price)::text as requested_price,
    trim_scale(filled_quantity)::text as filled_quantity, trim_scale(fees)::text as fees, status, reason,
    (extract(epoch from created_at) * 1000000)::bigint::text as created_at, version
  from orders where account_id = any($1)`
const FILLS = `select id, order_id, position_id, account_id, symbol, venue, side, trim_scale(quantity)::text as quantity,
    trim_scale(price)::text as price, trim_scale(fee)::text as fee, book_sequence::text
  from fills where account_id = any($1)`
const POSITIONS = `select account_id, venue, symbol, direction, trim_scale(quantity)::text as quantity
  from positions where account_id = any($1)`
const TRANSFERS = `select id, account_id, command_id, direction, trim_scale(amount)::text as amount,
    trim_scale(balance_after)::text as balance_after
  from transfers where account_id = any($1) order by account_id, created_at, id`
const EVENTS = `select account_id, sequence::text, type,
    data::jsonb #>> '{order,id}' as order_id, data::jsonb #>> '{trade,id}' as trade_id
  from (select account_id, sequence, type, pg_temp.text_or_null(account_id, data) as data from events) e
  where account_id = any($1) order by account_id, e.sequence`
/** A broken text is for the checks to tell, beside all else that is wrong; read as it is, it would end the snapshot. */
const TEXT_OR_NULL = `create or replace function pg_temp.text_or_null(of_account uuid, stored text) returns text
  language plpgsql stable as $$
    begin
      return whole_text(of_account, stored);
    exception when no_data_found then
      return null;
    end
  $$`

export async function takeSnapshot(database: Pool, accountIds: readonly string[]): Promise<Snapshot> {
  const client = await database.connect()
  try {
    await client.query(TEXT_OR_NULL)
    await client.query('begin isolation level repeatable read read only')
    const snapshot = await readAll(client, accountIds)
    await client.query('commit')
    client.release()
    return snapshot
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function readAll(client: PoolClient, accountIds: readonly string[]): Promise<Snapshot> {
  const read = async <Row extends object>(text: string): Promise<readonly Row[]> =>
    (await client.query<Row>(text, [accountIds])).rows
  return {
    accounts: await read<AccountRow>(ACCOUNTS),
    commands: await read<CommandRow>(COMMANDS),
    orders: await read<OrderRow>(ORDERS),
    fills: await read<FillRow>(FILLS),
    positions: await read<PositionRow>(POSITIONS),
    transfers: await read<TransferRow>(TRANSFERS),
    events: await read<EventRow>(EVENTS),
  }
}
