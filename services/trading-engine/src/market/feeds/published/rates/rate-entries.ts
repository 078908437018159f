/**
 * The part of a published tick that holds rates: what a venue charges positions of a listing for time. Rates are
 * counted in billionths of a thousandth (10^-12) of the notional for a year of 365 days. Open interest stands with
 * them, which venues report with them: in whole US dollars.
 */
import { BlockError, createByteReader, createByteWriter, type ByteReader, type ByteWriter } from '../byte-codec.js'

/** The payment of each side; negative: it receives. */
export interface SideUnits {
  readonly long: number
  readonly short: number
}

export interface ListingRates {
  /** Borrowing on GMX, rollover on Ostium. */
  readonly carry: SideUnits
  /** Null where the venue has none. */
  readonly funding: SideUnits | null
  /** Null where the venue does not report it; neither side is negative. */
  readonly openInterest: SideUnits | null
  /** When the publisher last received it, by the clock of the database, in milliseconds. */
  readonly receivedAtMs: number
}

export interface RatesEntry extends ListingRates {
  /** As in `published_listings`. */
  readonly listing: number
}

/** A rate of 1 a year, and the largest that is published: 1,000 %. */
export const UNITS_OF_ONE = 10 ** 12
export const RATE_UNITS_MAX = 10 * UNITS_OF_ONE
/** US dollars a side. */
export const OPEN_INTEREST_MAX = 10 ** 12

const VERSION = 1
const HAS_FUNDING = 1
const HAS_OPEN_INTEREST = 2

/** Rates by rising number of the listing; times are relative to this one, in milliseconds. */
export function writeRates(writer: ByteWriter, rates: readonly RatesEntry[], fromMs: number): void {
  writer.unsigned(rates.length)
  let before = 0
  for (const { listing, carry, funding, openInterest, receivedAtMs } of rates) {
    writer.unsigned(listing - before)
    writer.byte((funding === null ? 0 : HAS_FUNDING) + (openInterest === null ? 0 : HAS_OPEN_INTEREST))
    for (const sides of [carry, funding, openInterest]) {
      if (sides === null) continue
      writer.signed(sides.long)
      writer.signed(sides.short)
    }
    writer.signed(fromMs - receivedAtMs)
    before = listing
  }
}

/** @throws BlockError when they are no rates */
export function readRates(reader: ByteReader, fromMs: number): readonly RatesEntry[] {
  const rates: RatesEntry[] = []
  let listing = 0
  for (let left = reader.unsigned(); left > 0; left--) {
    const step = reader.unsigned()
    const kind = reader.byte()
    if (step === 0 || kind > HAS_FUNDING + HAS_OPEN_INTEREST) throw new BlockError('an entry of the block has no rates')
    listing += step
    const carry = readRateSides(reader)
    const funding = kind % 2 === HAS_FUNDING ? readRateSides(reader) : null
    const openInterest = kind >= HAS_OPEN_INTEREST ? readOpenInterest(reader) : null
    rates.push({ listing, carry, funding, openInterest, receivedAtMs: fromMs - reader.signed() })
  }
  return rates
}

const readSides = (reader: ByteReader): SideUnits => ({ long: reader.signed(), short: reader.signed() })

function readOpenInterest(reader: ByteReader): SideUnits {
  const sides = readSides(reader)
  if (Math.min(sides.long, sides.short) < 0 || Math.max(sides.long, sides.short) > OPEN_INTEREST_MAX)
    throw new BlockError('an open interest of the block is below zero or beyond a trillion dollars')
  return sides
}

function readRateSides(reader: ByteReader): SideUnits {
  const sides = readSides(reader)
  if (Math.abs(sides.long) > RATE_UNITS_MAX || Math.abs(sides.short) > RATE_UNITS_MAX)
    throw new BlockError('a rate of the block is beyond 1,000 % a year')
  return sides
}

/** The bytes of the rates of one moment, on their own. */
export function encodeRates(rates: readonly RatesEntry[], atMs: number): Uint8Array {
  const writer = createByteWriter()
  writer.byte(VERSION)
  writeRates(writer, rates, atMs)
  return writer.finish()
}

/** @throws BlockError when the bytes are no rates */
export function decodeRates(block: Uint8Array, atMs: number): readonly RatesEntry[] {
  const reader = createByteReader(block)
  if (reader.byte() !== VERSION) throw new BlockError('the block is of another version')
  const rates = readRates(reader, atMs)
  reader.finish()
  return rates
}
