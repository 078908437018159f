/** Payouts as stored. Requests and approvals are written by triggers, with the commands that they are (0033). */
import type { Pool, PoolClient } from 'pg'
import type { Payout, PayoutStatus } from '../../core/model/payout.js'
import { formatDecimal, rate, decimal, usd, type Rate, type Usd } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
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

/** The same, kept from changing until the transaction ends. */
export async function lockPayout(client: PoolClient, id: string): Promise<Payout | null> {
  const { rows } = await client.query<PayoutRow>('select * from payouts where id = $1 for update', [id])
  return rows[0] === undefined ? null : payoutOf(rows[0])
}

interface Decision {
  readonly by: string
  readonly at: Micros
}

export async function storeProposal(
  client: PoolClient,
  id: string,
  { sharePct, traderAmount, by, at }: Decision & { readonly sharePct: Rate; readonly traderAmount: Usd },
): Promise<Payout> {
  const { rows } = await client.query<PayoutRow>(
    `update payouts set status = 'PROPOSED', trader_share_pct = $2, trader_amount = $3, proposed_by = $4,
      proposed_at = $5, version = version + 1 where id = $1 returning *`,
    [id, formatDecimal(sharePct), formatDecimal(traderAmount), by, formatTimestamp(at)],
  )
  return payoutOf(rows[0] as PayoutRow)
}

export async function storeRejection(
  client: PoolClient,
  id: string,
  { reason, by, at }: Decision & { readonly reason: string },
): Promise<Payout> {
  const { rows } = await client.query<PayoutRow>(
    `update payouts set status = 'REJECTED', reason = $2, decided_by = $3, decided_at = $4, version = version + 1
      where id = $1 returning *`,
    [id, reason, by, formatTimestamp(at)],
  )
  return payoutOf(rows[0] as PayoutRow)
}

/** Requests that are not decided yet, and what they ask for together. */
export async function sumOpenPayouts(pool: Pool): Promise<{ readonly count: number; readonly amount: Usd }> {
  const { rows } = await pool.query<{ count: string; amount: string }>({
    name: 'sum_open_payouts',
    text: `select count(*), coalesce(sum(amount), 0) as amount from payouts where status in ('REQUESTED', 'PROPOSED')`,
  })
  return { count: Number(rows[0]?.count), amount: usd(decimal(rows[0]?.amount ?? '0')) }
}
