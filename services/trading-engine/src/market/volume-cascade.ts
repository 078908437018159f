/**
 * The traded volume of a synthetic market: each span's volume is a constant, split at every level into two shares
 * between 40 % and 60 %, down to single ticks. So busy and quiet times come at every scale, sums are exact, and the
 * volume of any range is the difference of two sums from the span's start, at 23 hashes each.
 */
import { fraction, type Noise } from './keyed-noise.js'
import { SPAN_LEVELS, SPAN_TICKS } from './price-path.js'

const STREAM_SPLIT = 32
/** Minimum volume of a tick, so that up to three trades of a lot fit into it. */
export const LOTS_PER_TICK_MIN = 3

export interface VolumeCascade {
  /** Lots traded in one tick: an integer of at least LOTS_PER_TICK_MIN. */
  lotsAt(tick: number): number
  /** Lots traded in the ticks of [from, to). */
  lotsOver(from: number, to: number): number
}

/** `lotsPerTick` is the average; times 2^23 it must stay below 2^53. */
export function createVolumeCascade(noise: Noise, lotsPerTick: number): VolumeCascade {
  const lotsPerSpan = Math.floor(lotsPerTick * SPAN_TICKS)

  /** Lots before the tick in its span, and in the tick itself, both without the minimum. */
  function locate(tick: number): { readonly before: number; readonly within: number; readonly span: number } {
    const span = Math.floor(tick / SPAN_TICKS)
    const offset = tick - span * SPAN_TICKS
    let before = 0
    let within = lotsPerSpan
    for (let level = SPAN_LEVELS; level > 0; level--) {
      const left = Math.floor(within * (0.4 + 0.2 * fraction(noise(STREAM_SPLIT + level, span, offset >> level))))
      if (((offset >> (level - 1)) & 1) === 0) within = left
      else {
        before += left
        within -= left
      }
    }
    return { before, within, span }
  }

  return {
    lotsAt: (tick) => locate(tick).within + LOTS_PER_TICK_MIN,
    lotsOver: (from, to) => {
      const start = locate(from)
      const end = locate(to)
      const spans = (end.span - start.span) * lotsPerSpan
      return spans + end.before - start.before + (to - from) * LOTS_PER_TICK_MIN
    },
  }
}
