/**
 * The best prices since any tick, for trailing stops: of each listing, watched price and direction the ticks that no
 * later one has reached again, which are few however long ago the first one was. A question about a span is answered by
 * the first of them within it.
 */
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { PeakPrice, PeakSpan, PriceName } from '../core/model/market/market-view.js'
import type { Price } from '../core/values/decimal.js'

export interface Peaks {
  /** Null: the listing could be traded at none of the ticks. */
  readonly find: (listing: Listing, span: PeakSpan) => PeakPrice | null
  /** To be called when ticks from this one on may have been returned differently before. */
  readonly forget: (fromTick: number) => void
}

/** Null where nothing could be traded at the tick, undefined where nothing is known of it. */
export type TradedPrice = (listing: Listing, tick: number, watched: PriceName) => Price | null | undefined

/** The latest ticks are looked at again with each question: a price may arrive after its tick has begun. */
const OPEN_TICKS = 8

interface Ladder {
  readonly listing: Listing
  readonly watched: PriceName
  readonly isBetter: (a: Price, b: Price) => boolean
  /** The first and the last tick that it tells of. */
  first: number
  last: number
  /** Oldest first, each better than the next. */
  ticks: number[]
  prices: Price[]
}

export function createPeaks(priceAt: TradedPrice): Peaks {
  const ladders = new Map<string, Ladder>()

  const ladderOf = (listing: Listing, { watched, isHighest, after }: PeakSpan): Ladder => {
    const key = `${listingKey(listing)} ${watched} ${isHighest}`
    const known = ladders.get(key)
    if (known !== undefined) return known
    const { symbol, venue } = listing
    const isBetter = isHighest ? (a: Price, b: Price) => a > b : (a: Price, b: Price) => a < b
    const ladder = {
      listing: { symbol, venue },
      watched,
      isBetter,
      first: after + 1,
      last: after,
      ticks: [],
      prices: [],
    }
    ladders.set(key, ladder)
    return ladder
  }

  const append = (ladder: Ladder, upTo: number): void => {
    const { listing, watched, isBetter, ticks, prices } = ladder
    for (let tick = ladder.last + 1; tick <= upTo; tick += 1) {
      const price = priceAt(listing, tick, watched) ?? null
      if (price === null) continue
      for (let top = prices.at(-1); top !== undefined && !isBetter(top, price); top = prices.at(-1)) {
        prices.pop()
        ticks.pop()
      }
      ticks.push(tick)
      prices.push(price)
    }
    ladder.last = Math.max(ladder.last, upTo)
  }

  const prepend = (ladder: Ladder, from: number): void => {
    const { listing, watched, isBetter } = ladder
    const [ticks, prices]: [number[], Price[]] = [[], []]
    let best = ladder.prices[0]
    for (let tick = ladder.first - 1; tick >= from; tick -= 1) {
      const price = priceAt(listing, tick, watched) ?? null
      if (price === null || (best !== undefined && !isBetter(price, best))) continue
      best = price
      ticks.push(tick)
      prices.push(price)
    }
    ladder.first = from
    ladder.ticks = [...ticks.reverse(), ...ladder.ticks]
    ladder.prices = [...prices.reverse(), ...ladder.prices]
  }

  const scan = ({ listing, watched, isBetter }: Ladder, from: number, to: number): PeakPrice | null => {
    let best: PeakPrice | null = null
    for (let tick = from; tick <= to; tick += 1) {
      const price = priceAt(listing, tick, watched) ?? null
      if (price !== null && (best === null || isBetter(price, best.price))) best = { price, priceTick: tick }
    }
    return best
  }

  return {
    find(listing, span) {
      const { after, until } = span
      if (until <= after) return null
      const ladder = ladderOf(listing, span)
      const closed = until - OPEN_TICKS
      if (closed > ladder.last) append(ladder, closed)
      // Of a moment that has passed: what is kept tells of later ticks as well.
      if (closed < ladder.last) return scan(ladder, after + 1, until)
      if (after + 1 < ladder.first) prepend(ladder, after + 1)
      const kept = firstAfter(ladder, after)
      const open = scan(ladder, Math.max(after, closed) + 1, until)
      if (kept === null || open === null) return kept ?? open
      return ladder.isBetter(open.price, kept.price) ? open : kept
    },
    forget(fromTick) {
      for (const [key, { last }] of ladders) if (last >= fromTick) ladders.delete(key)
    },
  }
}

function firstAfter({ ticks, prices }: Ladder, after: number): PeakPrice | null {
  let [low, high] = [0, ticks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ticks[middle] ?? Infinity) <= after) low = middle + 1
    else high = middle
  }
  const [priceTick, price] = [ticks[low], prices[low]]
  return priceTick === undefined || price === undefined ? null : { price, priceTick }
}
