/** Bytes written and read one figure after the other. Integers take as few bytes as they need (LEB128). */
import { crc32 } from 'node:zlib'

export interface ByteWriter {
  readonly byte: (value: number) => void
  /** A whole number from 0 to 2^53 - 1. */
  readonly unsigned: (value: number) => void
  /** A whole number from -2^52 to 2^52, small ones of either sign in few bytes. */
  readonly signed: (value: number) => void
  /** All that was written, and its checksum. */
  readonly finish: () => Uint8Array
}

export interface ByteReader {
  /** @throws BlockError where the bytes end */
  readonly byte: () => number
  readonly unsigned: () => number
  readonly signed: () => number
  /** @throws BlockError when bytes are left */
  readonly finish: () => void
}

/** Bytes that are not what was written. */
export class BlockError extends Error {
  override readonly name = 'BlockError'
}

const CHECKSUM_BYTES = 4
const START_BYTES = 2_048

export function createByteWriter(): ByteWriter {
  let buffer = Buffer.allocUnsafe(START_BYTES)
  let length = 0

  const byte = (value: number): void => {
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)])
    buffer[length++] = value
  }
  const unsigned = (value: number): void => {
    let rest = value
    while (rest >= 128) {
      byte((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    byte(rest)
  }

  return {
    byte,
    unsigned,
    signed: (value) => unsigned(value >= 0 ? value * 2 : -value * 2 - 1),
    finish() {
      const block = Buffer.allocUnsafe(length + CHECKSUM_BYTES)
      buffer.copy(block, 0, 0, length)
      block.writeUInt32BE(crc32(block.subarray(0, length)), length)
      return block
    },
  }
}

/** @throws BlockError when the checksum is not that of the bytes */
export function createByteReader(block: Uint8Array): ByteReader {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  const end = bytes.length - CHECKSUM_BYTES
  if (end < 0 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end))
    throw new BlockError('the checksum of the block is not that of its bytes')
  let position = 0

  const byte = (): number => {
    const value = position < end ? bytes[position] : undefined
    if (value === undefined) throw new BlockError('the block ends within an entry')
    position += 1
    return value
  }
  const unsigned = (): number => {
    let [value, scale, next] = [0, 1, byte()]
    for (; next >= 128; next = byte()) {
      value += (next - 128) * scale
      scale *= 128
    }
    value += next * scale
    if (!Number.isSafeInteger(value)) throw new BlockError('a number of the block is too large')
    return value
  }

  return {
    byte,
    unsigned,
    signed() {
      const value = unsigned()
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    },
    finish() {
      if (position !== end) throw new BlockError(`${end - position} bytes of the block are left over`)
    },
  }
}
