/** All that a wallet's sending goes on from: its transactions, plans and figures. */
import type { Pool } from 'pg'
import type { StoredSending } from '../../core/model/live/trading-wallet.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { type CallJson, readCall, transactionOf, type TransactionRow } from './transaction-rows.js'
import { findTradingWallet } from './wallets.js'

interface PlanRow {
  readonly request_id: string
  readonly calls: readonly CallJson[]
}

/** All that the sender of a wallet goes on from. `openIds`: its requests that have not ended. */
export async function loadSending(pool: Pool, address: Hex, openIds: readonly string[]): Promise<StoredSending> {
  const values = [address, openIds]
  const wallet = await findTradingWallet(pool, address)
  assertInvariant(wallet !== null, 'a wallet that is served is stored')
  const [transactions, plans, figures] = await Promise.all([
    pool.query<TransactionRow>({ name: 'load_sending_transactions', text: LOAD_TRANSACTIONS, values }),
    pool.query<PlanRow>({ name: 'load_sending_plans', text: LOAD_PLANS, values }),
    pool.query<FiguresRow>({
      name: 'load_sending_figures',
      text: LOAD_FIGURES,
      values: [address, wallet.venue, wallet.chainId],
    }),
  ])
  const [row] = figures.rows
  assertInvariant(row !== undefined, 'an aggregate has a row')
  return {
    wallet,
    transactions: transactions.rows.map(transactionOf),
    plans: new Map(plans.rows.map(({ request_id: id, calls }) => [id, calls.map(readCall)])),
    nextNonce: Number(row.next_nonce),
    spentToday: BigInt(row.spent_today),
    isFollowed: row.is_followed,
  }
}

const LOAD_TRANSACTIONS = `
  select * from venue_transactions where wallet = $1
    and (state in ('SIGNED', 'SENT') or request_id = any($2::uuid[])
      or state in ('MINED', 'REVERTED') and not gas_booked) order by nonce, attempt`

const LOAD_PLANS = `select request_id, calls from venue_plans where wallet = $1 and request_id = any($2::uuid[])`

interface FiguresRow {
  readonly next_nonce: string
  readonly spent_today: string
  readonly is_followed: boolean
}

/** Wei that a wallet has taken of the day's budget. One transaction of a nonce is mined: before, the dearest counts. */
export const spentToday = (wallet: string): string => `
  coalesce((select sum(taken) from (
    select coalesce(max(cost), max(cost_max) filter (where state in ('SIGNED', 'SENT')), 0) as taken
      from venue_transactions
      where wallet = ${wallet} and created_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC'
      group by nonce) of_nonces), 0)::numeric(78)`

const LOAD_FIGURES = `
  select coalesce((select max(nonce) + 1 from venue_transactions where wallet = $1), 0) as next_nonce,
    exists (select from venue_cursors where venue = $2 and chain_id = $3) as is_followed,
    ${spentToday('$1')} as spent_today`
