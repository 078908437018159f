import { decimal, formatDecimal, rate, usd } from '../core/decimal.js'
import type { VenueId } from '../core/instrument.js'
import type { Plan, RiskConfig } from '../core/plan.js'

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
  readonly risk_config: {
    readonly max_drawdown: { mode: RiskConfig['maxDrawdown']['mode']; pct: string; lock_at_initial: boolean }
    readonly daily_loss: {
      pct: string
      base: RiskConfig['dailyLoss']['base']
      reset_time: string
      reset_tz: string
      warn_at_pct: string
      action: RiskConfig['dailyLoss']['action']
    }
    readonly news_freeze: {
      before_minutes: number
      after_minutes: number
      impacts: readonly string[]
      scope: 'OPENING' | 'ALL'
    } | null
    readonly exposure: {
      max_symbol_notional: string
      max_total_notional: string
      max_leverage: string
      max_open_orders: number
      max_positions: number
    }
    readonly objective: { profit_target_pct: string; min_trading_days: number } | null
  }
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
  }
}

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

/** All that a plan says, whatever its version. */
type PlanTerms = Omit<Plan, 'id' | 'version'>

/** The same as it is stored. */
export function definitionOf({ name, currency, initialBalance, allowedVenues, risk }: PlanTerms): PlanDefinition {
  const { maxDrawdown, dailyLoss, newsFreeze, exposure, objective } = risk
  return {
    name,
    currency,
    initial_balance: formatDecimal(initialBalance),
    allowed_venues: allowedVenues,
    risk_config: {
      max_drawdown: {
        mode: maxDrawdown.mode,
        pct: formatDecimal(maxDrawdown.pct),
        lock_at_initial: maxDrawdown.lockAtInitial,
      },
      daily_loss: {
        pct: formatDecimal(dailyLoss.pct),
        base: dailyLoss.base,
        reset_time: dailyLoss.resetTime,
        reset_tz: dailyLoss.resetTimeZone,
        warn_at_pct: formatDecimal(dailyLoss.warnAtPct),
        action: dailyLoss.action,
      },
      news_freeze:
        newsFreeze === null
          ? null
          : {
              before_minutes: newsFreeze.beforeMinutes,
              after_minutes: newsFreeze.afterMinutes,
              impacts: newsFreeze.impacts,
              scope: newsFreeze.scope,
            },
      exposure: {
        max_symbol_notional: formatDecimal(exposure.symbolNotionalMax),
        max_total_notional: formatDecimal(exposure.totalNotionalMax),
        max_leverage: formatDecimal(exposure.leverageMax),
        max_open_orders: exposure.openOrdersMax,
        max_positions: exposure.positionsMax,
      },
      objective:
        objective === null
          ? null
          : { profit_target_pct: formatDecimal(objective.profitTargetPct), min_trading_days: objective.tradingDaysMin },
    },
  }
}
