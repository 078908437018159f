import { ASSET_CLASSES, VENUE_IDS } from '../../../core/model/market/instrument.js'
import { decimal, decimals, record, whole } from '../../../wire/codec/schemas.js'

export const analytics = record({
  trades: whole,
  win_rate: decimal,
  profit_factor: decimal.allow(null),
  avg_r: decimal.allow(null),
  expectancy: decimal,
  average_win: decimal.allow(null),
  average_loss: decimal.allow(null),
  max_drawdown: decimal,
  exposure_breakdown: record({
    by_asset_class: record(decimals(...ASSET_CLASSES)),
    by_venue: record(decimals(...VENUE_IDS)),
    total: decimal,
  }),
})
