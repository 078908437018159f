/** The four prices of a bar in bytes: its low, then the distances of high, open and close from it, in whole ticks. */
import { BlockError, type ByteReader, type ByteWriter } from '../byte-codec.js'
import { PRICE_TICKS_MAX } from '../tick-block.js'

export interface BarPrices {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export function writeBarPrices(writer: ByteWriter, { open, high, low, close }: BarPrices): void {
  writer.unsigned(low)
  writer.unsigned(high - low)
  writer.unsigned(open - low)
  writer.unsigned(close - low)
}

/** @throws BlockError when they are not those of a bar */
export function readBarPrices(reader: ByteReader): BarPrices {
  const low = reader.unsigned()
  const high = low + reader.unsigned()
  const open = low + reader.unsigned()
  const close = low + reader.unsigned()
  if (low < 1 || open > high || close > high || high > PRICE_TICKS_MAX)
    throw new BlockError('an entry of the block holds no prices of a bar')
  return { open, high, low, close }
}
