/** Reads stored candles into memory: those of spans before the ticks that are read one by one. */
import type { Logger } from '@ats/service-kit/process'
import type { CandleMinutes, PublishedCandles } from '../../../../core/model/market/published-tick.js'
import { BlockError } from '../byte-codec.js'
import { decodeCandles, type ListingBar } from './candle-block.js'
import { minutesOf } from './candle-writer.js'
import { alignDown } from './history-reach.js'
import { BAR_LENGTHS } from './listing-history.js'
import type { TickMemory } from '../tick-memory.js'

/** Candles of spans that start at this tick or later, oldest first, at most as many. */
export type ReadCandles = (
  minutes: CandleMinutes,
  fromTick: number,
  limit: number,
) => Promise<readonly PublishedCandles[]>

/** Spans read and added before other work gets its turn: some milliseconds. */
const PAGE = 50

/** `fromTick`: from which on every tick is read. */
export async function loadCandles(
  memory: TickMemory,
  fromTick: number,
  read: ReadCandles,
  logger: Logger,
): Promise<void> {
  for (const length of BAR_LENGTHS) {
    const end = alignDown(fromTick, length)
    for (let next = memory.reach.wanted(length); next < end;) {
      const page = await read(minutesOf(length), next, PAGE)
      for (const { firstTick, block } of page)
        if (firstTick < end) memory.addBars(length, firstTick, decodeOr(block, firstTick, logger))
      next = page.length < PAGE ? end : (page.at(-1)?.firstTick ?? end) + length
    }
  }
}

/** None, where the bytes are not what was stored. */
function decodeOr(block: Uint8Array, firstTick: number, logger: Logger): readonly ListingBar[] {
  try {
    return decodeCandles(block)
  } catch (error) {
    if (!(error instanceof BlockError)) throw error
    logger.error({ err: error, first_tick: firstTick }, 'stored candles are not what was stored; they are left out')
    return []
  }
}
