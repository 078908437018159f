import type { Payout, PayoutStatus, RejectionCode } from '../../core/model/account/payout.js'
import { decimal, rate, usd } from '../../core/values/decimal.js'
import { columnsOf, microsOf, mutable, optional } from './column.js'

const column = columnsOf<Payout>()

/** The columns of a payout that a decision ends; the rest of the row stays as it is. */
export const PAYOUT_COLUMNS = [
  column.uuid('id', (payout) => payout.id),
  column.uuid('account_id', (payout) => payout.accountId),
  column.text('user_id', (payout) => payout.userId),
  column.text('client_id', (payout) => payout.clientId),
  column.numeric('amount', (payout) => payout.amount),
  column.time('requested_at', (payout) => payout.requestedAt),
  mutable(column.text('status', (payout) => payout.status)),
  mutable(column.text('reason', (payout) => payout.reason)),
  mutable(column.text('code', (payout) => payout.code)),
  mutable(column.time('decided_at', (payout) => payout.decidedAt)),
  mutable(column.int4('version', (payout) => payout.version)),
]

export interface PayoutRow {
  readonly id: string
  readonly account_id: string
  readonly user_id: string
  readonly client_id: string
  readonly amount: string
  readonly trader_share_pct: string | null
  readonly trader_amount: string | null
  readonly status: PayoutStatus
  readonly reason: string | null
  readonly code: RejectionCode | null
  readonly requested_at: string
  readonly proposed_by: string | null
  readonly proposed_with: readonly string[] | null
  readonly proposed_at: string | null
  readonly decided_by: string | null
  readonly decided_at: string | null
  readonly version: number
}

export const payoutOf = (row: PayoutRow): Payout => ({
  id: row.id,
  accountId: row.account_id,
  userId: row.user_id,
  clientId: row.client_id,
  amount: usd(decimal(row.amount)),
  traderSharePct: row.trader_share_pct === null ? null : rate(decimal(row.trader_share_pct)),
  traderAmount: row.trader_amount === null ? null : usd(decimal(row.trader_amount)),
  status: row.status,
  reason: row.reason,
  code: row.code,
  requestedAt: microsOf(row.requested_at),
  proposedBy: row.proposed_by,
  proposedWith: row.proposed_with ?? [],
  proposedAt: optional(row.proposed_at, microsOf),
  decidedBy: row.decided_by,
  decidedAt: optional(row.decided_at, microsOf),
  version: row.version,
})
