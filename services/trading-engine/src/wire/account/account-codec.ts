import { compensatedToday } from '../../core/margin/profit.js'
import { ACCOUNT_STATES, type Account } from '../../core/model/account/account.js'
import { HOLD_KINDS, type Hold } from '../../core/model/account/hold.js'
import type { Figures } from '../../core/margin/figures.js'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import { heldTokens, type ProposedWriteOff, type TokenHolding } from '../../core/model/account/token-holding.js'
import { floorShift } from '../../core/model/account/peak.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import {
  calendarDate,
  count,
  decimal,
  listOf,
  oneOf,
  oneOfOrNull,
  optional,
  orNull,
  text,
  time,
  uuid,
  venue,
} from '../codec/kinds.js'
import { execution, riskConfigCodec, slippageField, venueCostsCodec } from './plan-codec.js'

/** An account with what its positions are worth. */
export interface ValuedAccount {
  readonly account: Account
  readonly figures: Figures
}

const holdCodec = codecOf<Hold>('Hold')({
  kind: field(oneOf(HOLD_KINDS), ({ kind }) => kind),
  since: field(time, ({ since }) => since),
  until: field(orNull(time), ({ until }) => until),
  reason: field(orNull(text), ({ reason }) => reason),
})

export const holdsField = field(
  listOf(holdCodec),
  ({ holds }: Pick<Account, 'holds'>) => holds,
  'What keeps the account from opening anything, strictest first; `state` follows from it.',
)

const writeOffCodec = codecOf<ProposedWriteOff>('ProposedWriteOff')({
  id: field(uuid, (proposal) => proposal.id, 'Names it where it is approved.'),
  proposed_at: field(time, (proposal) => proposal.at),
  reason: field(text, (proposal) => proposal.reason),
})

const tokenHoldingCodec = codecOf<TokenHolding>('TokenHolding')({
  venue: field(venue, (holding) => holding.venue),
  token: field(text, (holding) => holding.token, 'Its address.'),
  name: field(text, (holding) => holding.name),
  amount: field(
    decimal,
    (holding) => holding.amount,
    'Whole tokens; its smallest unit where its decimals are not known.',
  ),
  value: field(decimal, (holding) => holding.value, 'US dollars at the fills that paid it; in no other figure.'),
  since: field(time, (holding) => holding.since),
  write_off: field(optional(writeOffCodec), (holding) => holding.writeOff, 'An operator has proposed to write it off.'),
})

/** The money that open positions, working orders and a payout asked for bind. */
const lockedOf = ({ account, figures }: ValuedAccount): bigint =>
  figures.usedMargin + figures.reservedMargin + (account.openPayout?.amount ?? 0n)

const balanceCodec = codecOf<ValuedAccount>('Balance')({
  currency: field(text, ({ account }) => account.plan.currency),
  total: field(decimal, ({ account }) => account.balance),
  available: field(decimal, (valued) => valued.account.balance - lockedOf(valued)),
  locked: field(decimal, lockedOf),
})

/** The profit that the trading day in force has realised. */
const earnedToday = (account: Account): bigint =>
  account.balance - account.day.startBalance - netDepositsOfDay(account) - compensatedToday(account)

/** Net deposits since the day began: they move the reference of the daily loss, and are no profit. */
const netDepositsOfDay = ({ netDeposits, day }: Account): bigint => netDeposits - day.startNetDeposits

/** The Account record (spec section 2). */
export const accountFields = {
  id: field(uuid, ({ account }) => account.id),
  plan_id: field(text, ({ account }) => account.plan.id),
  plan_version: field(count, ({ account }) => account.plan.version),
  challenge_id: field(orNull(text), ({ account }) => account.challengeId),
  name: field(text, ({ account }) => account.name),
  state: field(oneOf(ACCOUNT_STATES), ({ account }) => account.state),
  state_reason: field(orNull(text), ({ account }) => account.stateReason),
  locked_until: field(orNull(time), ({ account }) => account.lockedUntil),
  holds: { ...holdsField, read: ({ account }) => account.holds },
  currency: field(text, ({ account }) => account.plan.currency),
  initial_balance: field(decimal, ({ account }) => account.plan.initialBalance),
  balance: field(decimal, ({ account }) => account.balance),
  balances: field(listOf(balanceCodec), (valued) => [valued]),
  day_start_balance: field(decimal, ({ account }) => account.day.startBalance + netDepositsOfDay(account)),
  day_start_equity: field(decimal, ({ account }) => account.day.startEquity + netDepositsOfDay(account)),
  high_water_mark: field(decimal, ({ account }) => account.highWaterMark + floorShift(account)),
  allowed_venues: field(listOf(venue), ({ account }) => account.plan.allowedVenues),
  default_venue: field(oneOfOrNull(VENUE_IDS), ({ account }) => account.defaultVenue),
  risk_config: field(riskConfigCodec, ({ account }) => account.plan),
  venue_costs: field(venueCostsCodec, ({ account }) => account.plan.costs),
  execution: field(
    optional(execution),
    ({ account: { plan } }) => (plan.live === undefined ? undefined : profileOf({ plan }).name),
    'LIVE; absent of a PAPER account.',
  ),
  holdings: field(
    optional(listOf(tokenHoldingCodec)),
    ({ account }) => (account.plan.live === undefined ? undefined : heldTokens(account.tokenHoldings)),
    'Tokens that its venue has paid instead of USDC: no part of `balance` until they are swept. Absent of a PAPER account.',
  ),
  max_slippage_pct: { ...slippageField, read: ({ account }) => slippageField.read(account.plan) },
  created_at: field(time, ({ account }) => account.createdAt),
  phase: field(
    optional(text),
    ({ account }) => account.phase ?? undefined,
    'Of the program that `challenge_id` is a challenge of. Absent of any other account.',
  ),
} satisfies Fields<ValuedAccount>

export const accountCodec = codecOf<ValuedAccount>('Account')(accountFields)

/** The account summary (spec section 2). */
export const summaryCodec = codecOf<ValuedAccount>('AccountSummary')({
  equity: field(decimal, ({ figures }) => figures.equity),
  free_margin: field(decimal, ({ figures }) => figures.freeMargin),
  used_margin: field(decimal, ({ figures }) => figures.usedMargin),
  reserved_margin: field(decimal, ({ figures }) => figures.reservedMargin),
  unrealized_pnl: field(decimal, ({ figures }) => figures.unrealizedPnl),
  realized_pnl: field(decimal, ({ account }) => earnedToday(account)),
  balance: field(decimal, ({ account }) => account.balance),
  currency: field(text, ({ account }) => account.plan.currency),
  trading_day: field(calendarDate, ({ account }) => account.day.date),
  day_ends_at: field(time, ({ account }) => account.day.endsAt),
  reserved_payout: field(
    optional(decimal),
    ({ account }) => (account.plan.risk.payouts === undefined ? undefined : (account.openPayout?.amount ?? 0n)),
    'A payout asked for and not decided yet: it is off the free margin. Absent where the plan has no `payouts`.',
  ),
})
