/**
 * The bytes of a published tick. They hold its number and that of the published tick before it, whether they have all
 * listings or those alone that changed, and of each listing: its number (`published_listings`), flags, mark, the
 * distances of bid, ask and index from it, and when it was received and made. Prices are whole ticks of the listing's
 * grid. Rates follow where the tick has any (`rate-entries.ts`): such a block is of version 2. A checksum ends them.
 */
import type { MarketStatus, StaleReason } from '../../../core/model/market/market-view.js'
import { TICK_MICROS } from '../../../core/values/tick.js'
import { BlockError, createByteReader, createByteWriter, type ByteReader, type ByteWriter } from './byte-codec.js'
import { readRates, writeRates, type RatesEntry } from './rates/rate-entries.js'

/** The state of a listing in a published tick; prices are whole ticks of its grid. */
export interface ListingState {
  readonly mark: number
  /** 1 ≤ bid ≤ mark ≤ ask, bid < ask < 2^32. */
  readonly bid: number
  readonly ask: number
  readonly index: number
  /** As the venue says; null: it says nothing of hours and halts. */
  readonly status: MarketStatus | null
  readonly staleReason: StaleReason | null
  /** When the publisher last received it, by the clock of the database, in milliseconds. */
  readonly receivedAtMs: number
  /** When the venue made it, by its clock, in milliseconds. */
  readonly madeAtMs: number
}

/** The trade that stands for a change of the mark: at the new one, a purchase when it rose. */
export type MarkTrade = 'BUY' | 'SELL' | null

export interface TickEntry extends ListingState {
  /** As in `published_listings`. */
  readonly listing: number
  readonly trade: MarkTrade
}

export interface TickBlock {
  /** The slot of 250 ms from which on it holds. */
  readonly number: number
  /** The published tick before it; 0: there is none. */
  readonly previous: number
  /** It has every listing that has a price; otherwise those that changed since the one before. */
  readonly isSnapshot: boolean
  /** By rising number of the listing. */
  readonly entries: readonly TickEntry[]
  /** The venues' charges for time, by rising number of the listing; only in snapshots, if at all. */
  readonly rates: readonly RatesEntry[]
}

/** Prices are kept in 32 bits. */
export const PRICE_TICKS_MAX = 2 ** 32 - 1
const VERSION = 1
const VERSION_WITH_RATES = 2
const STATUSES: readonly (MarketStatus | null)[] = [null, 'OPEN', 'CLOSED', 'PAUSED']
const STALE: readonly (StaleReason | null)[] = [null, 'silent', 'divergence']
const TRADES: readonly MarkTrade[] = [null, 'BUY', 'SELL']
const FLAGS = STATUSES.length * STALE.length * TRADES.length

export function encodeTick({ number, previous, isSnapshot, entries, rates }: TickBlock): Uint8Array {
  const writer = createByteWriter()
  writer.byte(rates.length === 0 ? VERSION : VERSION_WITH_RATES)
  writer.byte(isSnapshot ? 1 : 0)
  writer.unsigned(number)
  writer.unsigned(number - previous)
  writer.unsigned(entries.length)
  let before = 0
  for (const entry of entries) {
    writer.unsigned(entry.listing - before)
    writeEntry(writer, entry, startMs(number))
    before = entry.listing
  }
  if (rates.length > 0) writeRates(writer, rates, startMs(number))
  return writer.finish()
}

/** @throws BlockError when the bytes are no published tick */
export function decodeTick(block: Uint8Array): TickBlock {
  const reader = createByteReader(block)
  const version = reader.byte()
  if (version !== VERSION && version !== VERSION_WITH_RATES) throw new BlockError('the block is of another version')
  const kind = reader.byte()
  const number = reader.unsigned()
  const previous = number - reader.unsigned()
  const count = reader.unsigned()
  if (kind > 1 || previous < 0 || previous >= number) throw new BlockError('the block has no head')
  const entries: TickEntry[] = []
  let listing = 0
  for (let position = 0; position < count; position++) {
    const step = reader.unsigned()
    if (step === 0) throw new BlockError('the listings of the block do not rise')
    listing += step
    entries.push(readEntry(reader, listing, startMs(number)))
  }
  const rates = version === VERSION_WITH_RATES ? readRates(reader, startMs(number)) : []
  reader.finish()
  return { number, previous, isSnapshot: kind === 1, entries, rates }
}

/** When a tick begins, in milliseconds since the epoch. */
export const startMs = (number: number): number => (number * TICK_MICROS) / 1_000

function writeEntry(writer: ByteWriter, entry: TickEntry, slotMs: number): void {
  const { mark, bid, ask, index, status, staleReason, trade, receivedAtMs, madeAtMs } = entry
  const flags = (STATUSES.indexOf(status) * STALE.length + STALE.indexOf(staleReason)) * TRADES.length
  writer.byte(flags + TRADES.indexOf(trade))
  writer.unsigned(mark)
  writer.unsigned(mark - bid)
  writer.unsigned(ask - mark)
  writer.signed(index - mark)
  writer.signed(slotMs - receivedAtMs)
  writer.signed(receivedAtMs - madeAtMs)
}

function readEntry(reader: ByteReader, listing: number, slotMs: number): TickEntry {
  const flags = reader.byte()
  if (flags >= FLAGS) throw new BlockError('an entry of the block has unknown flags')
  const mark = reader.unsigned()
  const bid = mark - reader.unsigned()
  const ask = mark + reader.unsigned()
  const index = mark + reader.signed()
  const receivedAtMs = slotMs - reader.signed()
  const madeAtMs = receivedAtMs - reader.signed()
  if (bid < 1 || bid >= ask || ask > PRICE_TICKS_MAX || index < 1 || index > PRICE_TICKS_MAX)
    throw new BlockError('an entry of the block has no prices')
  return {
    ...{ listing, mark, bid, ask, index, receivedAtMs, madeAtMs },
    status: STATUSES[Math.floor(flags / TRADES.length / STALE.length)] ?? null,
    staleReason: STALE[Math.floor(flags / TRADES.length) % STALE.length] ?? null,
    trade: TRADES[flags % TRADES.length] ?? null,
  }
}
