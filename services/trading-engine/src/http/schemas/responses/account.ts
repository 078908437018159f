import { ACCOUNT_STATES } from '../../../core/model/account/account.js'
import { HOLD_KINDS } from '../../../core/model/account/hold.js'
import { VENUE_IDS } from '../../../core/model/market/instrument.js'
import { EXECUTIONS, MARGIN_MODES } from '../../../core/model/plan/plan.js'
import { OVERNIGHT_MODES } from '../../../core/model/market/venue-costs.js'
import {
  calendarDate,
  count,
  decimal,
  decimals,
  flag,
  listOf,
  oneOf,
  oneOfOrNull,
  record,
  text,
  time,
  uuid,
  venue,
  whole,
} from '../../../wire/codec/schemas.js'
import { risk } from './risk.js'

const riskConfig = record({
  currency: text,
  initial_balance: decimal,
  max_drawdown: record({
    mode: oneOf(['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY']),
    pct: decimal,
    lock_at_initial: flag,
  }),
  daily_loss: record({
    pct: decimal,
    base: oneOf(['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF']),
    reset_time: text,
    reset_tz: text,
    warn_at_pct: decimal,
    action: oneOf(['TERMINATE', 'LOCK']),
  }),
  news_freeze: record({
    before_minutes: whole,
    after_minutes: whole,
    impacts: listOf(text),
    scope: oneOf(['OPENING', 'ALL']),
  }).allow(null),
  exposure: record({
    ...decimals('max_symbol_notional', 'max_total_notional', 'max_leverage'),
    max_open_orders: whole,
    max_positions: whole,
    margin_mode: oneOf(MARGIN_MODES),
  }),
  objective: record({ profit_target_pct: decimal, min_trading_days: whole }).allow(null),
})

/** The charges of venues, beyond fees and funding, that accounts of the plan pay. */
const venueCosts = record({
  borrowing: flag,
  rollover: flag,
  oracle_fee: flag,
  overnight_leverage: oneOf(OVERNIGHT_MODES),
})

const executionFields = {
  execution: oneOf(EXECUTIONS).description('LIVE: the contracts of the venues fill its orders, with real money.'),
  max_slippage_pct: decimal
    .optional()
    .description('Of LIVE: how far from the mark a market order or a fired stop may fill, in percent.'),
}

export const plan = record({
  id: text,
  version: count,
  name: text,
  currency: text,
  initial_balance: decimal,
  allowed_venues: listOf(venue),
  risk_config: riskConfig,
  venue_costs: venueCosts,
  ...executionFields,
})
export const plans = listOf(plan)

export const holds = listOf(
  record({ kind: oneOf(HOLD_KINDS), since: time, until: time.allow(null), reason: text.allow(null) }),
).description('What keeps the account from opening anything, strictest first; `state` follows from it.')

export const account = record({
  id: uuid,
  plan_id: text,
  plan_version: count,
  challenge_id: text.allow(null),
  name: text,
  state: oneOf(ACCOUNT_STATES),
  state_reason: text.allow(null),
  locked_until: time.allow(null),
  holds,
  currency: text,
  ...decimals('initial_balance', 'balance'),
  balances: listOf(record({ currency: text, ...decimals('total', 'available', 'locked') })),
  ...decimals('day_start_balance', 'day_start_equity', 'high_water_mark'),
  allowed_venues: listOf(venue),
  default_venue: oneOfOrNull(VENUE_IDS),
  risk_config: riskConfig,
  venue_costs: venueCosts,
  ...executionFields,
  execution: executionFields.execution.optional().description('LIVE; absent of a PAPER account.'),
  created_at: time,
})
export const accountsList = listOf(
  account.keys({
    risk: risk.optional().description('The body of `GET …/risk`, at the same moment; with `include=risk`.'),
  }),
)

export const summary = record({
  ...decimals('equity', 'free_margin', 'used_margin', 'reserved_margin', 'unrealized_pnl', 'realized_pnl', 'balance'),
  currency: text,
  trading_day: calendarDate,
  day_ends_at: time,
})

/** A summary among those of other accounts, as a stream tells it. */
export const streamedSummary = record({ account_id: uuid, summary })

/** Tells that an account has events up to a sequence. */
export const streamedChange = record({ account_id: uuid, sequence: count })
