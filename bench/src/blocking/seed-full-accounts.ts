/** Accounts that have all that their plan allows, and one with a long past: what reads of them cost most with. */
import type { TradingDatabase } from '../servers/trading-database.js'
import { accountId, userId } from '../seed/identities.js'
import { seedOrders } from '../seed/seed-orders.js'

/** Users with accounts; one more has none. */
export const FULL_USERS = 10
/** All that a user may have. */
export const ACCOUNTS_OF_USER = 100
export const FULL_ACCOUNT = accountId(0)

/** Number on every account of the heavy user. */
const WORKING_ORDERS = 200
const OPEN_POSITIONS = 20

export async function seedFullAccounts({ pool }: TradingDatabase, rows: number): Promise<void> {
  await seedOrders(pool, rows, 1)
  await pool.query(CLOSED_POSITIONS, [FULL_ACCOUNT])
  await pool.query(CLOSING_FILLS, [FULL_ACCOUNT])
  await pool.query(RESULTS, [FULL_ACCOUNT])
  await pool.query(FUNDING, [FULL_ACCOUNT])
  await pool.query(EVENTS, [FULL_ACCOUNT])
  await pool.query('update accounts set event_sequence = 1000 where id = $1', [FULL_ACCOUNT])
  for (const severity of ['WARN', 'HARD']) await pool.query(BREACHES, [FULL_ACCOUNT, severity])
  await pool.query(WORKING, [userId(0), WORKING_ORDERS])
  await pool.query(POSITIONS, [userId(0), OPEN_POSITIONS])
  await pool.query(DELIVERIES, [FULL_ACCOUNT, userId(0)])
  await pool.query(ATTEMPTS)
  await pool.query('analyze')
}

const SYMBOLS = `array['BTC-USD','ETH-USD','SOL-USD','BNB-USD','XRP-USD','TRX-USD','HYPE-USD','LINK-USD','ADA-USD','DOGE-USD',
  'LTC-USD','UNI-USD','ARB-USD','AVAX-USD','AAVE-USD','ATOM-USD','OP-USD']`

/** Some fifty at a time, of 20 minutes each. */
const CLOSED_POSITIONS = `
  insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity, opened_notional,
    closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason, initial_stop)
  select position_id, account_id, venue, (${SYMBOLS})[1 + book_sequence % 17], 'LONG', 0, 0, 20, 0.001, 95.68706,
    95.69706, 0.01, 0.057412236, 0, created_at, created_at + interval '20 minutes', 'USER', 90000
  from fills where account_id = $1 and created_at < now() - interval '21 minutes'`

const CLOSING_FILLS = `
  insert into fills (id, order_id, position_id, account_id, client_id, symbol, venue, side, quantity, price, fee, liquidity,
    realized_pnl, book_sequence, created_at)
  select gen_random_uuid(), id, id, account_id, null, symbol, venue, 'SELL', 0.001, 95697.06, 0.05, 'TAKER', 0.01, 1, closed_at
  from positions where account_id = $1 and closed_at is not null`

/** One and one back, so that the balance stays. */
const RESULTS = `
  insert into transfers (id, account_id, command_id, house, direction, amount, fill_id, position_id, balance_after, created_at)
  select gen_random_uuid(), account_id, id, 'realized_pnl', case n % 2 when 1 then 'IN' else 'OUT' end, 0.012345678901234567, id,
    position_id, 100000 + (n % 2) * 0.012345678901234567, created_at
  from (select *, row_number() over (order by created_at) as n from fills where account_id = $1 and side = 'SELL') closing`

const FUNDING = `
  insert into transfers (id, account_id, command_id, house, direction, amount, position_id, balance_after, created_at,
    funding_at, funding_rate)
  select gen_random_uuid(), account_id, id, 'funding', case n % 2 when 1 then 'IN' else 'OUT' end, 0.012345678901234567, id,
    100000, closed_at + interval '1 microsecond', closed_at, 0.000012345678901234
  from (select *, row_number() over (order by closed_at) as n from positions where account_id = $1 and closed_at is not null
    order by closed_at limit 2000) held`

/** About as long as those of an order. */
const EVENTS = `
  insert into events (id, account_id, sequence, type, data, created_at)
  select gen_random_uuid(), $1, n, 'order.ack', '{"order":"' || repeat(md5(n::text), 36) || '"}',
    now() - interval '1 day' + n * interval '1 millisecond' from generate_series(1, 1000) n`

const BREACHES = `
  insert into breaches (id, account_id, rule, severity, message, limit_value, value, equity, balance, action, created_at)
  select gen_random_uuid(), $1, 'daily_loss_limit', $2::text, repeat('equity near the floor ', 8), 95000, 95100.123456789,
    95100.123456789, 100000, 'NONE',
    now() - interval '1 day' + n * interval '1 millisecond' + case $2 when 'HARD' then interval '1 microsecond' else '0' end
  from generate_series(1, 600) n`

const WORKING = `
  insert into orders (id, account_id, client_id, symbol, venue, side, kind, tif, post_only, reduce_only, trigger_on_index,
    trigger_on_mark, quantity, limit_price, requested_price, filled_quantity, filled_notional, fees, status, created_at,
    updated_at, version)
  select gen_random_uuid(), a.id, null, 'BTC-USD', 'GMX', 'BUY', 'LIMIT', 'GTC', false, false, false, false, 0.0001, 20000,
    20000.001, 0, 0, 0, 'OPEN', now() - interval '1 hour' + n * interval '1 millisecond', now() - interval '1 hour', 1
  from accounts a, generate_series(1, $2::int) n where a.user_id = $1`

/** Both venues list the first nine symbols. None owes any funding yet. */
const POSITIONS = `
  insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity, opened_notional,
    closed_notional, realized_pnl, fees, funding, opened_at)
  select gen_random_uuid(), a.id, case when n > 11 then 'OSTIUM' else 'GMX' end, (${SYMBOLS})[1 + (n - 1) % 11], 'LONG', 0.01,
    1, 20, 0.01, 1, 0, 0, 0.01, 0, greatest(now() - interval '50 minutes', date_trunc('hour', now())) + n * interval '1 millisecond'
  from accounts a, generate_series(1, $2::int) n where a.user_id = $1`

const DELIVERIES = `
  insert into webhook_deliveries (id, event_id, event_type, account_id, sequence, user_id, key_id, url, body, shard, status,
    attempts, round, round_attempts, round_started_at, created_at)
  select gen_random_uuid(), gen_random_uuid(), 'order.ack', $1, n, $2, gen_random_uuid(),
    'https://127.0.0.1:9/' || repeat('x', 2000), '{}', 0, 'DEAD', 10, 1, 10, now(),
    now() - interval '1 day' + n * interval '1 millisecond' from generate_series(1, 1200) n`

/** Ten of each, each with all that is kept of an answer. */
const ATTEMPTS = `
  insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status, answer)
  select id, n, created_at, 12, 500, repeat('y', 1024) from webhook_deliveries, generate_series(1, 10) n`
