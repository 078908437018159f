/**
 * A trailing stop: its trigger follows the price that it watches, at a distance, and never goes back.
 *
 *   SELL  peak: the highest watched price since it began   trigger = peak − distance
 *   BUY   peak: the lowest                                 trigger = peak + distance
 *
 * The distance is an amount, or a percentage of the peak; either goes to the nearest tick, half to the even one, and is
 * one tick at least. With an activation price there is no trigger until the watched price has been there. Contract:
 * orders.
 */
import {
  decimal,
  LIMIT,
  max,
  min,
  multiplyDivide,
  price,
  roundToStep,
  type Price,
  type Rate,
} from '../../values/decimal.js'
import type { Side } from './side.js'

/** The best price of the ticks up to and with `tick`; none of them told one while its price is null. */
export interface Peak {
  readonly price: Price | null
  /** A tick that told it; null: no tick did. */
  readonly priceTick: number | null
  readonly tick: number
}

/** One of the two distances; a price that the market has to reach first. */
export interface TrailTerms {
  readonly offset?: Price
  readonly offsetPct?: Rate
  readonly activationPrice?: Price
}

export interface Trail extends TrailTerms {
  /** The first tick that counts; null of an exit that waits for its entry: its peak is where that would fill. */
  readonly sinceTick: number | null
  /** The stored peak: that of now follows from it and from the ticks after it. */
  readonly start: Peak
  /** The peak as of the moment of the decision, or of the tick that fired it. */
  readonly peak: Peak
}

const HUNDRED = decimal('100')

/** Whether the peak is the highest price; else the lowest. */
export const peaksHigh = (side: Side): boolean => side === 'SELL'

/** Whether a price is a new peak. */
export const isBeyond = (side: Side, at: Price, peak: Price): boolean => (peaksHigh(side) ? at > peak : at < peak)

export function betterPeak(side: Side, earlier: Peak, later: Peak): Peak {
  const { price: at } = later
  const isKept = at === null || (earlier.price !== null && !isBeyond(side, at, earlier.price))
  return isKept ? { ...earlier, tick: later.tick } : later
}

/** How far the trigger is from a peak. */
export function distanceFrom({ offset, offsetPct }: TrailTerms, peak: Price, tickSize: Price): Price {
  const exact = offset ?? price(multiplyDivide(peak, offsetPct ?? 0n, HUNDRED, 'HALF_EVEN'))
  return max(roundToStep(exact, tickSize, 'HALF_EVEN'), tickSize)
}

/** The trigger at a peak: at least one tick, and less than what can be stored. */
export function triggerAt(terms: TrailTerms, side: Side, peak: Price, tickSize: Price): Price {
  const distance = distanceFrom(terms, peak, tickSize)
  if (peaksHigh(side)) return max(price(peak - distance), tickSize)
  return min(price(peak + distance), roundToStep(price(LIMIT - 1n), tickSize, 'FLOOR'))
}

/** Whether a peak is where it begins to trail. */
export const isActiveAt = ({ activationPrice }: TrailTerms, side: Side, peak: Price): boolean =>
  activationPrice === undefined || !isBeyond(side, activationPrice, peak)

/** Null while it does not trail. */
export function trailTrigger(trail: Pick<Trail, 'peak' | keyof TrailTerms>, side: Side, tickSize: Price): Price | null {
  const { price: peak } = trail.peak
  return peak === null || !isActiveAt(trail, side, peak) ? null : triggerAt(trail, side, peak, tickSize)
}

/** The peak as it is shown: null while it does not trail. */
export function shownPeak({ sinceTick, peak, ...terms }: Trail, side: Side): Price | null {
  return sinceTick === null || peak.price === null || !isActiveAt(terms, side, peak.price) ? null : peak.price
}

/** Begins with a tick. */
export function trailFrom({ offset, offsetPct, activationPrice }: TrailTerms, tick: number): Trail {
  const start: Peak = { price: null, priceTick: null, tick: tick - 1 }
  return { ...termsOf({ offset, offsetPct, activationPrice }), sinceTick: tick, start, peak: start }
}

/** Waits for its entry, which would fill at about that price. */
export function trailOfWaiting(terms: TrailTerms, entryPrice: Price): Trail {
  const start: Peak = { price: entryPrice, priceTick: null, tick: 0 }
  return { ...terms, sinceTick: null, start, peak: start }
}

/** At another distance, with the peak that it has. */
export const withDistance = (
  { activationPrice, sinceTick, start, peak }: Trail,
  { offset, offsetPct }: Pick<TrailTerms, 'offset' | 'offsetPct'>,
): Trail => ({ ...termsOf({ offset, offsetPct, activationPrice }), sinceTick, start, peak })

const termsOf = ({
  offset,
  offsetPct,
  activationPrice,
}: {
  readonly [K in keyof TrailTerms]: TrailTerms[K] | undefined
}): TrailTerms => ({
  ...(offset !== undefined && { offset }),
  ...(offsetPct !== undefined && { offsetPct }),
  ...(activationPrice !== undefined && { activationPrice }),
})
