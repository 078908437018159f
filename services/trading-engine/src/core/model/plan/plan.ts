import { ONE, rate, type Rate, type Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { VenueId } from '../market/instrument.js'
import type { VenueCosts } from '../market/venue-costs.js'

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
  readonly initialBalance: Usd
  readonly allowedVenues: readonly VenueId[]
  readonly risk: RiskConfig
  readonly costs: VenueCosts
  /** The terms of a LIVE plan; absent of a PAPER one. */
  readonly live?: LiveTerms
}

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
  readonly maxDrawdown: {
    readonly mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
    readonly pct: Rate
    readonly lockAtInitial: boolean
  }
  readonly dailyLoss: {
    readonly pct: Rate
    readonly base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
    /** Local time of the daily reset, `HH:MM`. */
    readonly resetTime: string
    /** IANA zone of the reset. */
    readonly resetTimeZone: string
    readonly warnAtPct: Rate
    readonly action: 'TERMINATE' | 'LOCK'
  }
  readonly newsFreeze: {
    readonly beforeMinutes: number
    readonly afterMinutes: number
    readonly impacts: readonly string[]
    readonly scope: 'OPENING' | 'ALL'
  } | null
  readonly exposure: {
    readonly symbolNotionalMax: Usd
    readonly totalNotionalMax: Usd
    readonly leverageMax: Rate
    readonly openOrdersMax: number
    readonly positionsMax: number
    readonly marginMode: MarginMode
  }
  readonly objective: { readonly profitTargetPct: Rate; readonly tradingDaysMin: number } | null
}
