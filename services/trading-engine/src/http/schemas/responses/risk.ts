import { ACCOUNT_STATES } from '../../../core/model/account/account.js'
import { IMPACTS } from '../../../core/model/plan/news-event.js'
import { ALL_RISK_RULES, UNITS } from '../../../core/model/plan/violation.js'
import {
  calendarDate,
  decimal,
  decimals,
  flag,
  listOf,
  oneOf,
  record,
  text,
  time,
  uuid,
  whole,
} from '../../../wire/codec/schemas.js'

const limitUtilisation = record({
  rule: oneOf(ALL_RISK_RULES),
  symbol: text.allow(null),
  limit: decimal,
  value: decimal.allow(null),
  unit: oneOf(UNITS),
  allowance: decimal.description('Between nothing used and the limit: the loss that a floor allows, or the limit.'),
  used: decimal.allow(null).description('Part of the allowance; 0 while equity is above what a loss is measured from.'),
  headroom: decimal.allow(null),
  headroom_pct: decimal.allow(null),
})

const newsFreeze = record({
  symbol: text,
  in_force: flag,
  starts_at: time,
  ends_at: time,
  event: record({ id: text, title: text, impact: oneOf(IMPACTS), at: time }),
})

/** Where the account stands against the rules of its plan. */
export const risk = record({
  account_id: uuid,
  state: oneOf(ACCOUNT_STATES),
  state_reason: text.allow(null),
  locked_until: time.allow(null),
  stale: flag,
  ...decimals('equity', 'balance'),
  floor: record({ rule: oneOf(ALL_RISK_RULES), ...decimals('equity', 'headroom') }),
  rules: listOf(limitUtilisation),
  daily_loss: record({ ...decimals('base', 'warn_at'), warned: flag, trading_day: calendarDate }),
  next_reset_at: time,
  floors_after_reset: record(decimals('max_drawdown', 'daily_loss_limit')),
  news_freezes: listOf(newsFreeze),
  objective: record({ ...decimals('profit_target', 'profit'), trading_days: whole, min_trading_days: whole }).allow(
    null,
  ),
})

/** The risk among those of other accounts, as a stream tells it. */
export const streamedRisk = record({ account_id: uuid, risk })
