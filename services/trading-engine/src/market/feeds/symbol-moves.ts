import { divideRounded, max, price, roundToStep, type Price } from '../../core/values/decimal.js'
import type { Instrument } from '../../core/model/market/instrument.js'
import type { Feed } from './feed.js'
import type { MarketMove } from '../../core/model/market/market-move.js'

/** A market on its way to a price, or there. */
export interface Walk {
  readonly startTick: number
  readonly from: Price
  readonly to: Price
  readonly overTicks: number
}

/** The ticks [fromTick, toTick) under one move; without a walk they are the feed's own. */
export interface Part {
  readonly fromTick: number
  readonly toTick: number
  readonly walk: Walk | null
}

export interface SymbolMoves {
  /** Made after all that were added before: of several that start in one tick it is the one that counts. */
  add(move: MarketMove): void
  /** Null: the feed's own price. */
  priceAt(tick: number): Price | null
  /** The ticks of [fromTick, toTick), each in one part. */
  partsOf(fromTick: number, toTick: number): readonly Part[]
  priceIn(walk: Walk, tick: number): Price
}

/** Not a price, which is one tick at least: the market is the feed's own. */
const RELEASED = 0

/**
 * Moves are kept for ever, because what they say of a past tick is asked for ever: so only four plain numbers each,
 * prices counted in ticks, and found by halving.
 */
export function createSymbolMoves({ symbol, primaryVenue, tickSize }: Instrument, feed: Feed): SymbolMoves {
  const starts: number[] = []
  const origins: number[] = []
  const targets: number[] = []
  const lengths: number[] = []

  const inTicks = (value: Price): number => Number(value / tickSize)
  const ofTicks = (ticks: number): Price => price(BigInt(ticks) * tickSize)
  const onGrid = (value: Price): Price => max(roundToStep(value, tickSize, 'HALF_EVEN'), tickSize)

  function priceIn(walk: Walk, tick: number): Price {
    const step = tick - walk.startTick + 1
    if (step >= walk.overTicks) return walk.to
    const way = divideRounded((walk.to - walk.from) * BigInt(step), BigInt(walk.overTicks), 'HALF_EVEN')
    return onGrid(price(walk.from + way))
  }

  /** How many begin at the tick or before. */
  function countUntil(tick: number): number {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? Infinity) <= tick) low = middle + 1
      else high = middle
    }
    return low
  }

  function walkOf(position: number): Walk | null {
    const [startTick, from, to, overTicks] = [starts[position], origins[position], targets[position], lengths[position]]
    if (startTick === undefined || from === undefined || to === undefined || overTicks === undefined) return null
    return to === RELEASED ? null : { startTick, from: ofTicks(from), to: ofTicks(to), overTicks }
  }

  function priceAt(tick: number): Price | null {
    const walk = walkOf(countUntil(tick) - 1)
    return walk && priceIn(walk, tick)
  }

  /** Where the market was in the tick before: there a walk begins. */
  function originOf(position: number): number {
    const target = targets[position] ?? RELEASED
    if (target === RELEASED) return RELEASED
    const before = (starts[position] ?? 0) - 1
    const walk = walkOf(position - 1)
    const origin = walk === null ? feed.quote({ symbol, venue: primaryVenue }, before)?.mark : priceIn(walk, before)
    return origin === undefined ? target : inTicks(origin)
  }

  return {
    add({ startedTick, price: target, overTicks }) {
      const position = countUntil(startedTick - 1)
      const replaced = starts[position] === startedTick ? 1 : 0
      starts.splice(position, replaced, startedTick)
      origins.splice(position, replaced, RELEASED)
      targets.splice(position, replaced, target === null ? RELEASED : inTicks(onGrid(target)))
      lengths.splice(position, replaced, Math.max(1, overTicks))
      // Nearly always the last one; another replica's clock may have been ahead.
      for (let later = position; later < starts.length; later += 1) origins[later] = originOf(later)
    },
    priceAt,
    partsOf(fromTick, toTick) {
      const parts: Part[] = []
      for (let next = countUntil(fromTick), tick = fromTick; tick < toTick; next += 1) {
        const end = Math.min(toTick, starts[next] ?? Infinity)
        parts.push({ fromTick: tick, toTick: end, walk: walkOf(next - 1) })
        tick = end
      }
      return parts
    },
    priceIn,
  }
}
