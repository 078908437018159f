import type { Payout } from '../../core/model/account/payout.js'
import type { PayoutAvailability } from '../../core/margin/payable.js'
import { formatTimestamp } from '../../core/values/time.js'
import { orNull, type WriteDecimal } from '../decimals.js'

/** A payout as its trader sees it. */
export const payoutBody = (payout: Payout, write: WriteDecimal): Record<string, unknown> => ({
  id: payout.id,
  account_id: payout.accountId,
  client_id: payout.clientId,
  currency: 'USD',
  amount: write(payout.amount),
  trader_share_pct: orNull(payout.traderSharePct, write),
  trader_amount: orNull(payout.traderAmount, write),
  status: payout.status,
  reason: payout.reason,
  requested_at: formatTimestamp(payout.requestedAt),
  decided_at: payout.decidedAt === null ? null : formatTimestamp(payout.decidedAt),
})

/** The same with its owner, and the operators who have decided. */
export const operatorPayoutBody = (payout: Payout, write: WriteDecimal): Record<string, unknown> => ({
  ...payoutBody(payout, write),
  user_id: payout.userId,
  proposed_by: payout.proposedBy,
  proposed_at: payout.proposedAt === null ? null : formatTimestamp(payout.proposedAt),
  decided_by: payout.decidedBy,
  version: payout.version,
})

/** The amount that may be asked for; `open`: the account's request that is not decided yet. */
export const availablePayoutBody = (
  { available, profit, freeMargin, unrealizedPnl }: PayoutAvailability,
  open: Pick<Payout, 'id'> | null,
  write: WriteDecimal,
): Record<string, unknown> => ({
  available: write(available),
  profit: write(profit),
  free_margin: write(freeMargin),
  unrealized_pnl: write(unrealizedPnl),
  open_payout_id: open?.id ?? null,
})
