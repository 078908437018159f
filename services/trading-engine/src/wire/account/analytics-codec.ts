import { ASSET_CLASSES, VENUE_IDS } from '../../core/model/market/instrument.js'
import type { ExposureBreakdown, Performance } from '../../core/read/analytics.js'
import { codecOf, field, partOf, recordOf, type Fields } from '../codec/codec.js'
import { decimal, listOf, optional, orNull, text, whole } from '../codec/kinds.js'

export interface Analytics {
  readonly performance: Performance
  readonly exposure: ExposureBreakdown
  /** Undefined where none were asked for. */
  readonly groups?: readonly PerformanceGroup[]
}

export interface PerformanceGroup {
  readonly key: string | null
  readonly performance: Performance
}

const exposureCodec = codecOf<ExposureBreakdown>('ExposureBreakdown')({
  by_asset_class: field(recordOf('ExposureByAssetClass', ASSET_CLASSES, decimal), ({ byAssetClass }) => byAssetClass),
  by_venue: field(recordOf('ExposureByVenue', VENUE_IDS, decimal), ({ byVenue }) => byVenue),
  total: field(decimal, ({ total }) => total),
})

const performanceFields = {
  trades: field(whole, ({ trades }) => trades),
  win_rate: field(decimal, ({ winRate }) => winRate),
  profit_factor: field(orNull(decimal), ({ profitFactor }) => profitFactor),
  avg_r: field(orNull(decimal), ({ averageR }) => averageR),
  expectancy: field(decimal, ({ expectancy }) => expectancy),
  average_win: field(orNull(decimal), ({ averageWin }) => averageWin),
  average_loss: field(orNull(decimal), ({ averageLoss }) => averageLoss),
  max_drawdown: field(decimal, ({ maxDrawdown }) => maxDrawdown),
} satisfies Fields<Performance>

const groupCodec = codecOf<PerformanceGroup>('AnalyticsGroup')({
  key: field(orNull(text), ({ key }) => key, 'Null: the positions without a tag.'),
  ...partOf<PerformanceGroup, Performance, typeof performanceFields>(
    ({ performance }) => performance,
    performanceFields,
  ),
})

/** The Analytics resource (spec section 2). */
export const analyticsCodec = codecOf<Analytics>('Analytics')({
  ...partOf<Analytics, Performance, typeof performanceFields>(({ performance }) => performance, performanceFields),
  exposure_breakdown: field(exposureCodec, ({ exposure }) => exposure),
  groups: field(
    optional(listOf(groupCodec)),
    ({ groups }) => groups,
    'With `group_by`: those with the most positions first, at most 200.',
  ),
})
