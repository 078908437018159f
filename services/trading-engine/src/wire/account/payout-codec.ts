import { PAYOUT_STATUSES, type Payout } from '../../core/model/account/payout.js'
import type { PayoutAvailability } from '../../core/margin/payable.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, decimal, oneOf, orNull, text, time, uuid } from '../codec/kinds.js'

const payoutFields = {
  id: field(uuid, (payout) => payout.id),
  account_id: field(uuid, (payout) => payout.accountId),
  client_id: field(text, (payout) => payout.clientId),
  currency: field(text, () => 'USD'),
  amount: field(decimal, (payout) => payout.amount, 'Taken from the account.'),
  trader_share_pct: field(orNull(decimal), (payout) => payout.traderSharePct),
  trader_amount: field(orNull(decimal), (payout) => payout.traderAmount, "The trader's share, rounded down to cents."),
  status: field(oneOf(PAYOUT_STATUSES), (payout) => payout.status),
  reason: field(orNull(text), (payout) => payout.reason),
  requested_at: field(time, (payout) => payout.requestedAt),
  decided_at: field(orNull(time), (payout) => payout.decidedAt),
} satisfies Fields<Payout>

/** A payout as its trader sees it. */
export const payoutCodec = codecOf<Payout>('Payout')(payoutFields)

/** The same with its owner, and the operators who have decided. */
export const operatorPayoutCodec = codecOf<Payout>('OperatorPayout')({
  ...payoutFields,
  user_id: field(text, (payout) => payout.userId),
  proposed_by: field(orNull(text), (payout) => payout.proposedBy),
  proposed_at: field(orNull(time), (payout) => payout.proposedAt),
  decided_by: field(orNull(text), (payout) => payout.decidedBy),
  version: field(count, (payout) => payout.version),
})

interface AvailablePayout extends PayoutAvailability {
  /** The account's request that is not decided yet. */
  readonly open: Pick<Payout, 'id'> | null
}

/** The amount that may be asked for. */
export const availablePayoutCodec = codecOf<AvailablePayout>('AvailablePayout')({
  available: field(decimal, ({ available }) => available),
  profit: field(decimal, ({ profit }) => profit, 'The balance above the initial balance; negative below it.'),
  free_margin: field(decimal, ({ freeMargin }) => freeMargin),
  unrealized_pnl: field(
    decimal,
    ({ unrealizedPnl }) => unrealizedPnl,
    'What of it is profit is not free to be paid out.',
  ),
  open_payout_id: field(orNull(uuid), ({ open }) => open?.id ?? null),
})
