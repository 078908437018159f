/** The models of tapes, by what they are told. */
import type { Micros } from '../../../core/values/time.js'
import type { Tape } from '../tape.js'

/** The ticks that a model makes at most, of all symbols together: seconds. */
export const MODEL_ROWS_MAX = 2 ** 24

export interface ModelSpan {
  /** A whole number from 0 to 2^53 − 1. */
  readonly seed: number
  readonly symbols: readonly string[]
  readonly from: Micros
  /** Exclusive. */
  readonly to: Micros
  /** Slots of 250 ms from one price to the next. */
  readonly every: number
}

export interface Walk {
  readonly of: ModelSpan
  /** A day's, as a fraction; null: the catalogue's of each symbol. */
  readonly volatility: number | null
  /** The expected return of a day, as a fraction. */
  readonly drift: number
  /** Between the moves of any two symbols, 0 to 1. */
  readonly correlation: number
}

/** Geometric Brownian motion, with jumps whose sizes are normal. */
export interface Gbm extends Walk {
  readonly model: 'GBM'
  readonly jumpsPerDay: number
  /** The standard deviation of a jump, as a fraction. */
  readonly jumpSize: number
}

/** GARCH(1, 1): each minute's variance follows from the move and the variance of the one before. */
export interface Garch extends Walk {
  readonly model: 'GARCH'
  readonly alpha: number
  readonly beta: number
}

/** Days of a tape, drawn among those with the same hours and put one after the other. */
export interface Bootstrap {
  readonly model: 'BOOTSTRAP'
  readonly of: Omit<ModelSpan, 'symbols' | 'every'>
  readonly source: Tape
}

/** The marks of the market of `MARKET_FEED=synthetic`. */
export interface Synthetic {
  readonly model: 'SYNTHETIC'
  readonly of: ModelSpan
}

export type Model = Gbm | Garch | Bootstrap | Synthetic

export const MODEL_NAMES = ['GBM', 'GARCH', 'BOOTSTRAP', 'SYNTHETIC'] as const satisfies readonly Model['model'][]
