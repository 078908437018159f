import { ASSET_CLASSES, VENUE_IDS } from '../../core/model/market/instrument.js'
import type { ExposureBreakdown, Performance } from '../../core/read/analytics.js'
import { codecOf, field, recordOf } from '../codec/codec.js'
import { decimal, orNull, whole } from '../codec/kinds.js'

export interface Analytics {
  readonly performance: Performance
  readonly exposure: ExposureBreakdown
}

const exposureCodec = codecOf<ExposureBreakdown>('ExposureBreakdown')({
  by_asset_class: field(recordOf('ExposureByAssetClass', ASSET_CLASSES, decimal), ({ byAssetClass }) => byAssetClass),
  by_venue: field(recordOf('ExposureByVenue', VENUE_IDS, decimal), ({ byVenue }) => byVenue),
  total: field(decimal, ({ total }) => total),
})

/** The Analytics resource (spec section 2). */
export const analyticsCodec = codecOf<Analytics>('Analytics')({
  trades: field(whole, ({ performance }) => performance.trades),
  win_rate: field(decimal, ({ performance }) => performance.winRate),
  profit_factor: field(orNull(decimal), ({ performance }) => performance.profitFactor),
  avg_r: field(orNull(decimal), ({ performance }) => performance.averageR),
  expectancy: field(decimal, ({ performance }) => performance.expectancy),
  average_win: field(orNull(decimal), ({ performance }) => performance.averageWin),
  average_loss: field(orNull(decimal), ({ performance }) => performance.averageLoss),
  max_drawdown: field(decimal, ({ performance }) => performance.maxDrawdown),
  exposure_breakdown: field(exposureCodec, ({ exposure }) => exposure),
})
