/**
 * The path of a synthetic price, made by midpoint displacement: independent values at the ends of 24-day spans, then
 * each half-way point is the mean of its neighbours plus noise that shrinks by √2 a level, down to single ticks. That
 * is a Brownian path whose daily moves have the catalogue's volatility, yet which cannot wander off: the whole of it
 * stays within fixed bounds. Any tick costs 23 hashes, and the highest tick of any range is found exactly by
 * branch and bound, since a span's values cannot leave its ends by more than the displacements left in it.
 * Only IEEE-exact operations: every machine computes the same bits.
 */
import { signedFraction, type Noise } from './keyed-noise.js'

/** 2^23 ticks are 24.3 days. */
export const SPAN_LEVELS = 23
export const SPAN_TICKS = 1 << SPAN_LEVELS

/** Keeps every reachable deviation below 2, where `priceFactor` would have its pole. */
export const DAILY_VOLATILITY_PCT_MAX = 10

const STREAM_ENDS = 1
/** Streams 2 … 24, one per level. */
const STREAM_DISPLACEMENT = 1
const SQRT_3 = 1.7320508075688772
const SQRT_2 = 1.4142135623730951
const SQRT_TICKS_PER_DAY = 587.8775382679628

/**
 * Exact for spans of up to 2^9 ticks; beyond, the limit of the series, which is 2/3 ÷ (1 − 1/√2), at a third of the
 * span.
 */
const REACH_LIMIT = 2.2761423749153966
const REACH_IN_AMPLITUDES = Array.from({ length: 10 }, (_, level) => reachInAmplitudes(level))

export interface PricePath {
  /** Deviation from the typical price at a tick ≥ 0: a log return, nearly. */
  deviationAt(tick: number): number
  /**
   * The largest value of `valueAt` over the ticks of [from, to). `boundOf` must never fall with the deviation, nor be
   * exceeded by `valueAt` at a tick of that deviation.
   */
  greatestOver(from: number, to: number, valueAt: TickValue, boundOf: (deviation: number) => number): number
  /** The smallest value, by the mirrored rule. */
  leastOver(from: number, to: number, valueAt: TickValue, boundOf: (deviation: number) => number): number
}

export type TickValue = (tick: number, deviation: number) => number

/** Close to e^deviation, always positive for |deviation| < 2. */
export const priceFactor = (deviation: number): number => (2 + deviation) / (2 - deviation)

/** `dailyVolatility` is a fraction, 0.025 for 2.5 %. */
export function createPricePath(noise: Noise, dailyVolatility: number): PricePath {
  const perTick = dailyVolatility / SQRT_TICKS_PER_DAY
  const amplitudes = displacementAmplitudes(perTick)
  const reaches = reachesOf(amplitudes)
  // Ends are independent: half the variance of a span's Brownian move each, so that their difference has all of it.
  const endAmplitude = SQRT_3 * perTick * powerOfSqrt2(SPAN_LEVELS - 1)

  const endOf = (span: number): number => endAmplitude * signedFraction(noise(STREAM_ENDS, span))
  const middleOf = (span: number, level: number, node: number, left: number, right: number): number =>
    (left + right) / 2 + (amplitudes[level] ?? 0) * signedFraction(noise(STREAM_DISPLACEMENT + level, span, node))

  function deviationAt(tick: number): number {
    const span = Math.floor(tick / SPAN_TICKS)
    const offset = tick - span * SPAN_TICKS
    let left = endOf(span)
    let right = endOf(span + 1)
    for (let level = SPAN_LEVELS; level > 0; level--) {
      const middle = middleOf(span, level, offset >> level, left, right)
      if (((offset >> (level - 1)) & 1) === 0) right = middle
      else left = middle
    }
    return left
  }

  /** `sign` 1 searches for the greatest, -1 for the least. */
  function extremeOver(from: number, to: number, valueAt: TickValue, boundOf: (x: number) => number, sign: 1 | -1) {
    let best = valueAt(from, deviationAt(from))
    const isHopeless = (level: number, left: number, right: number): boolean => {
      const end = sign * left > sign * right ? left : right
      return sign * boundOf(end + sign * (reaches[level] ?? 0)) <= sign * best
    }

    function visit(span: number, level: number, node: number, left: number, right: number): void {
      const width = 1 << level
      const start = span * SPAN_TICKS + node * width
      if (start >= to || start + width <= from || isHopeless(level, left, right)) return
      if (level === 0) {
        const value = valueAt(start, left)
        if (sign * value > sign * best) best = value
        return
      }
      const middle = middleOf(span, level, node, left, right)
      const visitLeft = (): void => visit(span, level - 1, 2 * node, left, middle)
      const visitRight = (): void => visit(span, level - 1, 2 * node + 1, middle, right)
      // The more promising half first: what it finds rules the other one out sooner.
      if (sign * left > sign * right) {
        visitLeft()
        visitRight()
      } else {
        visitRight()
        visitLeft()
      }
    }

    const lastSpan = Math.floor((to - 1) / SPAN_TICKS)
    for (let span = Math.floor(from / SPAN_TICKS); span <= lastSpan; span++) {
      visit(span, SPAN_LEVELS, 0, endOf(span), endOf(span + 1))
    }
    return best
  }

  return {
    deviationAt,
    greatestOver: (from, to, valueAt, boundOf) => extremeOver(from, to, valueAt, boundOf, 1),
    leastOver: (from, to, valueAt, boundOf) => extremeOver(from, to, valueAt, boundOf, -1),
  }
}

/**
 * The middle of a span deviates by half the standard deviation of the span's own move; uniform noise has √3 times that
 * width.
 */
function displacementAmplitudes(perTick: number): Float64Array {
  const amplitudes = new Float64Array(SPAN_LEVELS + 1)
  for (let level = 1; level <= SPAN_LEVELS; level++) amplitudes[level] = (SQRT_3 * perTick * powerOfSqrt2(level)) / 2
  return amplitudes
}

/** How far a span of each level can stray beyond the line between its ends, at most. */
function reachesOf(amplitudes: Float64Array): Float64Array {
  // A hair more than the exact bound, so that rounding can never hide the extreme.
  return amplitudes.map((amplitude, level) => (REACH_IN_AMPLITUDES[level] ?? REACH_LIMIT) * amplitude * 1.000000001)
}

/** The highest point above a span whose displacements are all at their greatest, in amplitudes of the span's level. */
function reachInAmplitudes(level: number, amplitude = 1, left = 0, right = 0): number {
  if (level === 0) return left
  const middle = (left + right) / 2 + amplitude
  const below = amplitude / SQRT_2
  return Math.max(reachInAmplitudes(level - 1, below, left, middle), reachInAmplitudes(level - 1, below, middle, right))
}

/** √2 to a whole power ≥ 0. */
const powerOfSqrt2 = (exponent: number): number => (1 << (exponent >> 1)) * (exponent % 2 === 0 ? 1 : SQRT_2)
