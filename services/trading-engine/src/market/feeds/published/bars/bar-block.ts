/** The bytes of bars of one length, of one listing, in order. Prices are whole ticks of its grid. */
import { readBarPrices, writeBarPrices, type BarPrices } from './bar-prices.js'
import { BlockError, createByteReader, createByteWriter } from '../byte-codec.js'

export interface PastBar extends BarPrices {
  /** The tick of the market with which it starts: a multiple of its length. */
  readonly start: number
}

const VERSION = 1

/** `length`: of a bar, in ticks of the market; bars by rising start. */
export function encodeBars(bars: readonly PastBar[], length: number): Uint8Array {
  const writer = createByteWriter()
  writer.byte(VERSION)
  writer.unsigned(bars.length)
  let before = 0
  for (const bar of bars) {
    writer.unsigned(bar.start / length - before)
    writeBarPrices(writer, bar)
    before = bar.start / length
  }
  return writer.finish()
}

/** @throws BlockError when the bytes are no bars */
export function decodeBars(block: Uint8Array, length: number): readonly PastBar[] {
  const reader = createByteReader(block)
  if (reader.byte() !== VERSION) throw new BlockError('the block is of another version')
  const bars: PastBar[] = []
  let place = 0
  for (let left = reader.unsigned(); left > 0; left--) {
    const step = reader.unsigned()
    const prices = readBarPrices(reader)
    place += step
    if (step < 1 || !Number.isSafeInteger(place * length)) throw new BlockError('an entry of the block is no bar')
    bars.push({ start: place * length, ...prices })
  }
  reader.finish()
  return bars
}
