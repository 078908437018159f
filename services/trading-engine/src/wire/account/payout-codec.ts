import { PAYOUT_STATUSES, REJECTION_CODES, type Payout } from '../../core/model/account/payout.js'
import { CONDITION_UNITS, PAYOUT_CONDITIONS, type PayoutCondition } from '../../core/model/account/payout-condition.js'
import type { PayoutHistory } from '../../core/model/account/payout-history.js'
import type { PayoutAvailability } from '../../core/margin/payable.js'
import { PAYOUT_LIMITS, type PayoutLimit } from '../../core/margin/payout-limits.js'
import type { PayoutSplit, SplitPart } from '../../core/margin/split-payout.js'
import type { PayoutEligibility } from '../../core/risk/payout-eligibility.js'
import type { ScalingProgress } from '../../core/risk/scaling-progress.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, decimal, flag, listOf, oneOf, oneOfOrNull, optional, orNull, text, time, uuid } from '../codec/kinds.js'
import { scalingProgressCodec } from './scaling-codec.js'

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
  code: field(
    optional(oneOf(REJECTION_CODES)),
    (payout) => payout.code ?? undefined,
    'Why it was rejected, in a word; absent where nobody said.',
  ),
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

export const payoutConditionCodec = codecOf<PayoutCondition>('PayoutCondition')({
  condition: field(oneOf(PAYOUT_CONDITIONS), ({ condition }) => condition),
  met: field(flag, ({ isMet }) => isMet),
  value: field(orNull(decimal), ({ value }) => value, 'In `unit`; null where there is no figure.'),
  needed: field(orNull(decimal), ({ needed }) => needed),
  unit: field(oneOfOrNull(CONDITION_UNITS), ({ unit }) => unit),
  message: field(text, ({ message }) => message),
})

const payoutLimitCodec = codecOf<PayoutLimit>('PayoutLimit')({
  limit: field(oneOf(PAYOUT_LIMITS), ({ limit }) => limit),
  amount: field(decimal, ({ amount }) => amount, 'Negative where even nothing is too much.'),
})

const splitPartCodec = codecOf<SplitPart>('SplitPart')({
  amount: field(decimal, ({ amount }) => amount),
  pct: field(decimal, ({ pct }) => pct),
})

const payoutSplitCodec = codecOf<PayoutSplit>('PayoutSplit')({
  trader_amount: field(decimal, ({ traderAmount }) => traderAmount, 'The sum of all shares, rounded down to cents.'),
  parts: field(listOf(splitPartCodec), ({ parts }) => parts),
})

/** The amount that may be asked for; `eligibility` where the plan has terms of payouts. */
export interface AvailablePayout {
  readonly amounts: PayoutAvailability
  readonly eligibility: PayoutEligibility | null
  readonly history: PayoutHistory
  /** Null where the account does not grow any more. */
  readonly scaling: ScalingProgress | null
}

/** Reads of accounts whose plan has such terms. */
const byTerms =
  <V>(read: (eligibility: PayoutEligibility, history: PayoutHistory) => V) =>
  ({ eligibility, history }: AvailablePayout): V | undefined =>
    eligibility === null ? undefined : read(eligibility, history)

/** The amount that may be asked for. */
export const availablePayoutCodec = codecOf<AvailablePayout>('AvailablePayout')({
  available: field(decimal, ({ amounts, eligibility }) => (eligibility ?? amounts).available),
  profit: field(decimal, ({ amounts }) => amounts.profit, 'The balance above the initial balance; negative below it.'),
  free_margin: field(decimal, ({ amounts }) => amounts.freeMargin),
  unrealized_pnl: field(
    decimal,
    ({ amounts }) => amounts.unrealizedPnl,
    'What of it is profit is not free to be paid out.',
  ),
  open_payout_id: field(orNull(uuid), ({ history }) => history.open?.id ?? null),
  eligible: field(
    optional(flag),
    byTerms(({ isEligible }) => isEligible),
    'Whether every condition is met. This and what follows is absent where the plan has no `payouts`.',
  ),
  conditions: field(
    optional(listOf(payoutConditionCodec)),
    byTerms(({ conditions }) => conditions),
  ),
  limits: field(
    optional(listOf(payoutLimitCodec)),
    byTerms(({ limits }) => limits),
    'The least of them is `available`.',
  ),
  split: field(
    optional(payoutSplitCodec),
    byTerms(({ split }) => split),
    'Of what is available.',
  ),
  paid_total: field(
    optional(decimal),
    byTerms((_eligibility, { paidTotal }) => paidTotal),
    'By the whole challenge so far.',
  ),
  profit_adjustments: field(
    optional(decimal),
    ({ eligibility, history: { adjustments } }: AvailablePayout) =>
      eligibility === null && adjustments === 0n ? undefined : adjustments,
    'What rules have taken off the profit that can be paid.',
  ),
  reserved_payout: field(
    optional(decimal),
    byTerms((_eligibility, { open }) => open?.amount ?? 0n),
    'By the request that is not decided yet; off the first three limits.',
  ),
  scaling: field(
    optional(scalingProgressCodec),
    ({ scaling }) => scaling ?? undefined,
    'The next step by which the account grows. Absent where there is none.',
  ),
})
