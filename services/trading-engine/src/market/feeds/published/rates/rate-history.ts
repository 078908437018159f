/**
 * Keeps the rates of published ticks: those of now, and those in force at the beginning of each hour, which
 * positions are charged by. In force are the rates published five seconds before: by then every process that
 * shows fresh prices has received them, so all charge the same.
 */
import { alignDown } from '../bars/history-reach.js'
import { HOUR_TICKS } from '../bars/listing-history.js'
import { decodeRates, encodeRates, type ListingRates, type RatesEntry } from './rate-entries.js'
import { startMs } from '../tick-block.js'

export interface RateHistory {
  /** Takes what a tick says of rates; to be called with every tick, in order. */
  take(tick: number, rates: readonly RatesEntry[]): void
  /**
   * Adds what was stored of an hour, oldest first, before the ticks.
   * @throws BlockError when the bytes are no rates
   */
  add(hour: number, block: Uint8Array): void
  /** In force at the beginning of an hour (a tick), however old; undefined where nothing is known. */
  at(listing: number, hour: number): ListingRates | undefined
  /** The latest published, by the number of their listing. */
  readonly latest: () => ReadonlyMap<number, ListingRates>
  /** To be stored: the rates in force at the beginning of an hour; undefined while it is not known. */
  readonly blockOf: (hour: number) => Uint8Array | undefined
  /** The first hour whose rates may still change. */
  readonly openHour: () => number
}

/** Told later than so many ticks before an hour begins, a rate is in force from the next hour on. */
export const RATE_LEAD_TICKS = 20
/** A rate not received for so long is in force nowhere, and no longer published: the longest period of a venue. */
export const RATE_KEPT_MS = 86_400_000
/** Accounts that nobody looked at are charged for months; what is older is estimated. */
export const RATE_HOURS_KEPT = 2_400
const DECODED_MAX = 64

/** `fromTick`: the start of an hour, from which on every tick is taken; rates of earlier hours are added. */
export function createRateHistory(fromTick: number): RateHistory {
  const latest = new Map<number, ListingRates>()
  const blocks = new Map<number, Uint8Array>()
  const decoded = new Map<number, ReadonlyMap<number, ListingRates>>()
  let openHour = fromTick + HOUR_TICKS
  let lastTick = 0

  function close(hour: number): void {
    const kept = [...latest].filter(([, { receivedAtMs }]) => startMs(hour) - receivedAtMs <= RATE_KEPT_MS)
    const entries = kept.map(([listing, rates]): RatesEntry => ({ listing, ...rates }))
    blocks.set(
      hour,
      encodeRates(
        entries.sort((a, b) => a.listing - b.listing),
        startMs(hour),
      ),
    )
    for (const old of blocks.keys()) {
      if (old >= hour - RATE_HOURS_KEPT * HOUR_TICKS) break
      blocks.delete(old)
    }
  }

  function decodedAt(hour: number, block: Uint8Array): ReadonlyMap<number, ListingRates> {
    const known = decoded.get(hour)
    if (known !== undefined) return known
    const read = new Map(decodeRates(block, startMs(hour)).map(({ listing, ...rates }) => [listing, rates]))
    if (decoded.size >= DECODED_MAX) decoded.delete(decoded.keys().next().value ?? 0)
    decoded.set(hour, read)
    return read
  }

  return {
    take(tick, rates) {
      openHour = Math.max(openHour, alignDown(tick, HOUR_TICKS) - RATE_HOURS_KEPT * HOUR_TICKS)
      for (; tick > openHour - RATE_LEAD_TICKS; openHour += HOUR_TICKS) close(openHour)
      for (const { listing, ...rate } of rates) latest.set(listing, rate)
      lastTick = tick
    },
    add(hour, block) {
      decodeRates(block, startMs(hour))
      if (hour < openHour) blocks.set(hour, block)
    },
    at(listing, hour) {
      const block = blocks.get(hour)
      if (block !== undefined) return decodedAt(hour, block).get(listing)
      // Nothing was published since: the current rates are those that will be in force.
      return hour >= openHour && lastTick <= hour - RATE_LEAD_TICKS ? latest.get(listing) : undefined
    },
    latest: () => latest,
    blockOf: (hour) => blocks.get(hour),
    openHour: () => openHour,
  }
}
