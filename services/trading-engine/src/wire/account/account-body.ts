import type { Account } from '../../core/model/account/account.js'
import type { Hold } from '../../core/model/account/hold.js'
import type { Figures } from '../../core/margin/figures.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { WriteDecimal } from '../decimals.js'
import { writeVenueCosts } from '../../core/model/market/venue-costs.js'
import { writeRiskConfig } from '../../core/model/plan/risk-config.js'

/** The Account record (spec section 2). `balances` lock what open positions and working orders bind. */
export function accountBody(account: Account, figures: Figures, write: WriteDecimal): Record<string, unknown> {
  const { plan } = account
  return {
    id: account.id,
    plan_id: plan.id,
    plan_version: plan.version,
    challenge_id: account.challengeId,
    name: account.name,
    state: account.state,
    state_reason: account.stateReason,
    locked_until: account.lockedUntil === null ? null : formatTimestamp(account.lockedUntil),
    holds: account.holds.map(holdBody),
    currency: plan.currency,
    initial_balance: write(plan.initialBalance),
    balance: write(account.balance),
    balances: [balanceRow(account, figures, write)],
    day_start_balance: write(account.day.startBalance + netDepositsOfDay(account)),
    day_start_equity: write(account.day.startEquity + netDepositsOfDay(account)),
    high_water_mark: write(account.highWaterMark + account.netDeposits),
    allowed_venues: plan.allowedVenues,
    default_venue: account.defaultVenue,
    risk_config: riskConfigBody(plan, write),
    venue_costs: writeVenueCosts(plan.costs),
    ...(plan.live === undefined ? undefined : executionBody(plan, write)),
    created_at: formatTimestamp(account.createdAt),
  }
}

export const holdBody = ({ kind, since, until, reason }: Hold): Record<string, unknown> => ({
  kind,
  since: formatTimestamp(since),
  until: until === null ? null : formatTimestamp(until),
  reason,
})

function balanceRow(account: Account, figures: Figures, write: WriteDecimal): Record<string, unknown> {
  const locked = figures.usedMargin + figures.reservedMargin
  return {
    currency: account.plan.currency,
    total: write(account.balance),
    available: write(account.balance - locked),
    locked: write(locked),
  }
}

/** Net deposits since the day began: they move the reference of the daily loss, and are no profit. */
const netDepositsOfDay = ({ netDeposits, day }: Account): bigint => netDeposits - day.startNetDeposits

/** The account summary (spec section 2). */
export const summaryBody = (account: Account, figures: Figures, write: WriteDecimal): Record<string, unknown> => ({
  equity: write(figures.equity),
  free_margin: write(figures.freeMargin),
  used_margin: write(figures.usedMargin),
  reserved_margin: write(figures.reservedMargin),
  unrealized_pnl: write(figures.unrealizedPnl),
  realized_pnl: write(account.balance - account.day.startBalance - netDepositsOfDay(account)),
  balance: write(account.balance),
  currency: account.plan.currency,
  trading_day: account.day.date,
  day_ends_at: formatTimestamp(account.day.endsAt),
})

export const planBody = (plan: Plan, write: WriteDecimal): Record<string, unknown> => ({
  id: plan.id,
  version: plan.version,
  name: plan.name,
  currency: plan.currency,
  initial_balance: write(plan.initialBalance),
  allowed_venues: plan.allowedVenues,
  risk_config: riskConfigBody(plan, write),
  venue_costs: writeVenueCosts(plan.costs),
  ...executionBody(plan, write),
})

const executionBody = (plan: Plan, write: WriteDecimal): Record<string, unknown> => ({
  execution: profileOf({ plan }).name,
  ...(plan.live === undefined ? {} : { max_slippage_pct: write(plan.live.slippagePctMax) }),
})

const riskConfigBody = (plan: Plan, write: WriteDecimal): Record<string, unknown> => ({
  currency: plan.currency,
  initial_balance: write(plan.initialBalance),
  ...writeRiskConfig(plan.risk, write),
})
