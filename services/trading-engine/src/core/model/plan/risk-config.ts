import type { RiskConfig } from './plan.js'

/** The rules of a plan in the API's own field names, which are also those they are stored under. */
export function writeRiskConfig<D>(risk: RiskConfig, write: (value: bigint) => D) {
  const { maxDrawdown, dailyLoss, newsFreeze, exposure, objective } = risk
  return {
    max_drawdown: { mode: maxDrawdown.mode, pct: write(maxDrawdown.pct), lock_at_initial: maxDrawdown.lockAtInitial },
    daily_loss: {
      pct: write(dailyLoss.pct),
      base: dailyLoss.base,
      reset_time: dailyLoss.resetTime,
      reset_tz: dailyLoss.resetTimeZone,
      warn_at_pct: write(dailyLoss.warnAtPct),
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
      max_symbol_notional: write(exposure.symbolNotionalMax),
      max_total_notional: write(exposure.totalNotionalMax),
      max_leverage: write(exposure.leverageMax),
      max_open_orders: exposure.openOrdersMax,
      max_positions: exposure.positionsMax,
      margin_mode: exposure.marginMode,
    },
    objective:
      objective === null
        ? null
        : { profit_target_pct: write(objective.profitTargetPct), min_trading_days: objective.tradingDaysMin },
  }
}
