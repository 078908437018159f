/**
 * Carry: what a position pays, or receives, for every moment that it is open. GMX calls it borrowing, Ostium rollover.
 * For the time from `from` to `until`, with c = cost of what is open, r = rate of its side for a year of 365 days:
 *
 *   amount = c × r × (until − from) ÷ year, paid when r is positive, received when it is negative
 *
 * rounded once to a millionth of a dollar, against the trader. The cost changes only with a fill and the rate only with
 * the venue's period (an hour on GMX, a day of UTC on Ostium). So time is cut there and nowhere else, and the sum does
 * not depend on when anybody looks.
 */
import { decimal, multiplyDivide, negate, ONE, roundToStep, usd, type Rate, type Usd } from '../values/decimal.js'
import type { VenueTerms } from '../model/market/instrument.js'
import type { SideRates } from '../model/market/market-view.js'
import type { Plan } from '../model/plan/plan.js'
import type { Position } from '../model/account/position.js'
import type { Micros } from '../values/time.js'

export const YEAR_MICROS = 365n * 86_400_000_000n
const CARRY_STEP = decimal('0.000001')
const HOUR_MICROS = 3_600_000_000

/** A time for which a position is charged at one rate and one cost. */
export interface CarrySpan {
  readonly from: Micros
  readonly until: Micros
}

/** Whether accounts of the plan pay the venue's carry. */
export const isCarryCharged = ({ costs }: Pick<Plan, 'costs'>, { carry }: Pick<VenueTerms, 'carry'>): boolean =>
  costs[carry.kind]

/** Length of the periods of a venue's rates, counted from the Unix epoch. */
export const periodOf = ({ fundingCadence }: Pick<VenueTerms, 'fundingCadence'>): number =>
  Number.parseInt(fundingCadence, 10) * HOUR_MICROS

/** The beginning of the period that a moment lies in: the rate of that moment holds until the next one begins. */
export const periodStart = (at: Micros, terms: Pick<VenueTerms, 'fundingCadence'>): Micros =>
  Math.floor(at / periodOf(terms)) * periodOf(terms)

export const sideRate = (rates: SideRates, direction: Position['direction']): Rate =>
  direction === 'LONG' ? rates.long : rates.short

/** The amount a position receives (negative: pays) for a span within one period; `from` is not after `until`. */
export function carryPayment({ cost }: Pick<Position, 'cost'>, rate: Rate, { from, until }: CarrySpan): Usd {
  const received = multiplyDivide(cost * BigInt(until - from), negate(rate), YEAR_MICROS * ONE, 'FLOOR')
  return usd(roundToStep(received, CARRY_STEP, 'FLOOR'))
}
