/**
 * Rates of carry where the feed has none of its venue's: estimates by the venues' published rules, pure functions of
 * (seed, symbol, time) that hold for a period of the venue.
 */
import {
  divideRounded,
  multiply,
  multiplyDivide,
  negate,
  ONE,
  rate,
  roundToStep,
  type Rate,
} from '../core/values/decimal.js'
import { periodStart } from '../core/margin/carry.js'
import type { CarryTerms } from '../core/model/market/instrument.js'
import type { SideRates } from '../core/model/market/market-view.js'
import type { Micros } from '../core/values/time.js'
import { createNoise, fraction } from './keyed-noise.js'
import { noiseName, type ListedInstrument } from './listed-instrument.js'

type BorrowingTerms = Extract<CarryTerms, { readonly kind: 'borrowing' }>
type RolloverTerms = Extract<CarryTerms, { readonly kind: 'rollover' }>

/** `fundingRate`: of the same moment; the side that pays it is the larger one. */
type CarryAt = (at: Micros, fundingRate: Rate) => SideRates

const STREAM_USAGE = 3
const WORD = 1_000_000
/** The share of a pool in use, estimated: between a fifth and four fifths. */
const USAGE_MIN = ONE / 5n
const USAGE_SWING = (ONE * 3n) / 5n
const RATE_STEP = ONE / 1_000_000_000n
const NONE = rate(0n)

export function createCarryFigures(listed: ListedInstrument, seed: Uint8Array): CarryAt {
  const noise = createNoise(seed, `carry ${noiseName(listed)}`)
  const { terms } = listed
  const { carry } = terms
  const usageOf = (period: number): Rate => {
    const word = BigInt(Math.floor(fraction(noise(STREAM_USAGE, period)) * WORD))
    return rate(USAGE_MIN + divideRounded(USAGE_SWING * word, BigInt(WORD), 'FLOOR'))
  }
  return (at, fundingRate) => {
    if (carry.kind === 'rollover') return rolloverRates(carry)
    const borrowing = borrowingRate(carry, usageOf(periodStart(at, terms)))
    return fundingRate < 0n ? { long: NONE, short: borrowing } : { long: borrowing, short: NONE }
  }
}

/**
 * GMX's rule: base × usage, and beyond the optimal usage u° also (full − base) × (usage − u°) ÷ (1 − u°); to the
 * nearest billionth. `usage` is the share of the pool that positions have reserved, from 0 to 1.
 */
export function borrowingRate({ baseRate, optimalUsage, fullRate }: BorrowingTerms, usage: Rate): Rate {
  const base = multiply(baseRate, usage, 'HALF_EVEN')
  const beyond = usage - optimalUsage
  const steep = beyond <= 0n ? 0n : multiplyDivide(fullRate - baseRate, beyond, ONE - optimalUsage, 'HALF_EVEN')
  return rate(roundToStep(base + steep, RATE_STEP, 'HALF_EVEN'))
}

/** Ostium's rule: longs pay the underlying's carry and a premium, shorts receive the one and pay the other. */
export const rolloverRates = ({ underlyingRate, premiumRate }: RolloverTerms): SideRates => ({
  long: rate(premiumRate + underlyingRate),
  short: rate(premiumRate + negate(underlyingRate)),
})
