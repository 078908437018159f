import { OVERNIGHT_MODES, writeVenueCosts, type VenueCosts } from '../../core/model/market/venue-costs.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import { EXECUTIONS, MARGIN_MODES, type Plan } from '../../core/model/plan/plan.js'
import { writeRiskConfig } from '../../core/model/plan/risk-config.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, decimal, listOf, oneOf, optional, shaped, text, venue, type Kind } from '../codec/kinds.js'
import * as schemas from '../codec/schemas.js'

/** The rules are stored under the names of the API: the core writes them for both. */
export const riskConfigKind: Kind<Plan> = shaped(
  schemas.record({
    currency: schemas.text,
    initial_balance: schemas.decimal,
    max_drawdown: schemas.record({
      mode: schemas.oneOf(['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY']),
      pct: schemas.decimal,
      lock_at_initial: schemas.flag,
    }),
    daily_loss: schemas.record({
      pct: schemas.decimal,
      base: schemas.oneOf(['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF']),
      reset_time: schemas.text,
      reset_tz: schemas.text,
      warn_at_pct: schemas.decimal,
      action: schemas.oneOf(['TERMINATE', 'LOCK']),
    }),
    news_freeze: schemas
      .record({
        before_minutes: schemas.whole,
        after_minutes: schemas.whole,
        impacts: schemas.listOf(schemas.text),
        scope: schemas.oneOf(['OPENING', 'ALL']),
      })
      .allow(null),
    exposure: schemas.record({
      ...schemas.decimals('max_symbol_notional', 'max_total_notional', 'max_leverage'),
      max_open_orders: schemas.whole,
      max_positions: schemas.whole,
      margin_mode: schemas.oneOf(MARGIN_MODES),
    }),
    objective: schemas.record({ profit_target_pct: schemas.decimal, min_trading_days: schemas.whole }).allow(null),
  }),
  (plan, write) => ({
    currency: plan.currency,
    initial_balance: write(plan.initialBalance),
    ...writeRiskConfig(plan.risk, write),
  }),
)

/** The charges of venues, beyond fees and funding, that accounts of the plan pay; stored under these names, too. */
export const venueCostsKind: Kind<VenueCosts> = shaped(
  schemas.record({
    borrowing: schemas.flag,
    rollover: schemas.flag,
    oracle_fee: schemas.flag,
    overnight_leverage: schemas.oneOf(OVERNIGHT_MODES),
  }),
  writeVenueCosts,
)

export const execution = oneOf(EXECUTIONS)

export const slippageField = field(
  optional(decimal),
  ({ live }: Plan) => live?.slippagePctMax,
  'Of LIVE: how far from the mark a market order or a fired stop may fill, in percent.',
)

export const planFields = {
  id: field(text, (plan) => plan.id),
  version: field(count, (plan) => plan.version),
  name: field(text, (plan) => plan.name),
  currency: field(text, (plan) => plan.currency),
  initial_balance: field(decimal, (plan) => plan.initialBalance),
  allowed_venues: field(listOf(venue), (plan) => plan.allowedVenues),
  risk_config: field(riskConfigKind, (plan) => plan),
  venue_costs: field(venueCostsKind, (plan) => plan.costs),
  execution: field(
    execution,
    (plan) => profileOf({ plan }).name,
    'LIVE: the contracts of the venues fill its orders, with real money.',
  ),
  max_slippage_pct: slippageField,
} satisfies Fields<Plan>

export const planCodec = codecOf<Plan>()(planFields)
