/**
 * Closed trades of many accounts over a week, in bulk: everyone for themselves, a tenth of them bots that open at the
 * start of a minute and hold for 1, 5 or 15 of them, and pairs that copy or hedge each other in 45 of 50 trades.
 * Two fills a trade. The same seed gives the same trades.
 */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'

export interface SurveillanceSeed {
  readonly accounts: number
  readonly tradesPerAccount: number
  /** Pairs: accounts 0 and 1, 2 and 3, and so on. */
  readonly planted: number
  readonly seed: number
}

export const seededAccountId = (number: number): string => `5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`

export async function seedTrades(pool: Pool, { accounts, tradesPerAccount, planted, seed }: SurveillanceSeed) {
  await inTransaction(pool, async (client) => {
    await client.query('set local max_parallel_workers_per_gather = 0')
    await client.query('select setseed($1)', [seed / 2 ** 31])
    await client.query(ACCOUNTS, [accounts])
    await client.query(TRADES, [accounts, tradesPerAccount, planted])
    await client.query(COPIES, [planted])
    await client.query(POSITIONS)
    await client.query(FILLS)
  })
  await pool.query('analyze')
}

const ID = (n: string): string => `('5eed0000-0000-4000-8000-' || lpad(${n}::text, 12, '0'))::uuid`

const ACCOUNTS = `
  insert into accounts (id, user_id, plan_id, plan_version, challenge_id, name, state, balance, trading_day, day_ends_at,
    day_start_balance, day_start_equity, high_water_mark, created_at, clock, event_sequence, version)
  select ${ID('n')}, 'seeded-' || n, 'standard-100k', 1, null, 'seeded', 'ACTIVE', 100000, today,
    (today + 1)::timestamp at time zone 'UTC', 100000, 100000, 100000, now(), now(), 0, 1
  from generate_series(0, $1::int - 1) n, (select (now() at time zone 'UTC')::date as today) t`

const TRADES = `
  create temporary table traded on commit drop as
  select n, k, gen_random_uuid() as id, (array['BTC','ETH','SOL','EUR','GBP','XAU','ARB','LINK'])[1 + floor(random() * 8)::int] || '-USD' as symbol,
    random() < 0.5 as is_long, random() < 0.5 as wins,
    case when is_bot then floor(random() * 10000) * 60 + random() * 2 else random() * 600000 end as opened,
    case when is_bot then (array[60, 300, 900])[1 + floor(random() * 3)::int] + random() * 2 else 10 + random() * 1800 end as held
  from (select n, n >= 2 * $3::int and n % 10 = 9 as is_bot from generate_series(0, $1::int - 1) n) a,
    generate_series(1, $2::int) k`

const COPIES = `
  update traded copy set symbol = leader.symbol, opened = leader.opened + random() * 4, held = leader.held + random() - 0.5,
      is_long = case when leader.n % 4 = 0 then leader.is_long else not leader.is_long end
    from traded leader
    where leader.n < 2 * $1::int and leader.n % 2 = 0 and copy.n = leader.n + 1 and copy.k = leader.k and copy.k % 10 <> 0`

const POSITIONS = `
  insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity, opened_notional,
    closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
  select id, ${ID('n')}, 'GMX', symbol, case when is_long then 'LONG' else 'SHORT' end, 0, 0, 10, 1, 100, 100,
    case when wins then 1 else -1 end, 0, 0, timestamptz '2026-03-02' + opened * interval '1 second',
    timestamptz '2026-03-02' + (opened + held) * interval '1 second', 'USER' from traded`

const FILLS = `
  insert into fills (id, order_id, position_id, account_id, symbol, venue, side, quantity, price, fee, liquidity, realized_pnl,
    book_sequence, created_at)
  select gen_random_uuid(), gen_random_uuid(), id, ${ID('n')}, symbol, 'GMX',
    case when is_long = is_opening then 'BUY' else 'SELL' end, 1, 100, 0, 'TAKER',
    case when is_opening then 0 when wins then 1 else -1 end, 1,
    timestamptz '2026-03-02' + (case when is_opening then opened else opened + held end) * interval '1 second'
  from traded, (values (true), (false)) half (is_opening)`
