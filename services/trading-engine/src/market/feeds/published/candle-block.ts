/** The bytes of the candles of one span, of all listings that traded in it. Prices are whole ticks of the grid. */
import { BlockError, createByteReader, createByteWriter } from './byte-codec.js'
import { PRICE_TICKS_MAX } from './tick-block.js'

export interface ListingBar {
  /** As in `published_listings`. */
  readonly listing: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** How many trades it is of, at least one. */
  readonly trades: number
}

const VERSION = 1

/** Bars by rising number of the listing. */
export function encodeCandles(bars: readonly ListingBar[]): Uint8Array {
  const writer = createByteWriter()
  writer.byte(VERSION)
  writer.unsigned(bars.length)
  let before = 0
  for (const { listing, open, high, low, close, trades } of bars) {
    writer.unsigned(listing - before)
    writer.unsigned(low)
    writer.unsigned(high - low)
    writer.unsigned(open - low)
    writer.unsigned(close - low)
    writer.unsigned(trades)
    before = listing
  }
  return writer.finish()
}

/** @throws BlockError when the bytes are no candles */
export function decodeCandles(block: Uint8Array): readonly ListingBar[] {
  const reader = createByteReader(block)
  if (reader.byte() !== VERSION) throw new BlockError('the block is of another version')
  const bars: ListingBar[] = []
  let listing = 0
  for (let left = reader.unsigned(); left > 0; left--) {
    const step = reader.unsigned()
    const low = reader.unsigned()
    const high = low + reader.unsigned()
    const open = low + reader.unsigned()
    const close = low + reader.unsigned()
    const trades = reader.unsigned()
    listing += step
    const isBar = step > 0 && low >= 1 && open <= high && close <= high && high <= PRICE_TICKS_MAX && trades >= 1
    if (!isBar) throw new BlockError('an entry of the block is no candle')
    bars.push({ listing, open, high, low, close, trades })
  }
  reader.finish()
  return bars
}
