import type { Pool } from 'pg'
import { ACCOUNT_ID_PREFIX } from './identities.js'

/**
 * Accounts as POST /v1/accounts makes them, in bulk: funded by one capital transfer, in the middle of their first
 * trading day. The ids and owners are those of `identities.ts`; the challenge tells accounts of one user apart.
 */
export async function seedAccounts(pool: Pool, accounts: number, users: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(ACCOUNTS, [ACCOUNT_ID_PREFIX, accounts, users])
    await client.query(`insert into transfers (id, account_id, command_id, house, direction, amount, balance_after, created_at)
      select gen_random_uuid(), id, gen_random_uuid(), 'capital', 'IN', balance, balance, created_at from accounts`)
    await client.query(`insert into trading_days (account_id, date, start_balance, start_equity, created_at)
      select id, trading_day, day_start_balance, day_start_equity, created_at from accounts`)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release()
  }
}

const ACCOUNTS = `
  insert into accounts (id, user_id, plan_id, plan_version, challenge_id, name, state, balance, trading_day, day_ends_at,
    day_start_balance, day_start_equity, high_water_mark, created_at, clock, event_sequence, version)
  select ($1 || lpad(to_hex(n), 12, '0'))::uuid, 'bench-user-' || n % $3, 'standard-100k', 1, 'bench-' || n, 'Standard 100k',
    'ACTIVE', 100000, today, (today + 1)::timestamp at time zone 'UTC', 100000, 100000, 100000, now(), now(), 0, 1
  from generate_series(0, $2::int - 1) n, (select (now() at time zone 'UTC')::date as today) t`
