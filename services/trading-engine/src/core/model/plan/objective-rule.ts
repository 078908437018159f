/**
 * The objective of a plan, in one form for every version: versions that say no more than `profit_target_pct` and
 * `min_trading_days` are translated when they are read (`risk-config.ts`). Each `pct` is in percent: 5 is 5 %.
 */
import { multiplyDivide, ONE, usd, type Rate, type Usd } from '../../values/decimal.js'

/** The figure that has to be at the target: the balance, or the equity with its open profit and loss. */
export const TARGET_BASES = ['BALANCE', 'EQUITY'] as const
export type TargetBasis = (typeof TARGET_BASES)[number]

/**
 * The days that count. OPENED: something was opened or added to; CLOSED: something was closed, in full or in part;
 * NET_PROFIT: the day ended with that much realised, fees and funding included.
 */
export const DAY_COUNTS = ['OPENED', 'CLOSED', 'OPENED_AND_CLOSED', 'NET_PROFIT'] as const
export type DayCount = (typeof DAY_COUNTS)[number]

export interface CountedDays {
  readonly min: number
  readonly counts: DayCount
  /** The least that a day of NET_PROFIT has to earn; null: anything above 0. */
  readonly threshold: Amount | null
}

/** How days count without an objective. */
export const OPENED_DAYS: CountedDays = { min: 0, counts: 'OPENED', threshold: null }

/** BEST_DAY: what the best trading day has realised; BEST_TRADE: what the best position has, from open to flat. */
export const CONSISTENCY_NUMERATORS = ['BEST_DAY', 'BEST_TRADE'] as const
/** NET: all that was realised; POSITIVE_DAYS: days with a loss do not count against it. */
export const CONSISTENCY_DENOMINATORS = ['NET', 'POSITIVE_DAYS'] as const
/** LT: the share has to be under `pct`; LE: at most that. */
export const COMPARISONS = ['LT', 'LE'] as const
export const CONSISTENCY_USES = ['PASS', 'PAYOUT'] as const
export type ConsistencyUse = (typeof CONSISTENCY_USES)[number]
/** PHASE: since the account was opened; LAST_PAYOUT: since the last payout was paid. */
export const CONSISTENCY_WINDOWS = ['PHASE', 'LAST_PAYOUT'] as const

/** No day, or no trade, may be more than a share of what was earned. */
export interface ConsistencyRule {
  readonly pct: Rate
  readonly numerator: (typeof CONSISTENCY_NUMERATORS)[number]
  readonly denominator: (typeof CONSISTENCY_DENOMINATORS)[number]
  readonly comparison: (typeof COMPARISONS)[number]
  /** In the order of `CONSISTENCY_USES`. */
  readonly applies: readonly ConsistencyUse[]
  readonly window: (typeof CONSISTENCY_WINDOWS)[number]
}

/** A share of the initial balance, or money; one of the two is null. */
export interface Amount {
  readonly pct: Rate | null
  readonly amount: Usd | null
}

export interface ObjectiveRule {
  /** STORED: the version says `profit_target_pct` and `min_trading_days` alone, and its responses go on to. */
  readonly words: 'STORED' | 'PRESENT'
  readonly profitTarget: Amount
  readonly targetBasis: TargetBasis
  /** False: all positions are closed in the decision that reaches the target. */
  readonly requiresFlat: boolean
  readonly tradingDays: CountedDays
  /** Days from its opening after which the account is closed unless it has passed; null: it has all the time. */
  readonly daysMax: number | null
  readonly consistency: ConsistencyRule | null
}

/** An account that nobody trades is warned, and closed so many days after the warning. */
export interface InactivityRule {
  readonly warnAfterDays: number
  readonly closeAfterDays: number
}

/** In dollars. */
export const amountOf = ({ pct, amount }: Amount, initialBalance: Usd): Usd =>
  pct === null ? (amount ?? usd(0n)) : usd(multiplyDivide(initialBalance, pct, 100n * ONE, 'HALF_EVEN'))

/** Whether the account has to keep more of its days than how many of them something was opened on. */
export const needsProgress = ({
  objective,
  inactivity,
  payouts,
}: {
  readonly objective: ObjectiveRule | null
  readonly inactivity: InactivityRule | null
  readonly payouts?: { readonly qualifyingDays: CountedDays | null; readonly consistency: ConsistencyRule | null }
}): boolean =>
  objective?.words === 'PRESENT' ||
  inactivity !== null ||
  (payouts !== undefined && (payouts.qualifyingDays !== null || payouts.consistency !== null))
