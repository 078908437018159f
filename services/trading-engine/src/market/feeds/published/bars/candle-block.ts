/** The bytes of the candles of one span, of all listings that traded in it. Prices are whole ticks of the grid. */
import { readBarPrices, writeBarPrices, type BarPrices } from './bar-prices.js'
import { BlockError, createByteReader, createByteWriter } from '../byte-codec.js'

export interface ListingBar extends BarPrices {
  /** As in `published_listings`. */
  readonly listing: number
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
  for (const bar of bars) {
    writer.unsigned(bar.listing - before)
    writeBarPrices(writer, bar)
    writer.unsigned(bar.trades)
    before = bar.listing
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
    const prices = readBarPrices(reader)
    const trades = reader.unsigned()
    listing += step
    if (step < 1 || trades < 1) throw new BlockError('an entry of the block is no candle')
    bars.push({ listing, ...prices, trades })
  }
  reader.finish()
  return bars
}
