/** The question what the odds of a trader under a plan are, and its answer. */
import type { Account } from '../model/account/account.js'
import type { PayoutHistory } from '../model/account/payout-history.js'
import type { Plan } from '../model/plan/plan.js'
import type { BreachRule } from '../model/plan/breach.js'
import type { Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

/** A trade as odds are drawn from it: its result, and how far its open profit went up and down. */
export interface SampledTrade {
  /** Net of fees, funding and carry. */
  readonly net: Usd
  /** The highest open profit, and the largest open loss, as amounts that are never negative. */
  readonly best: Usd
  readonly worst: Usd
}

export const ODDS_METHODS = ['DAY_BOOTSTRAP', 'BLOCK_BOOTSTRAP', 'PARAMETRIC'] as const
export type OddsMethod = (typeof ODDS_METHODS)[number]

/** A trader told by a few numbers. */
export interface TradeModel {
  /** A mean: of 2.5 there are 2 or 3 a day. */
  readonly tradesPerDay: number
  /** The chance that a trade is won. */
  readonly winRate: number
  readonly win: SampledTrade
  readonly loss: SampledTrade
}

export type DaySource =
  | { readonly method: 'PARAMETRIC'; readonly model: TradeModel }
  | { readonly method: 'DAY_BOOTSTRAP'; readonly days: readonly (readonly SampledTrade[])[] }
  | {
      readonly method: 'BLOCK_BOOTSTRAP'
      readonly days: readonly (readonly SampledTrade[])[]
      /** In days. */
      readonly meanBlock: number
    }

/** A phase of a challenge; null: of an account outside programs. */
export interface OddsPhase {
  readonly phase: string | null
  readonly plan: Plan
}

/** An account that goes on from where it stands. */
export interface Standing {
  /** Without positions and orders: what was open is in its balance. */
  readonly account: Account
  readonly payouts: Pick<PayoutHistory, 'lastPaidAt' | 'paidTotal' | 'days'>
}

export interface OddsTask {
  /** In their order; those that have an objective come first. */
  readonly phases: readonly OddsPhase[]
  /** Where attempts stand as the first phase begins, and today is not traded; absent: they begin it. */
  readonly standing?: Standing
  readonly source: DaySource
  /** The initial balance of the account whose trades are drawn; null: sizes are taken as they are. */
  readonly balance: Usd | null
  readonly attempts: number
  readonly seed: number
  /** Days that an attempt has for each phase. */
  readonly days: number
  /** The price of an attempt. */
  readonly fee: Usd
}

/** A task of a caller: what the odds of one are told with. */
export interface OddsQuestion extends OddsTask {
  /** The results of the days behind the source; empty of a model. */
  readonly results: readonly number[]
  /** Trades whose highest and lowest marks are not known. */
  readonly unmarked: number
  /** How many variants of the trader were tried, this one included. */
  readonly variantsTried: number
  /** The results of the same days of each variant; empty: not told. */
  readonly variants: readonly (readonly number[])[]
}

/** A share that was counted. */
export interface CountedShare {
  readonly count: number
  readonly of: number
  /** With the interval that holds the true one with 95 %; null of nothing. */
  readonly share: { readonly value: number; readonly low: number; readonly high: number } | null
}

/** How the days of an account have ended; the name of a rule: it has failed by that. */
export type AttemptEnd = 'PASSED' | 'max_days' | 'inactivity' | BreachRule
/** `unfinished`: neither passed nor failed within the days. */
export type AttemptFailure = Exclude<AttemptEnd, 'PASSED'> | 'unfinished'

export interface PhaseOdds extends OddsPhase {
  readonly reached: number
  /** Null of a phase without an objective. */
  readonly passed: CountedShare | null
  /** The ends of the others, the most frequent first. */
  readonly ends: readonly { readonly end: AttemptFailure; readonly share: CountedShare }[]
  /** Days until it was passed: so many at most in half of the cases, and in nine of ten; null where nobody has. */
  readonly daysToPass: { readonly p50: number; readonly p90: number } | null
}

export interface PaidOdds {
  /** Attempts that were paid at least once. */
  readonly paid: CountedShare
  /** Mean of what the trader gets of an attempt, in dollars, with its 95 % interval. */
  readonly meanPaid: { readonly value: number; readonly low: number; readonly high: number }
  /** The mean less the fee. */
  readonly expectedValue: number
}

export interface Odds {
  readonly phases: readonly PhaseOdds[]
  /** All phases that have an objective were passed; null where none has. */
  readonly passed: CountedShare | null
  /** Null where the last phase is never paid: it has an objective, or no terms of payouts. */
  readonly payouts: PaidOdds | null
}

/** The odds of an account from where it stood. */
export interface AccountOdds extends Odds {
  readonly asOf: Micros
  readonly sampledDays: number
  readonly sampledTrades: number
}

/** The odds with the same days and another trader. */
export interface OddsChange {
  readonly change: 'RISK' | 'WIN_RATE'
  /** RISK: sizes are so many times those of the sample; WIN_RATE: so many of a hundred trades more are won. */
  readonly by: number
  readonly passed: CountedShare | null
  readonly expectedValue: number | null
}

/** The worth of a record, given how many were tried (`lab/odds/track-record.ts`). */
export interface TrackRecord {
  readonly days: number
  /** That of a day; null where nothing varies. */
  readonly sharpe: number | null
  readonly skewness: number
  readonly kurtosis: number
  readonly variantsTried: number
  /** The chance that the true ratio is above 0, and above that of the best of so many worthless variants. */
  readonly probabilisticSharpe: number | null
  readonly deflatedSharpe: number | null
  /** Days after which that is 95 %; null: never. */
  readonly leastDays: number | null
  /** Null without the results of variants. */
  readonly overfitting: number | null
}

export interface OddsAnswer extends Odds {
  /** Days and trades that were drawn from; 0 of a model. */
  readonly sampledDays: number
  readonly sampledTrades: number
  readonly unmarked: number
  readonly changes: readonly OddsChange[]
  readonly record: TrackRecord | null
  readonly assumptions: readonly string[]
}
