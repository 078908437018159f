/**
 * The loss rules of a plan, in one form for every version: versions that were stored with `base` and `lock_at_initial`
 * are translated when they are read (`store/accounts/plan-rows.ts`). Each `pct` is in percent: 5 is 5 %.
 */
import type { Rate, Usd } from '../../values/decimal.js'

/** The clock of a trading day. */
export interface TradingDayRule {
  /** Local time of the daily reset, `HH:MM`. */
  readonly resetTime: string
  /** IANA zone of the reset. */
  readonly resetTimeZone: string
}

/** INTRADAY: judged at every mark; END_OF_DAY: once, at the reset. */
export const EVALUATIONS = ['INTRADAY', 'END_OF_DAY'] as const
export type Evaluation = (typeof EVALUATIONS)[number]

/** A loss: a share of something, or money; one of the two is null. */
interface Loss {
  readonly pct: Rate | null
  readonly amount: Usd | null
}

interface LossRule extends Loss {
  readonly evaluation: Evaluation
  /** Equity is compared with the floor; else the balance is. */
  readonly includesOpenPnl: boolean
}

/**
 * The anchor of the drawdown floor. STATIC: the initial balance; TRAILING_EOD: the peak at the resets; TRAILING_CLOSED:
 * the highest balance after any closing fill; TRAILING_INTRADAY: the highest equity at any mark. PCT_OF_PEAK: peak × (1
 * − pct).
 */
export const DRAWDOWN_MODES = ['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY', 'TRAILING_CLOSED', 'PCT_OF_PEAK'] as const
export type DrawdownMode = (typeof DRAWDOWN_MODES)[number]

export const PEAKS = ['BALANCE', 'EQUITY'] as const
export type PeakOf = (typeof PEAKS)[number]

/**
 * The effect of a payout on the drawdown floor. SHIFT, of stored versions alone: it falls by the amount; KEEP: it
 * stays; INITIAL: from the first payout on it is constant, and no lower than the initial balance.
 */
export const PAYOUT_FLOORS = ['KEEP', 'INITIAL'] as const
export type PayoutFloor = (typeof PAYOUT_FLOORS)[number]

export interface DrawdownRule extends LossRule {
  readonly mode: DrawdownMode
  readonly peakOf: PeakOf
  /** The floor never rises above the initial balance and this. */
  readonly lockOffset: Usd | null
  /** The peak counts up to the initial balance and the profit target. */
  readonly locksAtTarget: boolean
  readonly onFirstPayout: 'SHIFT' | PayoutFloor
}

/** The figure of the reset that the floor of the day is measured from. DAY_HIGH: the highest equity since. */
export const REFERENCES = ['BALANCE', 'EQUITY', 'HIGHER_OF', 'DAY_HIGH'] as const
/** The references of stored versions; INITIAL, the same on every day, is theirs alone. */
export const STORED_REFERENCES = ['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'] as const
export type Reference = (typeof REFERENCES)[number] | (typeof STORED_REFERENCES)[number]

export const AMOUNT_BASES = ['INITIAL', 'REFERENCE'] as const
export type AmountBase = (typeof AMOUNT_BASES)[number]

export const LOSS_ACTIONS = ['TERMINATE', 'LOCK'] as const
export type LossAction = (typeof LOSS_ACTIONS)[number]

export interface DailyLossRule extends LossRule {
  readonly reference: Reference
  /** The amount that `pct` is a share of. */
  readonly amountBase: AmountBase
  /** In percent of the loss. */
  readonly warnAtPct: Rate
  readonly action: LossAction
}
