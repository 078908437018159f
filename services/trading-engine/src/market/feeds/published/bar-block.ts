/** The bytes of bars of one length, of one listing, in order. Prices are whole ticks of its grid. */
import { BlockError, createByteReader, createByteWriter } from './byte-codec.js'
import { PRICE_TICKS_MAX } from './tick-block.js'

export interface PastBar {
  /** The tick of the market with which it starts: a multiple of its length. */
  readonly start: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const VERSION = 1

/** `length`: of a bar, in ticks of the market; bars by rising start. */
export function encodeBars(bars: readonly PastBar[], length: number): Uint8Array {
  const writer = createByteWriter()
  writer.byte(VERSION)
  writer.unsigned(bars.length)
  let before = 0
  for (const { start, open, high, low, close } of bars) {
    writer.unsigned(start / length - before)
    writer.unsigned(low)
    writer.unsigned(high - low)
    writer.unsigned(open - low)
    writer.unsigned(close - low)
    before = start / length
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
    const low = reader.unsigned()
    const high = low + reader.unsigned()
    const open = low + reader.unsigned()
    const close = low + reader.unsigned()
    place += step
    const isBar = step > 0 && low >= 1 && open <= high && close <= high && high <= PRICE_TICKS_MAX
    if (!isBar || !Number.isSafeInteger(place * length)) throw new BlockError('an entry of the block is no bar')
    bars.push({ start: place * length, open, high, low, close })
  }
  reader.finish()
  return bars
}
