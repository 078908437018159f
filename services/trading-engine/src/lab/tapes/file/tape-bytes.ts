/**
 * A tape as bytes: a head, and for each series its columns, one after the other. Slots are their distances, and those
 * that repeat are counted; prices are their distances; spreads, flags and funding are told where they
 * change. A checksum ends them. Equal tapes have equal bytes, and the SHA-256 of these names the tape. Nothing is
 * compressed: no file can grow beyond a fixed number of times its size when it is read.
 */
import { createHash } from 'node:crypto'
import { VENUE_IDS } from '../../../core/model/market/instrument.js'
import { listingKey, type Listing } from '../../../core/model/market/listing.js'
import { formatDecimal, parseDecimal, price, rate, type Rate } from '../../../core/values/decimal.js'
import {
  BlockError,
  createByteReader,
  createByteWriter,
  type ByteReader,
  type ByteWriter,
} from '../../../market/feeds/published/byte-codec.js'
import { IS_PAUSED, IS_STALE, type Tape, type TapeFunding, type TapeSeries } from '../tape.js'

/** The rows of all series together. A row takes up to 13 bytes of memory. */
export const TAPE_ROWS_MAX = 2 ** 26
export const TAPE_BYTES_MAX = 2 ** 28
/** The rates of all series together: each is an object. */
const FUNDING_MAX = 2 ** 18
const SERIES_MAX = 256

/** Bytes that are no tape. */
export class TapeError extends Error {
  override readonly name = 'TapeError'
}

const MAGIC = Buffer.from('ATStape')
const VERSION = 1
const UINT32_MAX = 2 ** 32 - 1
const FLAGS_MAX = IS_STALE | IS_PAUSED
const SYMBOL = /^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$/
const TEXT_MAX = 64

/** The name of a tape. */
export const tapeIdOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @throws TapeError where the columns are not those of a tape */
export function encodeTape({ firstTick, series }: Tape): Uint8Array {
  if (!Number.isSafeInteger(firstTick) || firstTick < 0) throw new TapeError('the first tick is no number of a tick')
  const writer = createByteWriter()
  for (const byte of MAGIC) writer.byte(byte)
  writer.byte(VERSION)
  writer.unsigned(firstTick)
  writer.unsigned(series.length)
  for (const of of series.toSorted((a, b) => (listingKey(a) < listingKey(b) ? -1 : 1))) writeSeries(writer, of)
  const bytes = writer.finish()
  // Nothing is written that would not be read.
  decodeTape(bytes)
  return bytes
}

/** @throws TapeError when the bytes are no tape, or more than one process should hold */
export function decodeTape(bytes: Uint8Array): Tape {
  if (bytes.length > TAPE_BYTES_MAX) throw new TapeError(`a tape has at most ${TAPE_BYTES_MAX} bytes`)
  if (!MAGIC.equals(bytes.subarray(0, MAGIC.length))) throw new TapeError('this is no tape')
  try {
    return readTape(createByteReader(bytes), bytes.length)
  } catch (error) {
    throw error instanceof BlockError ? new TapeError(error.message.replace('block', 'tape')) : error
  }
}

function readTape(reader: ByteReader, length: number): Tape {
  for (let position = 0; position < MAGIC.length; position += 1) reader.byte()
  const version = reader.byte()
  if (version !== VERSION) throw new TapeError(`the tape is of version ${version}, and this program reads ${VERSION}`)
  const firstTick = reader.unsigned()
  const count = atMost(reader.unsigned(), SERIES_MAX, 'series')
  const series: TapeSeries[] = []
  // A price takes a byte at least, so no head can ask for more rows than the file could have.
  const left = { rows: Math.min(length, TAPE_ROWS_MAX), funding: FUNDING_MAX }
  let before = ''
  for (let number = 0; number < count; number += 1) {
    const of = readSeries(reader, left)
    const key = listingKey(of)
    if (key <= before) throw new TapeError('the series of the tape are not in the order of their names')
    before = key
    left.rows -= of.slots.length
    left.funding -= of.funding.length
    series.push(of)
  }
  reader.finish()
  return { firstTick, series }
}

/** The rows and rates that may still be held. */
interface Left {
  readonly rows: number
  readonly funding: number
}

function writeSeries(writer: ByteWriter, series: TapeSeries): void {
  const { symbol, venue, tickSize, slots, prices, spreads, flags, funding } = series
  const lengths = [prices.length, spreads?.length ?? slots.length, flags?.length ?? slots.length]
  if (!SYMBOL.test(symbol) || lengths.some((length) => length !== slots.length))
    throw new TapeError(`the columns of ${symbol} are not those of a tape`)
  writeText(writer, symbol)
  writeText(writer, venue)
  writeText(writer, formatDecimal(tickSize))
  writer.unsigned(slots.length)
  writeSlots(writer, slots)
  writePrices(writer, prices)
  writeSteps(writer, spreads ?? new Uint32Array(slots.length))
  writeSteps(writer, flags ?? new Uint8Array(slots.length))
  writer.unsigned(funding.length)
  for (const { slot, rates } of funding) {
    writer.unsigned(slot)
    writeText(writer, formatDecimal(rates.long))
    writeText(writer, formatDecimal(rates.short))
  }
}

function readSeries(reader: ByteReader, left: Left): TapeSeries {
  const listing = readListing(reader)
  const tickSize = price(readDecimal(reader))
  if (tickSize <= 0n) throw new TapeError(`the grid of ${listing.symbol} has no steps`)
  const rows = atMost(reader.unsigned(), left.rows, 'rows')
  const slots = readSlots(reader, rows)
  const prices = readPrices(reader, rows)
  const spreads = readSteps(reader, new Uint32Array(rows), UINT32_MAX)
  const flags = readSteps(reader, new Uint8Array(rows), FLAGS_MAX)
  const funding = readFunding(reader, left.funding)
  return { ...listing, tickSize, slots, prices, spreads, flags, funding }
}

function readListing(reader: ByteReader): Listing {
  const symbol = readText(reader)
  const named = readText(reader)
  const venue = VENUE_IDS.find((id) => id === named)
  if (!SYMBOL.test(symbol) || venue === undefined) throw new TapeError('a series of the tape has no listing')
  return { symbol, venue }
}

/**
 * Twice the distance less one; or one more than twice a period less one, and a count: so many distances are those of
 * the row a period before. Regular ticks and bars so take next to nothing.
 */
function writeSlots(writer: ByteWriter, slots: Uint32Array): void {
  const distance = (row: number): number => (slots[row] ?? 0) - (slots[row - 1] ?? -1)
  const repeats = (row: number, period: number): number => {
    let end = row
    while (end < slots.length && end >= period && distance(end) === distance(end - period)) end += 1
    return end - row
  }
  for (let row = 0; row < slots.length;) {
    if (distance(row) < 1) throw new TapeError('the slots of a series do not rise')
    let [best, count] = [1, 0]
    for (let period = 1; period <= PERIOD_MAX; period += 1) {
      const found = repeats(row, period)
      if (found > count) [best, count] = [period, found]
    }
    const isShort = count < REPEATS_MIN
    writer.unsigned(isShort ? 2 * (distance(row) - 1) : 2 * (best - 1) + 1)
    if (!isShort) writer.unsigned(count)
    row += isShort ? 1 : count
  }
}

/** A bar is of four ticks, and some of them may be the same. */
const PERIOD_MAX = 4
const REPEATS_MIN = 3

function readSlots(reader: ByteReader, rows: number): Uint32Array {
  const slots = new Uint32Array(rows)
  let slot = -1
  for (let row = 0; row < rows;) {
    const told = reader.unsigned()
    const half = Math.floor(told / 2) + 1
    const isLiteral = told % 2 === 0
    const period = isLiteral ? 0 : atMost(half, row, 'rows before')
    const end = row + (isLiteral ? 1 : atMost(reader.unsigned(), rows - row, 'equal distances'))
    if (end === row) throw new TapeError('a distance of the tape holds for no row')
    for (; row < end; row += 1) {
      slot += isLiteral ? half : (slots[row - period] ?? 0) - (slots[row - period - 1] ?? -1)
      if (slot > UINT32_MAX) throw new TapeError('a slot of the tape is too large')
      slots[row] = slot
    }
  }
  return slots
}

function writePrices(writer: ByteWriter, prices: Uint32Array): void {
  let before = 0
  for (const at of prices) {
    writer.signed(at - before)
    before = at
  }
}

function readPrices(reader: ByteReader, rows: number): Uint32Array {
  const prices = new Uint32Array(rows)
  let at = 0
  for (let row = 0; row < rows; row += 1) {
    at += reader.signed()
    if (at < 1 || at > UINT32_MAX) throw new TapeError('a price of the tape is none')
    prices[row] = at
  }
  return prices
}

/** Each value, and the rows that have it. */
function writeSteps(writer: ByteWriter, values: Uint32Array | Uint8Array): void {
  for (let row = 0; row < values.length;) {
    const value = values[row] ?? 0
    let end = row + 1
    while (end < values.length && values[end] === value) end += 1
    writer.unsigned(value)
    writer.unsigned(end - row)
    row = end
  }
}

/** Null: 0 everywhere. */
function readSteps<T extends Uint32Array | Uint8Array>(reader: ByteReader, values: T, valueMax: number): T | null {
  let isAny = false
  for (let row = 0; row < values.length;) {
    const value = atMost(reader.unsigned(), valueMax, 'steps of a spread, or flags')
    const rows = atMost(reader.unsigned(), values.length - row, 'equal rows')
    if (rows === 0) throw new TapeError('a value of the tape holds for no row')
    values.fill(value, row, row + rows)
    isAny ||= value !== 0
    row += rows
  }
  return isAny ? values : null
}

function readFunding(reader: ByteReader, max: number): readonly TapeFunding[] {
  const count = atMost(reader.unsigned(), max, 'funding rates')
  const funding: TapeFunding[] = []
  let before = -1
  for (let number = 0; number < count; number += 1) {
    const slot = atMost(reader.unsigned(), UINT32_MAX, 'slots')
    if (slot <= before) throw new TapeError('the funding of the tape does not rise')
    before = slot
    funding.push({ slot, rates: { long: readRate(reader), short: readRate(reader) } })
  }
  return funding
}

const readRate = (reader: ByteReader): Rate => rate(readDecimal(reader))

function writeText(writer: ByteWriter, text: string): void {
  const bytes = Buffer.from(text, 'ascii')
  writer.unsigned(bytes.length)
  for (const byte of bytes) writer.byte(byte)
}

function readText(reader: ByteReader): string {
  const length = atMost(reader.unsigned(), TEXT_MAX, 'letters')
  return String.fromCharCode(...Array.from({ length }, () => reader.byte()))
}

function readDecimal(reader: ByteReader): bigint {
  const text = readText(reader)
  const value = parseDecimal(text)
  if (value === null || formatDecimal(value) !== text) throw new TapeError('a decimal of the tape cannot be read')
  return value
}

function atMost(value: number, max: number, of: string): number {
  if (value > max) throw new TapeError(`the tape tells of ${value} ${of}, and there can be ${max} at most`)
  return value
}
