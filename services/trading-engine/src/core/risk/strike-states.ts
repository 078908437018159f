import type { Account } from '../model/account/account.js'
import { DAY_MICROS, strikesWithin } from '../model/account/strike.js'
import type { StrikeTerms } from '../model/plan/order-rules.js'
import type { Micros } from '../values/time.js'

/** The strikes of a rule that count, and what the plan says of them. */
export interface StrikeState {
  readonly terms: StrikeTerms
  readonly value: number
  /** There are fewer of them than it takes. */
  readonly isMet: boolean
  /** When the oldest no longer counts; null without one. */
  readonly expiresAt: Micros | null
}

/** Undefined where the plan counts none. */
export const strikeStates = ({ plan, strikes }: Account, now: Micros): readonly StrikeState[] | undefined =>
  plan.risk.orderRules?.strikes?.map((terms) => {
    const counting = strikesWithin(strikes, terms, now)
    const [oldest] = counting
    return {
      terms,
      value: counting.length,
      isMet: counting.length < terms.max,
      expiresAt: oldest === undefined ? null : oldest.at + terms.windowDays * DAY_MICROS,
    }
  })
