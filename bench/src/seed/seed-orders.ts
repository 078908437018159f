import type { Pool } from 'pg'
import { ACCOUNT_ID_PREFIX } from './identities.js'

/** So many rows a statement: short enough to see that it goes on. */
const CHUNK = 50_000

/** Orders of the past in bulk, each with its fill and its command, spread over the accounts and the last 30 days. */
export async function seedOrders(pool: Pool, rows: number, accounts: number): Promise<void> {
  for (let from = 0; from < rows; from += CHUNK) {
    const range = [from, Math.min(from + CHUNK, rows) - 1, rows, ACCOUNT_ID_PREFIX, accounts]
    await pool.query(ORDERS, range)
  }
  await pool.query('analyze')
}

/** About as long as the answer to an order. */
const RESPONSE_LENGTH = 1_100

const ORDERS = `
  with past as (
    select n, ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      ($4 || lpad(to_hex((n * 7919) % $5::bigint), 12, '0'))::uuid as account_id,
      now() - interval '30 days' * (1 - n::float8 / $3::float8) as at
    from generate_series($1::bigint, $2::bigint) n),
  c as (
    insert into commands (id, user_id, client_id, account_id, kind, fingerprint, moves, status, response, created_at)
    select id, 'bench-past', 'past-' || n, account_id, 'place', decode(md5(n::text) || md5(n::text), 'hex'), true, 200,
      repeat(md5(n::text), ${Math.ceil(RESPONSE_LENGTH / 32)}), at
    from past),
  o as (
    insert into orders (id, account_id, client_id, symbol, venue, side, kind, tif, post_only, reduce_only,
      trigger_on_index, trigger_on_mark, quantity, requested_price, filled_quantity, filled_notional, fees, status,
      position_id, created_at, updated_at, version)
    select id, account_id, 'past-' || n, 'BTC-USD', 'GMX', 'BUY', 'MARKET', 'IOC', false, false, false, false, 0.001,
      95687.06, 0.001, 95.68706, 0.057412236, 'FILLED', id, at, at, 2
    from past)
  insert into fills (id, order_id, position_id, account_id, client_id, symbol, venue, side, quantity, price, fee,
    liquidity, realized_pnl, book_sequence, created_at)
  select id, id, id, account_id, 'past-' || n, 'BTC-USD', 'GMX', 'BUY', 0.001, 95687.06, 0.057412236, 'TAKER', 0, n, at
  from past`
