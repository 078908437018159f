import type { ExposureBreakdown, Performance } from '../../core/read/analytics.js'
import { orNull, type WriteDecimal } from '../decimals.js'

export interface Analytics {
  readonly performance: Performance
  readonly exposure: ExposureBreakdown
}

/** The Analytics resource (spec section 2). */
export const analyticsBody = ({ performance, exposure }: Analytics, write: WriteDecimal): Record<string, unknown> => ({
  trades: performance.trades,
  win_rate: write(performance.winRate),
  profit_factor: orNull(performance.profitFactor, write),
  avg_r: orNull(performance.averageR, write),
  expectancy: write(performance.expectancy),
  average_win: orNull(performance.averageWin, write),
  average_loss: orNull(performance.averageLoss, write),
  max_drawdown: write(performance.maxDrawdown),
  exposure_breakdown: {
    by_asset_class: writeAll(exposure.byAssetClass, write),
    by_venue: writeAll(exposure.byVenue, write),
    total: write(exposure.total),
  },
})

const writeAll = (amounts: Readonly<Record<string, bigint>>, write: WriteDecimal): Record<string, number | string> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, write(amount)]))
