import { price, quantity, toNumber } from '../core/values/decimal.js'
import type { BookLevel } from '../core/model/market/market-view.js'
import type { FeedQuote } from './feeds/feed.js'
import { createNoise, type Noise } from './keyed-noise.js'
import { depthUsd } from './liquidity.js'
import { noiseName, type ListedInstrument } from './listed-instrument.js'

/** Levels a side; fewer bids only where the price is so low that they would reach zero. */
export const BOOK_LEVELS = 128

const STREAM_BIDS = 1
const STREAM_ASKS = 2
const TOP_LEVELS = 4
/** A level at this position from the touch holds half of what the best one holds. */
const HALF_DEPTH_LEVEL = 32
const REACH_BASE = 0.002
const REACH_IN_DAILY_VOLATILITY = 0.1

/** Each side is made once it is looked at: an order takes one of them. */
export interface BookSides {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  /** The first of them, made without the others: nearly every order ends within. */
  readonly topBids: readonly BookLevel[]
  readonly topAsks: readonly BookLevel[]
}

export type ShapeBook = (quote: Pick<FeedQuote, 'bid' | 'ask'>, tick: number) => BookSides

/**
 * The book around a quote. Oracle-priced venues have none, so the engine makes one for every feed: dense at the touch
 * and thinner outwards, over 0.2 % of the price plus a tenth of the daily volatility, holding the instrument's depth in
 * dollars at whatever the price is. A pure function of (seed, listing, quote, tick).
 */
export function createBookShape(listed: ListedInstrument, seed: Uint8Array): ShapeBook {
  const { instrument } = listed
  const noise = createNoise(seed, `book ${noiseName(listed)}`)
  const tickUsd = toNumber(instrument.tickSize)
  const lotSize = toNumber(instrument.lotSize)
  const reachRate = REACH_BASE + REACH_IN_DAILY_VOLATILITY * toNumber(instrument.dailyVolatility)
  const levelUsd = LEVEL_SHARES.map((share) => share * depthUsd(listed))

  function side(stream: number, touch: number, direction: 1 | -1, tick: number, count = BOOK_LEVELS): BookLevel[] {
    const reach = touch * reachRate
    const lotUsd = touch * tickUsd * lotSize
    const levels: BookLevel[] = []
    for (let position = 0; position < count; position++) {
      const { distance, size } = readLevel(noise, stream, tick, position)
      const ticks = touch + direction * (position + Math.floor(reach * distance))
      if (ticks < 1) break
      const lots = Math.max(1, Math.floor(((levelUsd[position] ?? 0) * size) / lotUsd))
      levels.push({
        price: price(BigInt(ticks) * instrument.tickSize),
        quantity: quantity(BigInt(lots) * instrument.lotSize),
      })
    }
    return levels
  }

  return ({ bid, ask }, tick) => {
    const bidsOf = (count?: number): BookLevel[] =>
      side(STREAM_BIDS, Number(bid / instrument.tickSize), -1, tick, count)
    const asksOf = (count?: number): BookLevel[] => side(STREAM_ASKS, Number(ask / instrument.tickSize), 1, tick, count)
    let bids: readonly BookLevel[] | undefined
    let asks: readonly BookLevel[] | undefined
    let topBids: readonly BookLevel[] | undefined
    let topAsks: readonly BookLevel[] | undefined
    return {
      get bids() {
        return (bids ??= bidsOf())
      },
      get asks() {
        return (asks ??= asksOf())
      },
      get topBids() {
        return (topBids ??= bidsOf(TOP_LEVELS))
      },
      get topAsks() {
        return (topAsks ??= asksOf(TOP_LEVELS))
      },
    }
  }
}

/** Distance from the touch as a share of the book's reach, growing with the square; size between 0.6 and 1.4. */
function readLevel(noise: Noise, stream: number, tick: number, position: number): { distance: number; size: number } {
  const word = noise(stream, tick, position)
  const outward = position === 0 ? 0 : (position - 1 + (word >>> 16) / 0x1_0000) / (BOOK_LEVELS - 1)
  return { distance: outward * outward, size: 0.6 + (0.8 * (word & 0xffff)) / 0x1_0000 }
}

const LEVEL_SHARES = levelShares()

function levelShares(): readonly number[] {
  const weights = Array.from({ length: BOOK_LEVELS }, (_, position) => 1 / (1 + position / HALF_DEPTH_LEVEL))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** The best levels of each side. */
export const cutBook = (sides: Pick<BookSides, 'bids' | 'asks'>, depth: number): Pick<BookSides, 'bids' | 'asks'> => ({
  bids: sides.bids.slice(0, depth),
  asks: sides.asks.slice(0, depth),
})
