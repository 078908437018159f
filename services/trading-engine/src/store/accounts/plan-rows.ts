import { decimal, formatDecimal, rate, usd } from '../../core/values/decimal.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import { SLIPPAGE_PCT_DEFAULT, type Plan, type RiskConfig } from '../../core/model/plan/plan.js'
import { writeRiskConfig } from '../../core/model/plan/risk-config.js'
import { readVenueCosts, writeVenueCosts, type WrittenVenueCosts } from '../../core/model/market/venue-costs.js'

export interface PlanRow {
  readonly plan_id: string
  readonly plan_version: number
  readonly definition: PlanDefinition
}

/** A plan as stored: the API's own field names, decimals as text. */
interface PlanDefinition {
  readonly name: string
  readonly currency: 'USD'
  readonly initial_balance: string
  readonly allowed_venues: readonly VenueId[]
  readonly risk_config: StoredRules
  /** Plans older than venue costs have none. */
  readonly venue_costs?: WrittenVenueCosts
  /** Absent of a PAPER plan. */
  readonly execution?: 'LIVE'
  readonly max_slippage_pct?: string
}

type WrittenRules = ReturnType<typeof writeRiskConfig<string>>
type WrittenExposure = WrittenRules['exposure']

/** Plans older than margin modes have none. */
interface StoredRules extends Omit<WrittenRules, 'exposure'> {
  readonly exposure: Omit<WrittenExposure, 'margin_mode'> & Partial<Pick<WrittenExposure, 'margin_mode'>>
}

export function planOf({ plan_id: id, plan_version: version, definition }: PlanRow): Plan {
  const { name, currency, initial_balance: initialBalance, allowed_venues: allowedVenues } = definition
  return {
    id,
    version,
    name,
    currency,
    initialBalance: usd(decimal(initialBalance)),
    allowedVenues,
    risk: riskOf(definition.risk_config),
    costs: readVenueCosts(definition.venue_costs),
    ...liveTermsOf(definition),
  }
}

const liveTermsOf = ({ execution, max_slippage_pct: pct }: PlanDefinition): Pick<Plan, 'live'> =>
  execution === undefined
    ? {}
    : { live: { slippagePctMax: pct === undefined ? SLIPPAGE_PCT_DEFAULT : rate(decimal(pct)) } }

function riskOf(config: PlanDefinition['risk_config']): RiskConfig {
  const { max_drawdown: drawdown, daily_loss: daily, news_freeze: news, exposure, objective } = config
  return {
    maxDrawdown: { mode: drawdown.mode, pct: rate(decimal(drawdown.pct)), lockAtInitial: drawdown.lock_at_initial },
    dailyLoss: {
      pct: rate(decimal(daily.pct)),
      base: daily.base,
      resetTime: daily.reset_time,
      resetTimeZone: daily.reset_tz,
      warnAtPct: rate(decimal(daily.warn_at_pct)),
      action: daily.action,
    },
    newsFreeze:
      news === null
        ? null
        : {
            beforeMinutes: news.before_minutes,
            afterMinutes: news.after_minutes,
            impacts: news.impacts,
            scope: news.scope,
          },
    exposure: {
      symbolNotionalMax: usd(decimal(exposure.max_symbol_notional)),
      totalNotionalMax: usd(decimal(exposure.max_total_notional)),
      leverageMax: rate(decimal(exposure.max_leverage)),
      openOrdersMax: exposure.max_open_orders,
      positionsMax: exposure.max_positions,
      marginMode: exposure.margin_mode ?? 'ISOLATED',
    },
    objective:
      objective === null
        ? null
        : {
            profitTargetPct: rate(decimal(objective.profit_target_pct)),
            tradingDaysMin: objective.min_trading_days,
          },
  }
}

/** The content of a plan without its version. */
type PlanTerms = Omit<Plan, 'id' | 'version'>

/** The same as it is stored. */
export const definitionOf = (terms: PlanTerms): PlanDefinition => ({
  name: terms.name,
  currency: terms.currency,
  initial_balance: formatDecimal(terms.initialBalance),
  allowed_venues: terms.allowedVenues,
  risk_config: writeRiskConfig(terms.risk, formatDecimal),
  venue_costs: writeVenueCosts(terms.costs),
  ...(terms.live === undefined
    ? {}
    : { execution: 'LIVE', max_slippage_pct: formatDecimal(terms.live.slippagePctMax) }),
})
