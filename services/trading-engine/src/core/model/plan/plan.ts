import { ONE, rate, type Rate, type Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { VenueId } from '../market/instrument.js'
import type { VenueCosts } from '../market/venue-costs.js'
import type { OrderRules } from './order-rules.js'
import type { DailyLossRule, DrawdownRule, TradingDayRule } from './loss-rules.js'
import type { NewsRule } from './news-rule.js'
import type { PayoutTerms } from './payout-terms.js'
import type { ScalingStep } from './scaling-terms.js'
import type { InactivityRule, ObjectiveRule } from './objective-rule.js'

/** The collateral of a position: the whole equity of the account, or its own margin alone. */
export const MARGIN_MODES = ['CROSS', 'ISOLATED'] as const
export type MarginMode = (typeof MARGIN_MODES)[number]

/**
 * A product for traders: starting balance, venues and the rules of the account. Accounts keep the version they were
 * sold.
 */
export interface Plan {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly currency: 'USD'
  /** In the plan of an account its own, which scaling may have raised. */
  readonly initialBalance: Usd
  /** The initial balance that an account was opened with, where scaling has changed it since. */
  readonly openedWith?: Usd
  readonly allowedVenues: readonly VenueId[]
  readonly risk: RiskConfig
  readonly costs: VenueCosts
  /** The page on which its rules are published, and the date on which they were compared. */
  readonly source?: PlanSource
  /** The terms of a LIVE plan; absent of a PAPER one. */
  readonly live?: LiveTerms
}

export interface PlanSource {
  readonly url: string | null
  /** `YYYY-MM-DD` */
  readonly verifiedOn: string | null
}

/** Nothing of a plan that names no source. */
export const sourceOf = ({
  source_url: url,
  verified_on: verifiedOn,
}: {
  readonly source_url?: string
  readonly verified_on?: string
}): Pick<Plan, 'source'> =>
  url === undefined && verifiedOn === undefined ? {} : { source: { url: url ?? null, verifiedOn: verifiedOn ?? null } }

/** PAPER: matched with the service's own market. LIVE: the contracts of the venues fill, with the money of a wallet. */
export const EXECUTIONS = ['PAPER', 'LIVE'] as const
export type ExecutionName = (typeof EXECUTIONS)[number]

export interface LiveTerms {
  /** How far from the mark a market order, or a stop that has fired, may fill; in percent. */
  readonly slippagePctMax: Rate
}

/** The slippage of a LIVE plan that does not say. */
export const SLIPPAGE_PCT_DEFAULT = rate(ONE)

/** When a version of a plan came to be sold. */
export interface PlanVersion {
  readonly plan: Plan
  readonly createdAt: Micros
}

/** Every `pct` is in percent: 5 is 5 %. */
export interface RiskConfig {
  /**
   * The words of the version: those of a stored one have `base`, `reset_time` and `lock_at_initial`, which its
   * responses go on to have.
   */
  readonly words: 'STORED' | 'PRESENT'
  readonly tradingDay: TradingDayRule
  readonly maxDrawdown: DrawdownRule
  readonly dailyLoss: DailyLossRule | null
  /**
   * The breach that is recorded where one tick crosses both floors. STRICTEST: that of the strictest action, and of the
   * same action the higher floor; of stored versions the drawdown is.
   */
  readonly bothCrossed: 'STRICTEST' | 'MAX_DRAWDOWN'
  readonly newsFreeze: NewsRule | null
  readonly exposure: {
    readonly symbolNotionalMax: Usd
    readonly totalNotionalMax: Usd
    readonly leverageMax: Rate
    readonly openOrdersMax: number
    readonly positionsMax: number
    readonly marginMode: MarginMode
  }
  /** Absent: what is free and above the initial balance may be asked for at any time. */
  readonly payouts?: PayoutTerms
  /** Absent: an account does not grow. */
  readonly scaling?: readonly ScalingStep[]
  readonly objective: ObjectiveRule | null
  readonly inactivity: InactivityRule | null
  /** Absent of a plan that has none of them. */
  readonly orderRules?: OrderRules
}
