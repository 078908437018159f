import type { Account, AccountState, ConsumedDepth } from '../../core/model/account/account.js'
import { storedHolds, type Hold } from '../../core/model/account/hold.js'
import type { Payout } from '../../core/model/account/payout.js'
import type { Strike } from '../../core/model/account/strike.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Order } from '../../core/model/order/order.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { listingKey } from '../../core/model/market/listing.js'
import { type Position } from '../../core/model/account/position.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { scaledPlan, type Scaling } from '../../core/model/account/scaling.js'
import { NO_TOKEN_HOLDINGS, type TokenHolding } from '../../core/model/account/token-holding.js'
import { formatTimestamp } from '../../core/values/time.js'
import { readLive, writeLive } from './live.js'
import { nextTimeLimit } from '../../core/execution/time-limits.js'
import { progressOf, progressText } from './progress.js'
import { columnsOf, microsOf, optional, rateOf, rising, risingWithin, textOf, usdOf, type RowOf } from './column.js'

const column = columnsOf<Account>()

/** Null, which costs nothing to write, for nearly every account. */
const leveragesText = (leverages: Account['leverages']): string | null =>
  leverages.size === 0
    ? null
    : JSON.stringify(Object.fromEntries([...leverages].map(([key, leverage]) => [key, formatDecimal(leverage)])))

interface StoredCompensation {
  readonly total: string
  readonly date: string
  readonly of_date: string
}

function compensationText(compensation: Account['compensation']): string | null {
  if (compensation === null) return null
  const { total, date, ofDate } = compensation
  const stored: StoredCompensation = { total: formatDecimal(total), date, of_date: formatDecimal(ofDate) }
  return JSON.stringify(stored)
}

function compensationOf(value: unknown): NonNullable<Account['compensation']> {
  const { total, date, of_date } = value as StoredCompensation
  return { total: usdOf(total), date, ofDate: usdOf(of_date) }
}

interface StoredScaling {
  readonly steps: readonly { readonly at: string; readonly initial_balance: string }[]
  readonly split_pct: string | null
  readonly profit: string
}

function scalingText(scaling: Account['scaling']): string | null {
  if (scaling === null) return null
  const stored: StoredScaling = {
    steps: scaling.steps.map(({ at, initialBalance }) => ({
      ...{ at: formatTimestamp(at), initial_balance: formatDecimal(initialBalance) },
    })),
    split_pct: scaling.splitPct === null ? null : formatDecimal(scaling.splitPct),
    profit: formatDecimal(scaling.profit),
  }
  return JSON.stringify(stored)
}

function scalingOf(value: unknown): Scaling {
  const { steps, split_pct: split, profit } = value as StoredScaling
  return {
    steps: steps.map(({ at, initial_balance: initial }) => ({ at: microsOf(at), initialBalance: usdOf(initial) })),
    splitPct: split === null ? null : rateOf(split),
    profit: usdOf(profit),
  }
}

/** Null for an account that trades. */
export const holdsText = (holds: Account['holds']): string | null =>
  holds.length === 0
    ? null
    : JSON.stringify(
        holds.map(({ since, until, ...hold }) => ({
          ...hold,
          since: formatTimestamp(since),
          until: until === null ? null : formatTimestamp(until),
        })),
      )

/** Null for all but a few LIVE accounts. */
const tokenHoldingsText = (holdings: Account['tokenHoldings']): string | null =>
  holdings.length === 0 ? null : writeLive(holdings)

/** The columns that say which holds an account is under. */
export type HoldColumns = Pick<
  AccountRow,
  'holds' | 'state' | 'state_reason' | 'locked_until' | 'clock' | 'day_ends_at'
>

/** Holds as the row has them, whichever version wrote it. */
export const holdsOf = (row: HoldColumns): readonly Hold[] =>
  storedHolds({
    holds: readHolds(row.holds),
    state: row.state as AccountState,
    stateReason: optional(row.state_reason, textOf),
    lockedUntil: optional(row.locked_until, microsOf),
    clock: microsOf(row.clock),
    endsAt: microsOf(row.day_ends_at),
  })

export const readHolds = (value: unknown): readonly Hold[] =>
  ((value ?? []) as readonly StoredHold[]).map(({ since, until, ...hold }) => ({
    ...hold,
    since: microsOf(since),
    until: optional(until, microsOf),
  }))

type StoredHold = Pick<Hold, 'kind' | 'reason'> & { readonly since: unknown; readonly until: unknown }

/** Columns of the account that a decision may change; the writer sets `version` itself. */
export const ACCOUNT_COLUMNS = [
  column.text('name', (account) => account.name),
  column.text('state', (account) => account.state),
  column.text('state_reason', (account) => account.stateReason),
  column.time('locked_until', (account) => account.lockedUntil),
  column.jsonb('holds', ({ holds }) => holdsText(holds)),
  column.numeric('balance', (account) => account.balance),
  column.numeric('capital', (account) => account.netDeposits),
  column.numeric('paid_out', (account) => account.paidOut),
  column.date('trading_day', (account) => account.day.date),
  column.time('day_ends_at', (account) => account.day.endsAt),
  column.numeric('day_start_balance', (account) => account.day.startBalance),
  column.numeric('day_start_equity', (account) => account.day.startEquity),
  column.numeric('day_start_capital', (account) => account.day.startNetDeposits),
  risingWithin(
    'trading_day',
    column.numeric('day_high', ({ day }) => day.high),
  ),
  column.flag('day_warned', (account) => account.day.isWarned),
  column.flag('day_traded', (account) => account.day.isTraded),
  column.int8('traded_days', (account) => account.tradedDays),
  column.time('time_due_at', (account) => nextTimeLimit(account)),
  column.jsonb('compensation', ({ compensation }) => compensationText(compensation)),
  column.jsonb('scaling', ({ scaling }) => scalingText(scaling)),
  column.jsonb('progress', ({ progress }) => (progress === null ? null : progressText(progress))),
  rising(column.numeric('high_water_mark', (account) => account.highWaterMark)),
  column.jsonb('leverages', ({ leverages }) => leveragesText(leverages)),
  column.jsonb('token_holdings', ({ tokenHoldings }) => tokenHoldingsText(tokenHoldings)),
  column.time('clock', (account) => account.clock),
  column.int8('event_sequence', (account) => account.eventSequence),
]

/** Set when the account is opened and never changed, except `version`, which the writer counts. */
export const OPENING_COLUMNS = [
  column.uuid('id', (account) => account.id),
  column.text('user_id', (account) => account.userId),
  column.text('plan_id', (account) => account.plan.id),
  column.int4('plan_version', (account) => account.plan.version),
  column.text('challenge_id', (account) => account.challengeId),
  column.text('phase', (account) => account.phase),
  column.text('referral', (account) => account.referral),
  column.text('default_venue', (account) => account.defaultVenue),
  column.time('created_at', (account) => account.createdAt),
  column.int8('version', (account) => account.version),
]

export type AccountRow = RowOf<typeof ACCOUNT_COLUMNS> & RowOf<typeof OPENING_COLUMNS>

export interface AccountParts {
  readonly plan: Plan
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  readonly consumedDepth: readonly ConsumedDepth[]
  readonly openPayout: Payout | null
  readonly strikes: readonly Strike[]
}

export const accountOf = (
  row: AccountRow,
  parts: AccountParts,
  scaling = optional(row.scaling, scalingOf),
): Account => ({
  id: textOf(row.id),
  userId: textOf(row.user_id),
  plan: scaling === null ? parts.plan : scaledPlan(parts.plan, scaling),
  challengeId: optional(row.challenge_id, textOf),
  phase: optional(row.phase, textOf),
  referral: optional(row.referral, textOf),
  name: textOf(row.name),
  state: row.state as AccountState,
  stateReason: optional(row.state_reason, textOf),
  lockedUntil: optional(row.locked_until, microsOf),
  holds: holdsOf(row),
  defaultVenue: row.default_venue as VenueId | null,
  balance: usdOf(row.balance),
  netDeposits: usdOf(row.capital),
  paidOut: usdOf(row.paid_out),
  day: {
    date: textOf(row.trading_day),
    endsAt: microsOf(row.day_ends_at),
    startBalance: usdOf(row.day_start_balance),
    startEquity: usdOf(row.day_start_equity),
    startNetDeposits: usdOf(row.day_start_capital),
    high: optional(row.day_high, usdOf),
    isWarned: row.day_warned === true,
    isTraded: row.day_traded === true,
  },
  compensation: optional(row.compensation, compensationOf),
  scaling,
  tradedDays: Number(row.traded_days),
  progress: optional(row.progress, progressOf),
  highWaterMark: usdOf(row.high_water_mark),
  createdAt: microsOf(row.created_at),
  clock: microsOf(row.clock),
  eventSequence: Number(row.event_sequence),
  version: Number(row.version),
  leverages: new Map(Object.entries(row.leverages ?? {}).map(([key, leverage]) => [key, rateOf(leverage)])),
  positions: new Map(parts.positions.map((position) => [listingKey(position), position])),
  orders: new Map(parts.orders.map((order) => [order.id, order])),
  consumedDepth: parts.consumedDepth,
  openPayout: parts.openPayout,
  strikes: parts.strikes,
  tokenHoldings:
    optional(row.token_holdings, (stored) => readLive(stored) as readonly TokenHolding[]) ?? NO_TOKEN_HOLDINGS,
})
