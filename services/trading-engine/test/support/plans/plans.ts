import { decimal, rate, usd, type Rate } from '../../../src/core/values/decimal.js'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import { NO_VENUE_COSTS, type VenueCosts } from '../../../src/core/model/market/venue-costs.js'
import type { DailyLossRule, DrawdownRule, Reference } from '../../../src/core/model/plan/loss-rules.js'
import type { PayoutTerms } from '../../../src/core/model/plan/payout-terms.js'
import type { ScalingStep } from '../../../src/core/model/plan/scaling-terms.js'
import type { ObjectiveRule } from '../../../src/core/model/plan/objective-rule.js'
import type { MarginMode, Plan, RiskConfig } from '../../../src/core/model/plan/plan.js'

/** `lockAtInitial`: as stored versions have it. */
export interface DrawdownFields extends Partial<DrawdownRule> {
  readonly lockAtInitial?: boolean
}

/** `base` and the time of the reset: as stored versions have them. */
export interface DailyFields extends Partial<DailyLossRule> {
  readonly base?: Reference
  readonly resetTime?: string
  readonly resetTimeZone?: string
}

/** `profitTargetPct`, `tradingDaysMin`: as stored versions have them. */
export interface ObjectiveFields extends Partial<ObjectiveRule> {
  readonly profitTargetPct?: Rate
  readonly tradingDaysMin?: number
}

export interface PlanFields {
  readonly initialBalance?: string
  readonly allowedVenues?: readonly VenueId[]
  readonly symbolNotionalMax?: string
  readonly totalNotionalMax?: string
  readonly leverageMax?: string
  readonly openOrdersMax?: number
  readonly positionsMax?: number
  readonly marginMode?: MarginMode
  readonly words?: RiskConfig['words']
  readonly bothCrossed?: RiskConfig['bothCrossed']
  readonly tradingDay?: Partial<RiskConfig['tradingDay']>
  readonly maxDrawdown?: DrawdownFields
  /** Null: none. */
  readonly dailyLoss?: DailyFields | null
  readonly newsFreeze?: Partial<NonNullable<RiskConfig['newsFreeze']>> | null
  readonly payouts?: Partial<PayoutTerms>
  readonly scaling?: readonly Partial<ScalingStep>[]
  readonly objective?: ObjectiveFields | null
  readonly inactivity?: RiskConfig['inactivity']
  readonly orderRules?: RiskConfig['orderRules']
  readonly costs?: Partial<VenueCosts>
}

const DRAWDOWN: DrawdownRule = {
  mode: 'STATIC',
  pct: rate(decimal('1000')),
  amount: null,
  peakOf: 'EQUITY',
  evaluation: 'INTRADAY',
  includesOpenPnl: true,
  lockOffset: null,
  locksAtTarget: false,
  onFirstPayout: 'SHIFT',
}

const drawdownOf = ({ lockAtInitial = false, ...rule }: DrawdownFields): DrawdownRule => ({
  ...DRAWDOWN,
  lockOffset: lockAtInitial ? usd(0n) : null,
  ...rule,
})

const dailyLossOf = ({ base = 'INITIAL', resetTime: _, resetTimeZone: __, ...rule }: DailyFields): DailyLossRule => ({
  pct: rate(decimal('1000')),
  amount: null,
  reference: base,
  amountBase: 'REFERENCE',
  includesOpenPnl: true,
  evaluation: 'INTRADAY',
  warnAtPct: rate(decimal('80')),
  action: 'TERMINATE',
  ...rule,
})

/** Terms that ask for nothing; four fifths are the trader's. */
const PAYOUTS: PayoutTerms = {
  firstAfterDays: 0,
  everyDays: 0,
  amountMin: usd(decimal('0.01')),
  amountMax: null,
  balancePctMax: null,
  profitPctMax: null,
  buffer: usd(0n),
  split: [{ upToTotal: null, pct: rate(decimal('80')) }],
  qualifyingDays: null,
  consistency: null,
  holdingTime: null,
  requiresFlat: false,
}

/** A step that asks for nothing and changes nothing. */
const NO_STEP: ScalingStep = {
  ...{ months: null, profitPct: null, payouts: null, growthPct: null, balanceMax: null, splitPct: null },
}

export const objectiveOf = ({ profitTargetPct, tradingDaysMin = 0, ...rule }: ObjectiveFields): ObjectiveRule => ({
  words: Object.keys(rule).length === 0 ? 'STORED' : 'PRESENT',
  profitTarget: { pct: profitTargetPct ?? rate(decimal('10')), amount: null },
  targetBasis: 'BALANCE',
  requiresFlat: true,
  tradingDays: { min: tradingDaysMin, counts: 'OPENED', threshold: null },
  daysMax: null,
  consistency: null,
  ...rule,
})

/** A plan of 100,000 USD whose limits bind nothing a test does not make bind. */
export const aPlan = (fields: PlanFields = {}): Plan => ({
  id: 'test-100k',
  version: 1,
  name: 'Test 100k',
  currency: 'USD',
  initialBalance: usd(decimal(fields.initialBalance ?? '100000')),
  allowedVenues: fields.allowedVenues ?? ['GMX', 'OSTIUM'],
  risk: {
    words: fields.words ?? 'STORED',
    bothCrossed: fields.bothCrossed ?? 'MAX_DRAWDOWN',
    tradingDay: {
      resetTime: fields.dailyLoss?.resetTime ?? '00:00',
      resetTimeZone: fields.dailyLoss?.resetTimeZone ?? 'UTC',
      ...fields.tradingDay,
    },
    maxDrawdown: drawdownOf(fields.maxDrawdown ?? {}),
    dailyLoss: fields.dailyLoss === null ? null : dailyLossOf(fields.dailyLoss ?? {}),
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
    ...(fields.payouts === undefined ? {} : { payouts: { ...PAYOUTS, ...fields.payouts } }),
    ...(fields.scaling === undefined ? {} : { scaling: fields.scaling.map((step) => ({ ...NO_STEP, ...step })) }),
    objective: fields.objective ? objectiveOf(fields.objective) : null,
    inactivity: fields.inactivity ?? null,
    ...(fields.orderRules === undefined ? {} : { orderRules: fields.orderRules }),
  },
  costs: { ...NO_VENUE_COSTS, ...fields.costs },
})
