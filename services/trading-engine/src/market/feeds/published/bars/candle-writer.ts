/** Stores the candles of published ticks, which outlive them. */
import type { CandleMinutes, PublishedCandles } from '../../../../core/model/market/published-tick.js'
import { MINUTE_TICKS } from '../../../candles.js'
import { encodeCandles } from './candle-block.js'
import { BAR_LENGTHS } from './listing-history.js'
import type { TickMemory } from '../tick-memory.js'

/** How many spans of a length are written in one statement. */
const SPANS_AT_A_TIME = 60

export interface CandleStore {
  /** The start of the last span that is stored; null when none is. */
  last(minutes: CandleMinutes): Promise<number | null>
  insert(candles: readonly PublishedCandles[]): Promise<void>
}

export const minutesOf = (length: number): CandleMinutes => (length / MINUTE_TICKS) as CandleMinutes

/** Each call stores candles of spans that have closed since those that are stored, and resolves to how many. */
export function createCandleWriter(memory: TickMemory, store: CandleStore): () => Promise<number> {
  /** By length: the next span to look at. */
  const next = new Map<number, number>()

  const firstOf = async (length: number): Promise<number> => {
    const last = await store.last(minutesOf(length))
    return last === null ? 0 : last + length
  }

  return async () => {
    let written = 0
    for (const length of BAR_LENGTHS) {
      const first = Math.max(next.get(length) ?? (await firstOf(length)), memory.reach.bars(length))
      const end = Math.min(memory.closedUntil(length), first + SPANS_AT_A_TIME * length)
      const candles = candlesOf(memory, length, first, end)
      if (candles.length > 0) await store.insert(candles)
      next.set(length, Math.max(first, end))
      written += candles.length
    }
    return written
  }
}

function candlesOf(memory: TickMemory, length: number, first: number, end: number): readonly PublishedCandles[] {
  const candles: PublishedCandles[] = []
  for (let start = first; start < end; start += length) {
    const bars = memory.barsAt(length, start).toSorted((a, b) => a.listing - b.listing)
    if (bars.length > 0) candles.push({ minutes: minutesOf(length), firstTick: start, block: encodeCandles(bars) })
  }
  return candles
}
