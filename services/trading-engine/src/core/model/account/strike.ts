/**
 * Strikes: breaks of rules about orders that end nothing by themselves. A plan may count those of a rule, and lock or
 * end the account at so many of them within some days.
 */
import type { StrikeRule, StrikeTerms } from '../plan/order-rules.js'
import type { Micros } from '../../values/time.js'

export interface Strike {
  readonly id: string
  readonly accountId: string
  readonly rule: StrikeRule
  /** The position it is about; of an idea, one of them. */
  readonly positionId: string
  readonly at: Micros
}

export const NO_STRIKES: readonly Strike[] = []

/** The most of a rule that a plan may count. */
export const STRIKES_MAX = 100
export const STRIKE_DAYS_MAX = 366

export const DAY_MICROS = 86_400_000_000

/** The strikes that count now. */
export const strikesWithin = (
  strikes: readonly Strike[],
  { rule, windowDays }: StrikeTerms,
  now: Micros,
): readonly Strike[] => strikes.filter((strike) => strike.rule === rule && strike.at > now - windowDays * DAY_MICROS)

/** The latest of each rule: earlier ones can make no difference. */
export const keptStrikes = (strikes: readonly Strike[]): readonly Strike[] =>
  strikes.length <= STRIKES_MAX
    ? strikes
    : strikes.filter(
        ({ rule }, index) => strikes.slice(index).filter((later) => later.rule === rule).length <= STRIKES_MAX,
      )
