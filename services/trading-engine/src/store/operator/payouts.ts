/** Payouts as stored. Triggers write them, with the commands that change them (migrations 0033 and 0036). */
import type { Pool } from 'pg'
import type { Payout, PayoutStatus } from '../../core/model/account/payout.js'
import { rate, decimal, usd, type Usd } from '../../core/values/decimal.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional } from '../tables/column.js'

interface PayoutRow {
  readonly id: string
  readonly account_id: string
  readonly user_id: string
  readonly client_id: string
  readonly amount: string
  readonly trader_share_pct: string | null
  readonly trader_amount: string | null
  readonly status: PayoutStatus
  readonly reason: string | null
  readonly requested_at: string
  readonly proposed_by: string | null
  readonly proposed_with: readonly string[] | null
  readonly proposed_at: string | null
  readonly decided_by: string | null
  readonly decided_at: string | null
  readonly version: number
}

const payoutOf = (row: PayoutRow): Payout => ({
  id: row.id,
  accountId: row.account_id,
  userId: row.user_id,
  clientId: row.client_id,
  amount: usd(decimal(row.amount)),
  traderSharePct: row.trader_share_pct === null ? null : rate(decimal(row.trader_share_pct)),
  traderAmount: row.trader_amount === null ? null : usd(decimal(row.trader_amount)),
  status: row.status,
  reason: row.reason,
  requestedAt: microsOf(row.requested_at),
  proposedBy: row.proposed_by,
  proposedWith: row.proposed_with ?? [],
  proposedAt: optional(row.proposed_at, microsOf),
  decidedBy: row.decided_by,
  decidedAt: optional(row.decided_at, microsOf),
  version: row.version,
})

export const listPayouts = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<Payout>> =>
  pageByTime<PayoutRow, Payout>(pool, { table: 'payouts', time: 'requested_at', filter, window }, payoutOf)

export async function findPayout(db: Queryable, id: string): Promise<Payout | null> {
  const { rows } = await db.query<PayoutRow>({ text: 'select * from payouts where id = $1', values: [id] })
  return rows[0] === undefined ? null : payoutOf(rows[0])
}

/** The one of the account that is not decided yet. */
export async function findOpenPayout(db: Queryable, accountId: string): Promise<Payout | null> {
  const { rows } = await db.query<PayoutRow>({
    text: `select * from payouts where account_id = $1 and status in ('REQUESTED', 'PROPOSED')`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : payoutOf(rows[0])
}

/** Requests that are not decided yet, and what they ask for together. */
export async function sumOpenPayouts(pool: Pool): Promise<{ readonly count: number; readonly amount: Usd }> {
  const { rows } = await pool.query<{ count: string; amount: string }>({
    name: 'sum_open_payouts',
    text: `select count(*), coalesce(sum(amount), 0) as amount from payouts where status in ('REQUESTED', 'PROPOSED')`,
  })
  return { count: Number(rows[0]?.count), amount: usd(decimal(rows[0]?.amount ?? '0')) }
}
