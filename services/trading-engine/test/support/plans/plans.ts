import { decimal, rate, usd } from '../../../src/core/values/decimal.js'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import { NO_VENUE_COSTS, type VenueCosts } from '../../../src/core/model/market/venue-costs.js'
import type { MarginMode, Plan, RiskConfig } from '../../../src/core/model/plan/plan.js'

export interface PlanFields {
  readonly initialBalance?: string
  readonly allowedVenues?: readonly VenueId[]
  readonly symbolNotionalMax?: string
  readonly totalNotionalMax?: string
  readonly leverageMax?: string
  readonly openOrdersMax?: number
  readonly positionsMax?: number
  readonly marginMode?: MarginMode
  readonly maxDrawdown?: Partial<RiskConfig['maxDrawdown']>
  readonly dailyLoss?: Partial<RiskConfig['dailyLoss']>
  readonly newsFreeze?: Partial<NonNullable<RiskConfig['newsFreeze']>> | null
  readonly objective?: RiskConfig['objective']
  readonly costs?: Partial<VenueCosts>
}

/** A plan of 100,000 USD whose limits bind nothing a test does not make bind. */
export const aPlan = (fields: PlanFields = {}): Plan => ({
  id: 'test-100k',
  version: 1,
  name: 'Test 100k',
  currency: 'USD',
  initialBalance: usd(decimal(fields.initialBalance ?? '100000')),
  allowedVenues: fields.allowedVenues ?? ['GMX', 'OSTIUM'],
  risk: {
    maxDrawdown: { mode: 'STATIC', pct: rate(decimal('1000')), lockAtInitial: true, ...fields.maxDrawdown },
    dailyLoss: {
      pct: rate(decimal('1000')),
      base: 'INITIAL',
      resetTime: '00:00',
      resetTimeZone: 'UTC',
      warnAtPct: rate(decimal('80')),
      action: 'TERMINATE',
      ...fields.dailyLoss,
    },
    newsFreeze:
      fields.newsFreeze === undefined || fields.newsFreeze === null
        ? null
        : { beforeMinutes: 5, afterMinutes: 10, impacts: ['HIGH'], scope: 'OPENING', ...fields.newsFreeze },
    exposure: {
      symbolNotionalMax: usd(decimal(fields.symbolNotionalMax ?? '500000')),
      totalNotionalMax: usd(decimal(fields.totalNotionalMax ?? '1000000')),
      leverageMax: rate(decimal(fields.leverageMax ?? '20')),
      openOrdersMax: fields.openOrdersMax ?? 200,
      positionsMax: fields.positionsMax ?? 50,
      marginMode: fields.marginMode ?? 'ISOLATED',
    },
    objective: fields.objective ?? null,
  },
  costs: { ...NO_VENUE_COSTS, ...fields.costs },
})
