/**
 * The way a price may have taken through a recorded bar: it opens at the open, is at the high and at the low once at
 * least, in an order and at moments that the noise decides, and ends at the close; between those four it wanders by
 * midpoint displacement and is kept within [low, high]. A pure function of (noise, bar): nothing else was recorded, so
 * it is made up, but it never shows a price the bar does not contain. Only IEEE-exact operations.
 */
import type { Micros } from '../../../core/values/time.js'
import { fraction, signedFraction, type Noise } from '../../keyed-noise.js'

/** Open, one extreme, the other, close. */
export const PATH_POINTS_MIN = 4

const STREAM_SHAPE = 1
const STREAM_STEP = 2

/** A bar that starts at a moment; prices in whole ticks, low ≤ open, close ≤ high. */
export interface TickBar {
  readonly at: Micros
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** `points` ≥ PATH_POINTS_MIN prices, in whole ticks. */
export function computeBarPath(noise: Noise, { at, open, high, low, close }: TickBar, points: number): number[] {
  const path = new Array<number>(points).fill(open)
  const [firstAt, secondAt] = turningPoints(noise, at, points)
  const isHighFirst = noise(STREAM_SHAPE, at, 2) % 2 === 0
  const first = isHighFirst ? high : low
  const second = isHighFirst ? low : high

  function wander(from: number, before: number, to: number, after: number): void {
    path[from] = before
    path[to] = after
    if (to - from < 2) return
    const middle = (from + to) >> 1
    const onLine = before + (after - before) * ((middle - from) / (to - from))
    const reach = ((high - low) / 2) * Math.sqrt((to - from) / points)
    const value = Math.round(onLine + reach * signedFraction(noise(STREAM_STEP, at, middle)))
    const kept = Math.min(high, Math.max(low, value))
    wander(from, before, middle, kept)
    wander(middle, kept, to, after)
  }

  wander(0, open, firstAt, first)
  wander(firstAt, first, secondAt, second)
  wander(secondAt, second, points - 1, close)
  return path
}

/** 0 < first < second < points - 1. */
function turningPoints(noise: Noise, at: Micros, points: number): readonly [number, number] {
  const first = 1 + Math.floor(fraction(noise(STREAM_SHAPE, at, 0)) * (points - 3))
  const second = first + 1 + Math.floor(fraction(noise(STREAM_SHAPE, at, 1)) * (points - 2 - first))
  return [first, second]
}
