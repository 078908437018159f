import { OVERNIGHT_MODES, type VenueCosts } from '../../core/model/market/venue-costs.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import { EXECUTIONS, MARGIN_MODES, type Plan, type RiskConfig } from '../../core/model/plan/plan.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, decimal, flag, listOf, oneOf, optional, orNull, text, venue, whole } from '../codec/kinds.js'

const drawdownCodec = codecOf<RiskConfig['maxDrawdown']>('MaxDrawdownRule')({
  mode: field(oneOf(['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY'], 'DrawdownMode'), ({ mode }) => mode),
  pct: field(decimal, ({ pct }) => pct),
  lock_at_initial: field(flag, ({ lockAtInitial }) => lockAtInitial),
})

const dailyLossCodec = codecOf<RiskConfig['dailyLoss']>('DailyLossRule')({
  pct: field(decimal, ({ pct }) => pct),
  base: field(oneOf(['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'], 'DailyLossBase'), ({ base }) => base),
  reset_time: field(text, ({ resetTime }) => resetTime),
  reset_tz: field(text, ({ resetTimeZone }) => resetTimeZone),
  warn_at_pct: field(decimal, ({ warnAtPct }) => warnAtPct),
  action: field(oneOf(['TERMINATE', 'LOCK'], 'DailyLossAction'), ({ action }) => action),
})

const newsFreezeCodec = codecOf<NonNullable<RiskConfig['newsFreeze']>>('NewsFreezeRule')({
  before_minutes: field(whole, ({ beforeMinutes }) => beforeMinutes),
  after_minutes: field(whole, ({ afterMinutes }) => afterMinutes),
  impacts: field(listOf(text), ({ impacts }) => impacts),
  scope: field(oneOf(['OPENING', 'ALL'], 'FreezeScope'), ({ scope }) => scope),
})

const exposureCodec = codecOf<RiskConfig['exposure']>('ExposureLimits')({
  max_symbol_notional: field(decimal, ({ symbolNotionalMax }) => symbolNotionalMax),
  max_total_notional: field(decimal, ({ totalNotionalMax }) => totalNotionalMax),
  max_leverage: field(decimal, ({ leverageMax }) => leverageMax),
  max_open_orders: field(whole, ({ openOrdersMax }) => openOrdersMax),
  max_positions: field(whole, ({ positionsMax }) => positionsMax),
  margin_mode: field(oneOf(MARGIN_MODES), ({ marginMode }) => marginMode),
})

const objectiveCodec = codecOf<NonNullable<RiskConfig['objective']>>('Objective')({
  profit_target_pct: field(decimal, ({ profitTargetPct }) => profitTargetPct),
  min_trading_days: field(whole, ({ tradingDaysMin }) => tradingDaysMin),
})

/** The store keeps the same in its own form (core/model/plan/risk-config.ts), which outlives changes of the API. */
export const riskConfigCodec = codecOf<Plan>('RiskConfig')({
  currency: field(text, ({ currency }) => currency),
  initial_balance: field(decimal, ({ initialBalance }) => initialBalance),
  max_drawdown: field(drawdownCodec, ({ risk }) => risk.maxDrawdown),
  daily_loss: field(dailyLossCodec, ({ risk }) => risk.dailyLoss),
  news_freeze: field(orNull(newsFreezeCodec), ({ risk }) => risk.newsFreeze),
  exposure: field(exposureCodec, ({ risk }) => risk.exposure),
  objective: field(orNull(objectiveCodec), ({ risk }) => risk.objective),
})

/** The charges of venues, beyond fees and funding, that accounts of the plan pay. */
export const venueCostsCodec = codecOf<VenueCosts>('VenueCosts')({
  borrowing: field(flag, ({ borrowing }) => borrowing),
  rollover: field(flag, ({ rollover }) => rollover),
  oracle_fee: field(flag, ({ oracleFee }) => oracleFee),
  overnight_leverage: field(oneOf(OVERNIGHT_MODES), ({ overnightLeverage }) => overnightLeverage),
})

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
  risk_config: field(riskConfigCodec, (plan) => plan),
  venue_costs: field(venueCostsCodec, (plan) => plan.costs),
  execution: field(
    execution,
    (plan) => profileOf({ plan }).name,
    'LIVE: the contracts of the venues fill its orders, with real money.',
  ),
  max_slippage_pct: slippageField,
} satisfies Fields<Plan>

export const planCodec = codecOf<Plan>('Plan')(planFields)
